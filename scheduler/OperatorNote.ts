/** Sends a note to an operator's e-mail address; after as many attempts as a notice gets, it is given up. */
import { Effect, Option, Schema } from "effect"
import * as Host from "../adapters/host/Host.ts"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { backOff } from "../core/agents/Delivery.ts"
import { OperatorNote, Operators } from "../core/agents/Operator.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/Store.ts"
import { failures, settle } from "./Postpone.ts"
import { completing, type Firing, NotNow } from "./Work.ts"

const decodeBody = Schema.decodeUnknownSync(OperatorNote)

export const sendNote = (firing: Firing) =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const carrier = yield* Carrier
    const { operatorId, subject, text } = decodeBody(firing.task.body)
    const operator = Option.getOrNull(yield* reader.find(Operators, operatorId))
    if (operator !== null) {
      const { outcome } = yield* carrier.note({
        id: firing.task.id.replace("/", "."),
        to: operator.email,
        subject,
        text,
      })
      const ended = outcome === "delivered" || outcome === "not_configured"
      if (!ended && failures(firing.task.body) < backOff.length) return yield* new NotNow({ reason: outcome })
    }
    yield* Host.perform(settle, firing.task, completing(firing))
  })
