/** What becomes of an appeal before it is heard: it is withdrawn, leave is given or refused, or its hearing begins. */
import { Effect, Either, Schema } from "effect"
import { registrarOnly } from "../agents/Law.ts"
import * as Changed from "../Change.ts"
import { command, type Decision } from "../Command.ts"
import { serveNotes } from "../matters/Notices.ts"
import { actingSide } from "../matters/Parties.ts"
import type { Side } from "../Party.ts"
import { bounds } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import { type Appeal, Appeals, appealing, judgeKind, judgeTask } from "./Appeal.ts"
import { mayWithdraw } from "./Law.ts"
import { allowed, pricedBy } from "./Moves.ts"
import { notesOf } from "./Notices.ts"
import {
  leaveStanding,
  type OnAppeal,
  onAppeal,
  onAppealNamed,
  passingEvents,
  recordAppeal,
} from "./Record.ts"

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
    const withdrawing = mayWithdraw(matter, facts.passed?.appeal ?? null, context.actor)
    return Either.map(withdrawing, ({ appeal, move }): Decision<Withdrawn> => {
      const side = actingSide(matter, context.actor)
      const left = without(appeal, side, context.now)
      const by = matter[side].handle
      const { id: appealId, below } = appeal
      return {
        changes:
          appealing(left).length > 0
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
    const { appeal } = facts.passed
    const on = { appeal, matter: facts.matter }
    return Either.map(allowed(on, granted ? "grant leave" : "refuse leave", context.actor), (move) => {
      const after: Appeal = {
        ...appeal,
        leave: { granted, reasons, at: context.now },
        status: move.to,
        pricedBy: granted ? pricedBy(context.now, facts.terms) : null,
        endedAt: granted ? null : context.now,
      }
      const act = { after, move, by: null, data: { granted, reasons } }
      return {
        changes: granted ? recordAppeal(facts, act, context) : leaveStanding(facts, act, context),
        reply: { appealId: id, granted, status: after.status },
      }
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
    const notes = notesOf("hearing", { appeal: passed.appeal, matter, by: null })
    return Either.right({
      changes: [
        Changed.put(Appeals, passed.appeal),
        ...passingEvents(facts),
        Changed.task(judgeTask(appealId), judgeKind, context.now, { appealId }),
        ...serveNotes(matter, notes, context),
      ],
      reply: { appealId, status: passed.appeal.status },
    })
  },
})
