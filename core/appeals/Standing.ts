/** Who may appeal, and until when a judgment that was appealed stays open. */
import type { Actor } from "../Actor.ts"
import type { Finality } from "../judgments/Finality.ts"
import { type Balance, owedCents } from "../ledger/Balance.ts"
import type { Matter, Review } from "../matters/Matter.ts"
import { partyOnly } from "../matters/Moves.ts"
import { sideOf } from "../matters/Parties.ts"
import type { Side } from "../Party.ts"
import { type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { format, type Instant } from "../Time.ts"
import { type Appeal, appealing } from "./Appeal.ts"
import { reviewOf } from "./Gather.ts"
import { lies, seriesOf } from "./Lies.ts"
import { moveOf } from "./Transitions.ts"

const sides = ["claimant", "respondent"] as const

/** Only a party bound by the judgment may appeal (Rule 6.0). */
const bound = (matter: Matter, side: Side | null): Refusal | null =>
  side !== null && matter[side].id === null ? refusal("not_bound_by_judgment", {}) : null

/** Whether this way of appealing lies from the judgment in force, is open still, and was not gone by this side before. */
const open = (matter: Matter, act: "appeal" | "leave", side: Side | null, now: Instant) => {
  const { inForce, openUntil, appealed } = reviewOf(matter)
  const citation = inForce.at(-1)
  if (citation === undefined) return [refusal("wrong_status", { status: matter.status, act })]
  const path = lies[seriesOf(citation)]
  const why =
    path === null
      ? "the High Court has decided, and nothing lies from it"
      : path.act === act
        ? null
        : path.act === "leave"
          ? "an appeal to the High Court needs leave; apply at POST /api/v1/matters/{id}/leave"
          : "an appeal to the Upper Court lies as of right; give notice at POST /api/v1/matters/{id}/appeal"
  if (why !== null) return [refusal("no_appeal_lies", { citation, why })]
  if (side !== null && appealed.includes(side)) return [refusal("already_appealed", { citation })]
  if (openUntil === null) return [refusal("no_appeal_lies", { citation, why: "it is final" })]
  return [when(now >= openUntil, "appeal_time_passed", { citation, until: format(openUntil) })]
}

/** The refusals of a notice of appeal, or of an application for leave to appeal. */
export const mayAppeal = rule(
  ["Rule 6.0", "Rule 6.1", "PD1 §1", "PD2 §7"],
  (
    matter: Matter,
    act: "appeal" | "leave",
    actor: Actor,
    balance: Balance | null,
    now: Instant,
    terms: Terms,
  ): ReadonlyArray<Refusal | null> => {
    const side = sideOf(matter, actor)
    const owed = owedCents(balance)
    return [
      partyOnly(actor, side),
      bound(matter, side),
      when(owed > terms.creditCentsMax, "over_credit_limit", {
        owedCents: owed,
        limitCents: terms.creditCentsMax,
      }),
      ...open(matter, act, side, now),
    ]
  },
)

/** The refusals of a withdrawal, with what time has done to the appeal applied (Rule 6.2). */
export const mayWithdraw = rule(
  ["Rule 6.2", "PD2 §5A"],
  (matter: Matter, appeal: Appeal | null, actor: Actor): ReadonlyArray<Refusal | null> => {
    const side = sideOf(matter, actor)
    const isAppellant = appeal !== null && appealing(appeal).some((one) => one.side === side)
    const closed = appeal !== null && appeal.status === "hearing" && appeal.hearingAt !== null
    return [
      partyOnly(actor, side),
      when(!isAppellant, "not_appellant", {}),
      closed ? refusal("withdrawal_closed", { since: format(appeal.hearingAt) }) : null,
      appeal === null || moveOf(appeal.status, "withdraw") !== null
        ? null
        : refusal("appeal_state", { status: appeal.status, act: "withdraw" }),
    ]
  },
)

/**
 * How final a judgment is that stands after an appeal ended without a decision: open while a party that has not appealed is
 * within its time, final otherwise (Rule 6.0).
 */
export const standingFinality = rule(
  ["Rule 6.0", "Rule 6.2", "Rule 5.6"],
  (matter: Matter, { openUntil, appealed }: Review, now: Instant): Finality => {
    const another = sides.some((side) => matter[side].id !== null && !appealed.includes(side))
    return openUntil !== null && now < openUntil && another
      ? { status: "open to appeal", until: openUntil }
      : { status: "final", until: null }
  },
)
