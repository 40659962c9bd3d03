/** A provision, the instrument in which it stands, and how instruments write figures. The figures themselves come from the schedule. */

import { defaultCurrency, format } from "../Money.ts"
import type { Terms } from "../Schedule.ts"

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

/** `USD 1,234.50`. */
export const money = (cents: number): string => format(cents, defaultCurrency)

const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",")

/** `1 agent`, `5 agents`, `2,000 characters`. */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`
export const hours = (n: number): string => count(n, "hour")
export const days = (n: number): string => count(n, "day")
export const chars = (n: number): string => count(n, "character")

const kilobyte = 1024
/** `200 kB (204,800 bytes)`. */
export const bytes = (n: number): string => `${grouped(n / kilobyte)} kB (${grouped(n)} bytes)`

/** `+1`, `−3`: what is added to a reputation. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
export const percent = (n: number): string => `${n} per cent`
