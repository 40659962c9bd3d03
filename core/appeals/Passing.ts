import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { days, type Instant } from "../Time.ts"
import type { Appeal } from "./Appeal.ts"
import { moveOf } from "./Transitions.ts"

/** An appeal with what time has done to it, and the instant at which it did so; null where nothing was due. */
export interface Passed {
  readonly appeal: Appeal
  readonly at: Instant | null
}

/** The instant at which an appeal is heard, if nobody acts before: the window of its statement closes, or nobody has priced it in time. */
export const hearingDue = ({ status, statement, pricedBy }: Appeal): Instant | null => {
  if (status === "stated") return statement?.withdrawBy ?? null
  return status === "noticed" ? pricedBy : null
}

/** The instant by which an appeal that is noticed now must be priced. */
export const pricedBy = rule(
  ["PD2 §5"],
  (noticedAt: Instant, terms: Terms): Instant => noticedAt + days(terms.appealPricingDays),
)

/**
 * Begins the hearing where its instant has come by `now`, at that instant, whether or not a scheduler has run (Rule 6.2): the
 * window of the fee statement closes at `withdrawBy` itself, and an appeal that nobody has priced is heard without a fee (PD2 §5).
 */
export const passAppeal = rule(["Rule 6.2", "PD2 §5", "PD2 §5A"], (appeal: Appeal, now: Instant): Passed => {
  const dueAt = hearingDue(appeal)
  const move = moveOf(appeal.status, "pass")
  return move === null || dueAt === null || now < dueAt
    ? { appeal, at: null }
    : { appeal: { ...appeal, status: move.to, hearingAt: dueAt }, at: dueAt }
})
