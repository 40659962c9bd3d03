import { Schema } from "effect"
import { Instant } from "../Time.ts"

export const FinalityStatus = Schema.Literal(
  "open to appeal",
  "under appeal",
  "final",
  "superseded",
  "vacated",
)
export type FinalityStatus = typeof FinalityStatus.Type

/** How final a judgment is: the status last recorded and, while it is open to appeal, the instant at which that ends. */
export const Finality = Schema.Struct({ status: FinalityStatus, until: Schema.NullOr(Instant) })
export type Finality = typeof Finality.Type

/** The status at an instant: open to appeal until the window has passed, final from then on (Rule 6.0). */
export const finalityAt = (finality: Finality, now: Instant): FinalityStatus =>
  finality.status === "open to appeal" && finality.until !== null && now >= finality.until
    ? "final"
    : finality.status
