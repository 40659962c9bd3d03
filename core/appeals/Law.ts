/** The law of appeals (Rules, part 6): the words of each section, and beneath them the rule that enforces it. */

import { Either } from "effect"
import type { Actor } from "../Actor.ts"
import { type Finality, Series } from "../judgments/Judgment.ts"
import { type Balance, owedCents } from "../ledger/Balance.ts"
import type { Matter, Review } from "../matters/Matter.ts"
import { type Next, partyOnly } from "../matters/Moves.ts"
import { sideOf } from "../matters/Parties.ts"
import type { Side } from "../Party.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { format, hours, type Instant } from "../Time.ts"
import { type Appeal, type AppealCourt, appealing, type Outcome, reviewOf } from "./Appeal.ts"
import { type Act, allowed, type Move } from "./Moves.ts"

/** Where an appeal lies from a judgment of each series, and how it begins; null where none does (Rules 6.0, 6.1). */
export const lies: {
  readonly [S in Series]: { readonly to: AppealCourt; readonly act: Extract<Act, "appeal" | "leave"> } | null
} = {
  MC: { to: "UC", act: "appeal" },
  FB: { to: "UC", act: "appeal" },
  UC: { to: "HC", act: "leave" },
  HC: null,
}

/** The text is no citation of this court: a defect, since only citations of judgments are kept. */
class NoCitation extends Error {
  override readonly name = "NoCitation"
}

/** The series of a citation: `UC` of `[2026] UC 3`. */
const seriesOf = (citation: string): Series => {
  const series = Series.literals.find((one) => citation.includes(` ${one} `))
  if (series === undefined) throw new NoCitation(citation)
  return series
}

const sides = ["claimant", "respondent"] as const

/** Only a party bound by the judgment may appeal (Rule 6.0). */
const bound = (matter: Matter, side: Side | null): Refusal | null =>
  side !== null && matter[side].id === null ? refusal("not_bound_by_judgment", {}) : null

/** Whether this way of appealing lies from the judgment in force, is still open, and was not gone by this side before. */
const isOpenTo = (matter: Matter, act: "appeal" | "leave", side: Side | null, now: Instant) => {
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
      ...isOpenTo(matter, act, side, now),
    ]
  },
)

/** Who may still appeal from the judgment in force, or apply for leave to, and until when. */
export const openNext = ({ review, claimant, respondent }: Matter, now: Instant): ReadonlyArray<Next> => {
  const last = review?.inForce.at(-1)
  if (review === undefined || last === undefined || review.openUntil === null || now >= review.openUntil)
    return []
  const path = lies[seriesOf(last)]
  if (path === null) return []
  const dueBy = format(review.openUntil)
  return (
    [
      ["claimant", claimant],
      ["respondent", respondent],
    ] as const
  ).flatMap(([side, { id, handle }]) =>
    id === null || review.appealed.includes(side) ? [] : [{ who: handle, act: path.act, dueBy }],
  )
}

/** The move of a withdrawal or its refusal, with what time has done to the appeal applied (Rule 6.2). */
export const mayWithdraw = rule(
  ["Rule 6.2", "PD2 §5A"],
  (
    matter: Matter,
    appeal: Appeal | null,
    actor: Actor,
  ): Either.Either<{ readonly appeal: Appeal; readonly move: Move }, Refusal> =>
    Either.gen(function* () {
      const side = sideOf(matter, actor)
      yield* firstOf([partyOnly(actor, side)])
      if (appeal === null || !appealing(appeal).some((one) => one.side === side))
        return yield* Either.left(refusal("not_appellant", {}))
      if (appeal.status === "hearing" && appeal.hearingAt !== null)
        return yield* Either.left(refusal("withdrawal_closed", { since: format(appeal.hearingAt) }))
      return { appeal, move: yield* allowed({ appeal, matter }, "withdraw", actor) }
    }),
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

/**
 * How final the judgment on an appeal is: the Upper Court's is open to an application for leave, the High Court's final; a
 * remittal is final at once, since what is then decided can be appealed (Rules 6.1, 6.3).
 */
export const finalityOnAppeal = rule(
  ["Rule 6.1", "Rule 6.3"],
  (court: AppealCourt, outcome: Outcome, now: Instant, terms: Terms): Finality =>
    court === "HC" || outcome === "remitted"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: now + hours(terms.appealNoticeHours) },
)
