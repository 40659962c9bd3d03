/**
 * A provision (section), the rule that enforces it, the instrument that contains it with its version, and how instruments write
 * figures. The figures themselves come from the schedule.
 */
import { defaultCurrency, format, groupThousands } from "../kernel/Money.ts"
import type { Terms } from "../kernel/Schedule.ts"

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
/** A provision that states a fact or gives a power. */
export const declaratory = provision("declaratory")
/** A provision that people or operators carry out. */
export const external = provision("external")

/** The sections that a rule gives effect to. */
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

/** The Constitution, the Rules of Court, an Act or a Practice Direction. */
export interface Instrument {
  /** As in `/api/v1/instruments/{instrument}`: `constitution`, `rules`, `dealings-act`, `PD1` … */
  readonly id: string
  readonly title: string
  /** The area of law in which a judgment that rests on it is reported (Rule 5.7). */
  readonly area: string
  readonly version: string
  readonly status: "published" | "draft"
  readonly sections: ReadonlyArray<Section>
  /** Legal moves as a table, in Markdown, made from the values that the rules move by. */
  readonly annex?: { readonly title: string; readonly text: () => string }
}

/** The published versions of the instruments. The Rules apply in the version in force when a matter is filed (Rule 8.1). */
export const versions = {
  constitution: "1.0",
  rules: "0.53",
  "dealings-act": "1.0",
  PD1: "1.0",
  PD2: "1.6",
  PD3: "1.0",
  PD4: "1.0",
  PD11: "1.0",
  PD14: "1.9",
  PD17: "2",
  "code-of-dealings": "1.0",
} as const

export const rulesVersion: string = versions.rules

/** Further versions of an instrument with the same words: only the figures of the schedule differ. */
const also: { readonly [id: string]: ReadonlyArray<string> } = { PD14: ["1.10"] }

/** Whether the court has the words of the version `wanted` of an instrument. */
export const carries = (
  { id, version }: { readonly id: string; readonly version: string },
  wanted: string,
): boolean => wanted === version || (also[id]?.includes(wanted) ?? false)

/** `USD 1,234.50`. */
export const money = (cents: number): string => format(cents, defaultCurrency)

/** `1 agent`, `5 agents`, `2,000 characters`. */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${groupThousands(n)} ${n === 1 ? one : many}`
export const hours = (n: number): string => count(n, "hour")
export const days = (n: number): string => count(n, "day")
export const chars = (n: number): string => count(n, "character")

const kilobyte = 1024
/** `200 kB (204,800 bytes)`. */
export const bytes = (n: number): string => `${groupThousands(n / kilobyte)} kB (${groupThousands(n)} bytes)`

/** `+1`, `−3`: what is added to a reputation. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
export const percent = (n: number): string => `${n} per cent`
