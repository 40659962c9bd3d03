import { Effect, Either } from "effect"
import { command, type Decision } from "../Command.ts"
import { toBoth } from "../matters/Notices.ts"
import { actingSide } from "../matters/Parties.ts"
import type { Side } from "../Party.ts"
import { firstOf, refusal } from "../Refusal.ts"
import type { Instant } from "../Time.ts"
import { type Appeal, appealing } from "./Appeal.ts"
import { standing } from "./Ending.ts"
import { type OnAppeal, onAppeal } from "./Gather.ts"
import { recordAppeal } from "./Record.ts"
import { mayWithdraw } from "./Standing.ts"
import { moveFrom } from "./Transitions.ts"

export type Withdrawn = {
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
 * An appellant withdraws without fee: `POST /matters/{id}/withdraw`. The judgment below stands, unless the other party has
 * appealed too: then it goes on alone. Refused once the window of the fee statement has closed, recorded or not.
 */
export const withdraw = command({
  name: "withdraw",
  sections: ["Rule 6.2", "PD2 §5A", "PD11 §7"],
  gather: ({ matterId }: { readonly matterId: string }, context, reader) =>
    Effect.map(onAppeal(reader, matterId, context), (facts): OnAppeal => facts),
  decide: (facts: OnAppeal, _input, context) => {
    const { matter } = facts
    const current = facts.passed?.appeal ?? null
    return Either.flatMap(firstOf(mayWithdraw(matter, current, context.actor)), () => {
      if (current === null) return Either.left(refusal("not_appellant", {}))
      const move = moveFrom(current.status, "withdraw")
      const side = actingSide(matter, context.actor)
      const left = without(current, side, context.now)
      const { id: appealId, below } = current
      const reply: Withdrawn = { appealId, status: "withdrawn", feeCents: 0, judgmentBelow: below }
      const goesOn = appealing(left).length > 0
      const text = `${matter[side].handle} has withdrawn its appeal from ${below} in matter ${matter.number}, without a fee.${goesOn ? " The other party's goes on." : " The judgment stands."}`
      const notes = toBoth("appeal.withdrawn", text)
      const decision: Decision<Withdrawn> = {
        changes: goesOn
          ? recordAppeal(
              facts,
              { after: left, event: "appeal.withdrawn", rules: move.sections, notes },
              context,
            )
          : standing(
              facts,
              { ...left, status: move.to, endedAt: context.now },
              move,
              "appeal.withdrawn",
              notes,
              context,
            ),
        reply,
      }
      return Either.right(decision)
    })
  },
})
