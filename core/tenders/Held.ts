/** The Court's own law, and the shape of its citations. */
import { instruments, render } from "../rulebook/Rulebook.ts"
import type { Terms } from "../Schedule.ts"
import { normalCitation } from "./Source.ts"

const neutral = /\[(\d{4})\]\s*(mc|fb|uc|hc)\s*(\d{1,9})(?!\d)/

/** The citation of a judgment of this court within a tendered citation, as the register writes it; null where there is none. */
export const neutralCitation = (citation: string): string | null => {
  const [, year, series, number] = neutral.exec(normalCitation(citation)) ?? []
  return year === undefined || series === undefined || number === undefined
    ? null
    : `[${year}] ${series.toUpperCase()} ${Number(number)}`
}

/** Ways of writing the same provision: `PD 11 § 4`, `Practice Direction 11 section 4`, `PD11 §4`. */
const lawForm = (citation: string): string =>
  normalCitation(citation)
    .replace(/\bpractice direction\s*/gu, "pd")
    .replace(/\bpd (?=\d)/gu, "pd")
    .replace(/\b(?:section|sec|s)\s*(?=\d)/gu, "§")
    .replace(/§ /gu, "§")
    .replace(/\br(?:ules)? (?=\d)/gu, "rule ")

/** A provision or a whole instrument that the Court holds: what it is called, and its words under the figures given. */
export interface HeldLaw {
  readonly citation: string
  readonly text: (terms: Terms) => string
}

// A draft is not in force and no judge reads it: the Court does not hold it.
const inForce = instruments.filter(({ status }) => status === "published")

const laws = new Map<string, HeldLaw>(
  inForce.flatMap((instrument) => {
    const whole = { citation: instrument.title, text: (terms: Terms) => render(instrument, terms) }
    return [
      [lawForm(instrument.id), whole] as const,
      [lawForm(instrument.title), whole] as const,
      ...instrument.sections.map(({ id, text }) => [lawForm(id), { citation: id, text }] as const),
    ]
  }),
)

/** The law that a citation names, where it names some. */
export const heldLaw = (citation: string): HeldLaw | null => laws.get(lawForm(citation)) ?? null

/** The words of the law that a citation names; null where it names none. */
export const lawOf = (citation: string, terms: Terms): string | null => heldLaw(citation)?.text(terms) ?? null

/** Words of four letters and more: those that tell one proposition from another. */
const tellingWords = (text: string): ReadonlyArray<string> => [
  ...new Set(normalCitation(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []),
]

/** Provisions that carry every telling word of a proposition, in the order of the rulebook. */
export const lawAbout = (proposition: string, terms: Terms, limit: number): ReadonlyArray<string> => {
  const words = tellingWords(proposition)
  if (words.length === 0) return []
  const carries = (text: string) => words.every((word) => text.includes(word))
  return inForce
    .flatMap(({ sections }) => sections)
    .filter(({ title, text }) => carries(`${title} ${text(terms)}`.toLowerCase()))
    .slice(0, limit)
    .map(({ id }) => id)
}
