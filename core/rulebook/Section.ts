import type { Terms } from "../Schedule.ts"

/** The name of a provision, as refusals, transitions, events and test titles cite it. */
export type SectionId =
  | `Constitution ${string}`
  | `Rule ${string}`
  | `Dealings Act ${string}`
  | `PD${number} §${string}`

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

/** The Constitution, the Rules of Court, an Act or a Practice Direction. */
export interface Instrument {
  /** As in `/api/v1/instruments/{instrument}`: `constitution`, `rules`, `dealings-act`, `PD1` … */
  readonly id: string
  readonly title: string
  readonly version: string
  readonly status: "published" | "draft"
  readonly sections: ReadonlyArray<Section>
}
