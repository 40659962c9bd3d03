/** Asks a judge that proposes for a draft, and gives it to the bench. A failure leaves the matter as it was. */
import { Cause, Effect, Schema } from "effect"
import { wordless } from "../adapters/host/Failure.ts"
import {
  bundleToPropose,
  Judge,
  type JudgeUnavailable,
  Proposed,
  propose,
  proposerOf,
} from "../core/bench/index.ts"
import { completionOf, type Firing } from "../core/Deadlines.ts"
import * as Court from "../core/kernel/Court.ts"
import * as Host from "../core/kernel/Host.ts"
import { failures, NotNow, settle } from "./Work.ts"

const decodeBody = Schema.decodeUnknownSync(Proposed)

/** After this many failures, the bench drafts without a proposal. */
const attempts = 5

/** The reason that a judge gives, for the log. A cause that is not the judge's own text may quote what a user wrote, so it is left out. */
const reasonOf = ({ cause }: JudgeUnavailable): string =>
  typeof cause === "string" ? cause : "the judge gave none"

/** Asks the judge for a draft that is due, and files it for the bench. */
export const proposeDraft = (firing: Firing) =>
  Effect.gen(function* () {
    const asked = decodeBody(firing.task.body)
    const host = yield* Host.Host
    const bundle = yield* Court.ask(bundleToPropose, asked, {
      actor: { role: "scheduler" },
      now: firing.at ?? (yield* host.now),
      schedule: yield* host.schedule,
    })
    const judge = proposerOf(yield* Judge)
    const draft =
      bundle === null
        ? null
        : yield* judge.decide(bundle).pipe(
            Effect.tapError((failed) =>
              Effect.logWarning(`no draft for the bench: ${reasonOf(failed)}`, wordless(Cause.fail(failed))),
            ),
            Effect.catchAll((failed) =>
              failures(firing.task.body) < attempts
                ? Effect.fail(new NotNow({ reason: reasonOf(failed) }))
                : Effect.succeed(null),
            ),
          )
    yield* draft === null
      ? Host.perform(settle, firing.task, completionOf(firing))
      : Host.perform(propose, { ...asked, draft, line: judge.line }, completionOf(firing))
  })
