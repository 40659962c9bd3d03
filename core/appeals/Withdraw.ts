/** The withdrawal of an appeal, without a fee (Rule 6.2, PD2 §5A). */

import { Effect, Either } from "effect"
import type { Actor, Side } from "../kernel/Actor.ts"
import { command, type Decision } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { firstOf, type Refusal, refusal } from "../kernel/Refusal.ts"
import { enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { actingSide, type Matter, partyOnly, sideOf } from "../matters/index.ts"
import { type Appeal, remainingAppellants } from "./Appeal.ts"
import { findAllowedMove, type Move } from "./Moves.ts"
import { leaveStanding, type OnAppeal, onAppeal, recordAppeal } from "./Record.ts"

export const withdrawalOfAnAppeal = enforced(
  "PD2 §5A",
  "Withdrawal of an appeal",
  (t) =>
    `An appellant may withdraw without a fee at any time before the fee statement, and within ${hoursOf(t.appealWithdrawalHours)} after it.`,
)

/** The move of a withdrawal, or its refusal. `appeal` is the appeal after the passing that is due (Rule 6.2). */
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
      if (appeal === null || !remainingAppellants(appeal).some((one) => one.side === side))
        return yield* Either.left(refusal("not_appellant", {}))
      if (appeal.status === "hearing" && appeal.hearingAt !== null)
        return yield* Either.left(refusal("withdrawal_closed", { since: format(appeal.hearingAt) }))
      return { appeal, move: yield* findAllowedMove({ appeal, matter }, "withdraw", actor) }
    }),
)

type Withdrawn = {
  readonly appealId: string
  readonly status: "withdrawn"
  /** A withdrawal in time costs nothing. */
  readonly feeCents: 0
  readonly judgmentBelow: string
}

const without = (appeal: Appeal, side: Side, now: Instant): Appeal => {
  const [first, ...others] = appeal.appellants
  const leave = (one: typeof first) =>
    one.side === side && one.withdrawnAt === null ? { ...one, withdrawnAt: now } : one
  return { ...appeal, appellants: [leave(first), ...others.map(leave)] }
}

/**
 * An appellant withdraws without a fee: `POST /matters/{id}/withdraw`. The judgment below stands, unless the other party has
 * appealed too: then the other's appeal goes on. Refused once the window of the fee statement has closed.
 */
export const withdraw = command({
  name: "withdraw",
  sections: ["Rule 6.2", "PD2 §5A", "PD11 §7"],
  input: ById,
  gather: ({ id }, context, reader) => Effect.map(onAppeal(reader, id, context), (facts): OnAppeal => facts),
  decide: (facts: OnAppeal, _input, context) => {
    const { matter } = facts
    const withdrawing = mayWithdraw(matter, facts.passed?.appeal ?? null, context.actor)
    return Either.map(withdrawing, ({ appeal, move }): Decision<Withdrawn> => {
      const side = actingSide(matter, context.actor)
      const left = without(appeal, side, context.now)
      const by = matter[side].handle
      const { id: appealId, below } = appeal
      return {
        changes:
          remainingAppellants(left).length > 0
            ? recordAppeal(facts, { after: left, move, by }, context)
            : leaveStanding(
                facts,
                { after: { ...left, status: move.to, endedAt: context.now }, move, by },
                context,
              ),
        reply: { appealId, status: "withdrawn", feeCents: 0, judgmentBelow: below },
      }
    })
  },
})
