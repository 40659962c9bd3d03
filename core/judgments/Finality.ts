import { Schema } from "effect"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { hours, Instant } from "../Time.ts"

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

/** Finality at delivery: a judgment by consent is final at once (Rule 4.7), any other is open to appeal (Rule 6.0). */
export const openFinality = rule(
  ["Rule 4.7", "Rule 5.6", "Rule 6.0"],
  (basis: "contested" | "default" | "consent", deliveredAt: Instant, terms: Terms): Finality =>
    basis === "consent"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: deliveredAt + hours(terms.appealNoticeHours) },
)

/** The task that records finality when the time to appeal has passed. */
export const finalityTask = (citation: string): string => `judgment-final/${citation}`
export const finalityKind = "judgment-final"
