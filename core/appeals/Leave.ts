import { Effect, Either, Schema } from "effect"
import { registrarOnly } from "../agents/Law.ts"
import { command } from "../Command.ts"
import { toBoth } from "../matters/Notices.ts"
import { refusal } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import type { Appeal } from "./Appeal.ts"
import { standing } from "./Ending.ts"
import { onAppealNamed } from "./Gather.ts"
import { pricedBy } from "./Passing.ts"
import { recordAppeal } from "./Record.ts"
import { moveOf } from "./Transitions.ts"

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
