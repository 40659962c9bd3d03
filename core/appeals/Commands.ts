/** What becomes of an appeal before it is heard: it is withdrawn, leave is given or refused, or its hearing begins. */

import { Effect, Either, Schema } from "effect"
import { registrarOnly } from "../agents/Own.ts"
import * as Changed from "../Change.ts"
import { command, type Decision } from "../Command.ts"
import { serveNotes, toBoth } from "../matters/Notices.ts"
import { actingSide } from "../matters/Parties.ts"
import type { Side } from "../Party.ts"
import { firstOf, refusal } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import { passingEvents, recordAppeal, standing } from "./Acts.ts"
import { type Appeal, Appeals, appealing, judgeKind, judgeTask } from "./Appeal.ts"
import { type OnAppeal, onAppeal, onAppealNamed } from "./Gather.ts"
import { mayWithdraw } from "./Law.ts"
import { moveFrom, moveOf, pricedBy } from "./Moves.ts"

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

/** The body of `POST /registrar/leave/{id}`. */
export const Leave = Schema.Struct({
  granted: Schema.Boolean,
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Leave" })

export type Leave = typeof Leave.Type

/** The Registrar gives or refuses leave to appeal to the High Court, with reasons (Rule 6.1). Where it is refused, the judgment stands. */
export const decideLeave = command({
  name: "decideLeave",
  sections: ["Rule 6.1", "PD11 §7", "Constitution 2.1"],
  gather: ({ id }: Leave & { readonly id: string }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* onAppealNamed(reader, id, context)
      const refused = registrarOnly(context.actor)
      return refused === null ? facts : yield* refused
    }),
  decide: (facts, { id, granted, reasons }, context) => {
    const act = granted ? "grant leave" : "refuse leave"
    const { appeal } = facts.passed
    const move = moveOf(appeal.status, act)
    if (move === null) return Either.left(refusal("appeal_state", { status: appeal.status, act }))
    const leave = { granted, reasons, at: context.now }
    const after: Appeal = {
      ...appeal,
      leave,
      status: move.to,
      pricedBy: granted ? pricedBy(context.now, facts.terms) : null,
      endedAt: granted ? null : context.now,
    }
    const event = granted ? "appeal.leave_granted" : "appeal.leave_refused"
    const given = granted ? "has leave to go" : "has no leave to go"
    const stands = granted ? "" : " The judgment stands."
    const text = `The appeal from ${appeal.below} in matter ${facts.matter.number} ${given} to the High Court.${stands} Reasons: ${reasons}`
    const notes = toBoth(event, text)
    const data = { granted, reasons }
    return Either.right({
      changes: granted
        ? recordAppeal(facts, { after, event, data, rules: move.sections, notes }, context)
        : standing(facts, after, move, event, notes, context, data),
      reply: { appealId: id, granted, status: after.status },
    })
  },
})

/**
 * The hearing begins: the window of the fee statement closed, or nobody priced it in time. Nothing where the appeal has moved on
 * (Rule 6.2).
 */
export const passAppealDeadline = command({
  name: "passAppealDeadline",
  sections: ["Rule 6.2", "PD2 §5", "PD2 §5A"],
  gather: ({ appealId }: { readonly appealId: string }, context, reader) =>
    onAppealNamed(reader, appealId, context),
  decide: (facts, { appealId }, context) => {
    const { passed, matter } = facts
    if (passed.at === null)
      return Either.right({ changes: [], reply: { appealId, status: passed.appeal.status } })
    const text = `The hearing of the appeal from ${passed.appeal.below} in matter ${matter.number} has begun; it can't be withdrawn any more.${passed.appeal.statement === null ? " Nobody priced it in time, so it bears no fee." : ""}`
    return Either.right({
      changes: [
        Changed.put(Appeals, passed.appeal),
        ...passingEvents(facts),
        Changed.task(judgeTask(appealId), judgeKind, context.now, { appealId }),
        ...serveNotes(matter, toBoth("appeal.hearing", text), context),
      ],
      reply: { appealId, status: passed.appeal.status },
    })
  },
})
