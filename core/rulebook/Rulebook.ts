/** The rulebook: the instruments of the court, rendered as text from the same values that the rules enforce. */
import { Either } from "effect"
import { present } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { CodeOfDealings, Constitution, DealingsAct } from "./Acts.ts"
import { PD1, PD2, PD3, PD4, PD11, PD14, PD17 } from "./PracticeDirections.ts"
import { Rules } from "./Rules.ts"
import { carries, type Instrument, type Section, type SectionId } from "./Section.ts"

/** Every instrument, in the order in which they are listed. */
export const instruments: ReadonlyArray<Instrument> = [
  Constitution,
  Rules,
  DealingsAct,
  PD1,
  PD2,
  PD3,
  PD4,
  PD11,
  PD14,
  PD17,
  CodeOfDealings,
]

const byId = new Map(instruments.map((instrument) => [instrument.id.toLowerCase(), instrument]))
const sections = new Map(
  instruments.flatMap((instrument) => instrument.sections.map((section) => [section.id, section] as const)),
)

/** For each instrument the prefix of its citations, such as `PD14 §` in `PD14 §6`, and its area of law. */
const cited = instruments.map(({ area, sections }) => ({
  area,
  prefix: present(sections[0], "the first section")
    .id.replace(/[^ §]*$/u, "")
    .toLowerCase(),
}))

/** The area of law of the instrument that a citation names; null if it names none of this court. */
export const areaOf = (citation: string): string | null =>
  cited.find(({ prefix }) => prefix !== "" && citation.trim().toLowerCase().startsWith(prefix))?.area ?? null

/** The instrument of an address such as `rules` or `PD11`, in any case of letters. */
export const instrument = (id: string): Instrument | undefined => byId.get(id.toLowerCase())

/** The instrument of an address, or the refusal `unknown_instrument`. */
export const needInstrument = (id: string): Either.Either<Instrument, Refusal> =>
  Either.fromNullable(instrument(id), () => refusal("unknown_instrument", { id }))

/** The provision of an id such as `PD11 §4`. */
export const section = (id: SectionId): Section | undefined => sections.get(id)

/** The note at the head of a draft. */
const draftNote = "> This instrument is a draft. It is not in force, and no judge reads it.\n\n"

/** The note at the head of an instrument if this court does not have the words of the version in force. */
const otherVersion = (inForce: string, carried: string): string =>
  `> Version ${inForce} is in force. These are the words of version ${carried}.\n\n`

/** An instrument in Markdown, with these figures, under the version in force. */
export const render = (of: Instrument, terms: Terms, version: string = of.version): string => {
  const body = of.sections.map((it) => `## ${it.id} ${it.title}\n\n${it.text(terms)}\n`).join("\n")
  const annex = of.annex === undefined ? "" : `\n## ${of.annex.title}\n\n${of.annex.text()}\n`
  const notes = [
    of.status === "draft" ? draftNote : "",
    carries(of, version) ? "" : otherVersion(version, of.version),
  ]
  return `# ${of.title}\n\nVersion ${version}\n\n${notes.join("")}${body}${annex}`
}

/** An instrument in answers: its text, its status, and the SHA-256 of the text in hexadecimal. */
export const publication = (of: Instrument, terms: Terms, version: string = of.version) => {
  const text = render(of, terms, version)
  return { id: of.id, title: of.title, version, status: of.status, text, sha256: sha256Hex(text) }
}
export type Publication = ReturnType<typeof publication>
