/** The instruments of the court: their names, areas and versions, how a citation names one, and how one is rendered as text. */
import { Either, Record } from "effect"
import { sha256Hex } from "./Hash.ts"
import { type Refusal, refusal } from "./Refusal.ts"
import type { Terms } from "./Schedule.ts"
import type { Section } from "./Section.ts"

/** The facts about an instrument that are known without its words. */
interface Named {
  readonly title: string
  /** The area of law in which a judgment that rests on it is reported (Rule 5.7). */
  readonly area: string
  readonly cited: string
  /** The published version. The Rules apply in the version in force when a matter is filed (Rule 8.1). */
  readonly version: string
  readonly status: "published" | "draft"
}

const nameInstrument = (title: string, area: string, cited: string, version: string): Named => ({
  title,
  area,
  cited,
  version,
  status: "published",
})
const direction = <N extends number>(n: N, subject: string, area: string, version: string): Named =>
  nameInstrument(`Practice Direction ${n}: ${subject}`, area, `PD${n} §`, version)

/** The instruments by their ids, as in `/api/v1/instruments/{instrument}`, in the order in which they are listed. */
const table = {
  constitution: nameInstrument("Constitution", "the court", "Constitution ", "1.0"),
  rules: nameInstrument("Rules of Court", "procedure", "Rule ", "0.53"),
  "dealings-act": nameInstrument("Dealings Act", "dealings", "Dealings Act ", "1.2"),
  PD1: direction(1, "Matters and their intake", "procedure", "1.0"),
  PD2: direction(2, "Counsel, fees and the ledger", "fees and counsel", "1.8"),
  PD3: direction(3, "Operators and stakes", "operators and stakes", "1.0"),
  PD4: direction(4, "Findings of conduct", "conduct", "1.0"),
  PD11: direction(11, "The Register of Compliance", "compliance", "1.0"),
  PD14: direction(14, "Quotes", "quotes", "1.9.1"),
  PD15: direction(15, "The account of a deal", "accounts", "1.4"),
  PD17: direction(17, "Publication", "publication", "2"),
  "code-of-dealings": {
    ...nameInstrument("Code of Dealings", "dealings", "Code of Dealings ", "1.0"),
    // No judge reads a draft until the Registrar publishes it.
    status: "draft",
  },
} as const satisfies { readonly [id: string]: Named }

/** The id of an instrument: `constitution`, `rules`, `dealings-act`, `PD1` … */
export type InstrumentId = keyof typeof table

/** The name of an instrument: all of it but its words. */
export interface InstrumentName extends Named {
  readonly id: InstrumentId
}

/** The Constitution, the Rules of Court, an Act or a Practice Direction. */
export interface Instrument extends InstrumentName {
  readonly sections: ReadonlyArray<Section>
  /** Legal moves as a table, in Markdown, made from the values that the rules move by. */
  readonly annex?: { readonly title: string; readonly text: () => string }
}

/** An instrument of the law with its words, under the title and version that the table of instruments gives it. */
export const instrumentOf = (
  id: InstrumentId,
  words: Pick<Instrument, "sections" | "annex">,
): Instrument => ({
  id,
  ...table[id],
  ...words,
})

/** The version of each instrument that is in force, by the id of the instrument. */
export const versions: Readonly<Record<InstrumentId, string>> = Record.map(table, ({ version }) => version)

/** The version of the Rules, by which a clause may bind its parties. */
export const rulesVersion: string = versions.rules

/** The names of the instruments, in the order in which they are listed. */
export const names: ReadonlyArray<InstrumentName> = Record.collect(table, (id, name) => ({ id, ...name }))

/** The area of law of the instrument that a citation names; null if it names no instrument of this court. */
export const areaOf = (citation: string): string | null =>
  names.find(({ cited }) => citation.trim().toLowerCase().startsWith(cited.toLowerCase()))?.area ?? null

const byId = new Map(names.map((name) => [name.id.toLowerCase(), name]))

/** The instrument of an address such as `rules` or `PD11`, in any case of letters, or the refusal `unknown_instrument`. */
export const needInstrument = (id: string): Either.Either<InstrumentName, Refusal> =>
  Either.fromNullable(byId.get(id.toLowerCase()), () => refusal("unknown_instrument", { id }))

/** Further versions of an instrument with the same words: only the figures of the schedule differ. */
const also: { readonly [id: string]: ReadonlyArray<string> } = { PD14: ["1.10"] }

/** Whether the court has the words of the version `wanted` of an instrument. */
export const carries = (
  { id, version }: { readonly id: string; readonly version: string },
  wanted: string,
): boolean => wanted === version || (also[id]?.includes(wanted) ?? false)

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
/** All instruments as they are published: their versions, their sections and their annexes. */
export type Publication = ReturnType<typeof publication>
