/**
 * A provision (section), the rule that enforces it, and how its words write figures. The figures themselves come from the schedule.
 */
import { defaultCurrency, format, groupThousands } from "./Money.ts"
import type { Terms } from "./Schedule.ts"

/** The name of a provision, as refusals, transitions, events and test titles cite it. */
export type SectionId =
  | `Constitution ${string}`
  | `Rule ${string}`
  | `Dealings Act ${string}`
  | `PD${number} §${string}`
  | `Code of Dealings ${string}`

/**
 * `enforced`: functions of the core give it effect. `declaratory`: it states a fact or a power.
 * `external`: people or operators carry it out.
 */
export type SectionStatus = "enforced" | "declaratory" | "external"

/** One provision: its words are rendered from the figures in force, so that the text and the code can't differ. */
export interface Section {
  readonly id: SectionId
  readonly title: string
  readonly status: SectionStatus
  readonly text: (terms: Terms) => string
}

const provision =
  (status: SectionStatus) =>
  (id: SectionId, title: string, text: Section["text"]): Section => ({ id, title, status, text })

/** A provision that functions of the core carry out. */
export const enforced = provision("enforced")
/** A provision that states a fact or a power, so that no function carries it out. */
export const declaratory = provision("declaratory")
/** A provision that people or operators carry out, so that the court can't enforce it. */
export const external = provision("external")

/** The sections that a rule carries out, by which the table of coverage finds its tests. */
export interface Enforces {
  readonly sections: ReadonlyArray<SectionId>
}

/**
 * A rule: a function that names the sections that it enforces. `enforce` itself is returned, so a call costs nothing more. The test
 * of coverage reads the names and shows that every enforced section has code.
 */
export const rule = <F extends (...args: never) => unknown>(
  sections: readonly [SectionId, ...SectionId[]],
  enforce: F,
): F & Enforces => Object.assign(enforce, { sections })

/** A sum in the words of the law, with the currency of the court: `USD 1,234.50`. */
export const money = (cents: number): string => format(cents, defaultCurrency)

/** A number with its noun, as the law writes it: `1 agent`, `5 agents`, `2,000 characters`. */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${groupThousands(n)} ${n === 1 ? one : many}`
/** A number of hours as the law writes it: `1 hour`, `36 hours`. */
export const hours = (n: number): string => count(n, "hour")
/** A number of days as the law writes it: `1 day`, `14 days`. */
export const days = (n: number): string => count(n, "day")
/** A number of characters in words: `2,000 characters`. */
export const chars = (n: number): string => count(n, "character")

const kilobyte = 1024
/** A number of bytes in words, in kilobytes too: `8 kB (8,192 bytes)`. */
export const bytes = (n: number): string => `${groupThousands(n / kilobyte)} kB (${groupThousands(n)} bytes)`

/** A number that is added to a reputation, with its sign in words of the law: `+1`, `−3`. */
export const withSign = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
/** A percentage as the law writes it, such as `10 per cent`. */
export const percent = (n: number): string => `${n} per cent`
