import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import type { Appeal } from "./Appeal.ts"
import { moveOf } from "./Transitions.ts"

/** An appeal with what time has done to it, and the instant at which it did so; null where nothing was due. */
export interface Passed {
  readonly appeal: Appeal
  readonly at: Instant | null
}

/**
 * Begins the hearing where the window of the fee statement has closed by `now`, at the instant at which it closed, whether or
 * not a scheduler has run (Rule 6.2). It closes at `withdrawBy` itself.
 */
export const passAppeal = rule(["Rule 6.2", "PD2 §5A"], (appeal: Appeal, now: Instant): Passed => {
  const closesAt = appeal.statement?.withdrawBy ?? null
  const move = moveOf(appeal.status, "pass")
  return move === null || closesAt === null || now < closesAt
    ? { appeal, at: null }
    : { appeal: { ...appeal, status: move.to, hearingAt: closesAt }, at: closesAt }
})
