/** Asks a judge that proposes for its draft, and hands it to the bench. Whatever goes wrong leaves the matter as it was. */
import { Cause, Effect, Schema } from "effect"
import { wordless } from "../adapters/host/Failure.ts"
import { completing, type Firing } from "../core/Deadlines.ts"
import * as Host from "../core/Host.ts"
import { bundleToPropose, Judge, type JudgeUnavailable, Proposed, propose } from "../core/judgments/Judge.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/store/Store.ts"
import { failures, NotNow, settle } from "./Work.ts"

const decodeBody = Schema.decodeUnknownSync(Proposed)

/** After so many failures the bench is left to draft for itself. */
const attempts = 5

/** A cause that is no sentence of the judge's own may quote what somebody wrote. */
const reasonOf = ({ cause }: JudgeUnavailable): string =>
  typeof cause === "string" ? cause : "the judge gave none"

export const proposeDraft = (firing: Firing) =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const asked = decodeBody(firing.task.body)
    const bundle = yield* bundleToPropose(reader, asked)
    const judge = yield* Judge
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
      ? Host.perform(settle, firing.task, completing(firing))
      : Host.perform(propose, { ...asked, draft, line: judge.line }, completing(firing))
  })
