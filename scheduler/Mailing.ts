/**
 * E-mail that is no notice: reserved among those that its address gets in a day, sent, tried again as often as a notice, and then
 * given up. What is over the day's number waits for the next day.
 */
import { Effect } from "effect"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { mailsTo, reserve } from "../core/agents/Allowance.ts"
import { backOff } from "../core/agents/Law.ts"
import * as Host from "../core/Host.ts"
import { completing, defer, type Firing, failures, NotNow } from "./Work.ts"

/** Reserves the sending of a mail to the address that an id of operators stands for. */
export const reserveMail = (operatorId: string, id: string) =>
  Effect.map(
    Host.perform(
      reserve,
      { allowance: mailsTo(operatorId), figure: "addressMailsPerDay", id },
      { actor: { role: "scheduler" } },
    ),
    ({ reply }) => reply,
  )

/** Sends an e-mail, and then does what completes the task: `done`. */
export const sendMail = <E, R>(
  firing: Firing,
  mail: {
    readonly operatorId: string
    readonly to: string
    readonly subject: string
    readonly text: string
  },
  done: Effect.Effect<unknown, E, R>,
) =>
  Effect.gen(function* () {
    const carrier = yield* Carrier
    if (carrier.mail !== null) {
      const { task } = firing
      const { operatorId, ...words } = mail
      const id = task.id.replace("/", ".")
      const { sends, nextDay } = yield* reserveMail(operatorId, id)
      if (!sends) {
        yield* Host.perform(defer, { task, dueAt: nextDay }, completing(firing))
        return
      }
      const { outcome } = yield* carrier.mail({ id, ...words })
      if (outcome !== "delivered" && failures(task.body) < backOff.length)
        return yield* new NotNow({ reason: outcome })
    }
    yield* done
  })
