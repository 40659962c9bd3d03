/** The withdrawal of an appeal, without a fee (Rule 6.2, PD2 §5A). */

import { Effect, Either } from "effect"
import type { Side } from "../kernel/Actor.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import { firstOf, type Refusal, refusal } from "../kernel/Refusal.ts"
import { enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { type Matter, Parties, partyOnly } from "../matters/index.ts"
import { type Appeal, remainingAppellants, reviewOf } from "./Appeal.ts"
import { finalityLeft } from "./Law.ts"
import { type Moved, partsOf } from "./Moves.ts"
import { appeals, leaveStanding, type OnAppeal, onAppeal, recordAppeal } from "./Record.ts"

export const withdrawalOfAnAppeal = enforced(
  "PD2 §5A",
  "Withdrawal of an appeal",
  (t) =>
    `An appellant may withdraw without a fee at any time before the fee statement, and within ${hoursOf(t.appealWithdrawalHours)} after it.`,
)

const without = (
  [first, ...others]: Appeal["appellants"],
  side: Side | null,
  now: Instant,
): Appeal["appellants"] => {
  const leave = (one: typeof first) =>
    one.side === side && one.withdrawnAt === null ? { ...one, withdrawnAt: now } : one
  return [leave(first), ...others.map(leave)]
}

export const mayWithdraw = rule(
  ["Rule 6.2", "PD2 §5A"],
  (
    matter: Matter.Matter,
    stored: Appeal | null,
    { actor, now }: Pick<CommandContext, "actor" | "now">,
  ): Either.Either<ReadonlyArray<Moved>, Refusal> =>
    Either.gen(function* () {
      const side = Parties.sideOf(matter, actor)
      yield* firstOf([partyOnly(actor, side)])
      const appeal = stored === null ? null : appeals.current(stored, now)
      if (stored === null || appeal === null || !remainingAppellants(appeal).some((one) => one.side === side))
        return yield* Either.left(refusal("not_appellant", {}))
      if (appeal.status === "hearing" && appeal.hearingAt !== null)
        return yield* Either.left(refusal("withdrawal_closed", { since: format(appeal.hearingAt) }))
      const who = partsOf({ appeal, matter }, actor)
      const stated = { appellants: without(appeal.appellants, side, now) }
      return yield* appeals.perform(stored, { act: "withdraw", who, stated }, now)
    }),
)

type Withdrawn = {
  readonly appealId: string
  readonly status: "withdrawn"
  /** A withdrawal in time costs nothing. */
  readonly feeCents: 0
  readonly judgmentBelow: string
}

/**
 * An appellant withdraws without a fee: `POST /matters/{id}/withdraw`. The judgment below stands, unless the other party has
 * appealed too: then the other's appeal goes on. Refused once the window of the fee statement has closed.
 */
export const withdrawAppeal = command({
  name: "withdraw-appeal",
  sections: ["Rule 6.2", "PD2 §5A", "PD11 §7"],
  input: ById,
  gather: ({ id }, context, reader) => Effect.map(onAppeal(reader, id, context), (facts): OnAppeal => facts),
  decide: (facts: OnAppeal, _input, context) =>
    Either.map(mayWithdraw(facts.matter, facts.stored, context), (moves): Decision<Withdrawn> => {
      const { id: appealId, below, status } = afterOf(moves)
      const finality = finalityLeft(facts.matter, reviewOf(facts.matter), context.now)
      return {
        changes:
          status === "withdrawn"
            ? leaveStanding(facts, moves, { finality }, context)
            : recordAppeal(facts, moves, {}, context),
        reply: { appealId, status: "withdrawn", feeCents: 0, judgmentBelow: below },
      }
    }),
})
