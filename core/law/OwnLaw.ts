/** The court's own law as its rules read it: what a citation names, and which provisions have the words of a proposition. */
import { Context } from "effect"
import { type Instrument, render } from "../kernel/Instrument.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { normalCitation } from "../tenders/index.ts"

/** A provision or a whole instrument that the Court holds: what it is called, and its words under the figures given. */
interface HeldLaw {
  readonly citation: string
  readonly text: (terms: Terms) => string
}

export interface OwnLawService {
  /** The law that a citation names; null if it names none. */
  readonly find: (citation: string) => HeldLaw | null
  /** At most `limit` provisions that have every telling word of a proposition, in the order of the rulebook. */
  readonly about: (proposition: string, terms: Terms, limit: number) => ReadonlyArray<string>
}
/** The law by which a court judges. `rulebook.layer` provides it: every area adds words to the rulebook, so no area can import it. */
export class OwnLaw extends Context.Tag("agent-court/OwnLaw")<OwnLaw, OwnLawService>() {}

/** Ways of writing the same provision: `PD 11 § 4`, `Practice Direction 11 section 4`, `PD11 §4`. */
const lawForm = (citation: string): string =>
  normalCitation(citation)
    .replace(/\bpractice direction\s*/gu, "pd")
    .replace(/\bpd (?=\d)/gu, "pd")
    .replace(/\b(?:section|sec|s)\s*(?=\d)/gu, "§")
    .replace(/§ /gu, "§")
    .replace(/\br(?:ules)? (?=\d)/gu, "rule ")

/** Words of four letters and more, which tell one proposition from another. */
const tellingWords = (text: string): ReadonlyArray<string> => [
  ...new Set(normalCitation(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []),
]

/** The law of these instruments. A draft is not in force and no judge reads it, so the Court does not hold it. */
export const holdLaw = (instruments: ReadonlyArray<Instrument>): OwnLawService => {
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
  return {
    find: (citation) => laws.get(lawForm(citation)) ?? null,
    about: (proposition, terms, limit) => {
      const words = tellingWords(proposition)
      if (words.length === 0) return []
      const hasWords = (text: string) => words.every((word) => text.includes(word))
      return inForce
        .flatMap(({ sections }) => sections)
        .filter(({ title, text }) => hasWords(`${title} ${text(terms)}`.toLowerCase()))
        .slice(0, limit)
        .map(({ id }) => id)
    },
  }
}
