/** The answer to a request that failed: what the law or the interface refuses, what was out of reach, what nobody foresaw. */
import { randomUUID } from "node:crypto"
import { Cause, Effect } from "effect"
import { wordless } from "../../adapters/host/Failure.ts"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { refusal } from "../../core/Refusal.ts"
import { type Answer, problemAnswer } from "./Answer.ts"
import type { Failure } from "./Handler.ts"
import { faultProblem, refusalProblem } from "./Problem.ts"

const instance = (): string => `urn:uuid:${randomUUID()}`

const unavailable = (): Answer =>
  problemAnswer(faultProblem("store_unavailable", instance()), { "retry-after": "1" })

const answerTo = (failure: Failure): Effect.Effect<Answer> => {
  switch (failure._tag) {
    case "Refusal": {
      const { waitSeconds } = failure
      const headers = waitSeconds === null ? {} : { "retry-after": String(waitSeconds) }
      return Effect.succeed(problemAnswer(refusalProblem(failure, instance()), headers))
    }
    case "Faulted":
      return Effect.succeed(
        problemAnswer(faultProblem(failure.code, instance(), failure.errors), failure.headers),
      )
    case "CommandMismatch":
      return Effect.succeed(problemAnswer(faultProblem("key_reused", instance())))
    // What the store said is in the log already (adapters/store/Health.ts): once a second, not once a request.
    case "StoreUnavailable":
      return Effect.succeed(unavailable())
    case "NotaryUnavailable":
      return Effect.as(Effect.logWarning(failure._tag, wordless(Cause.fail(failure))), unavailable())
    case "ActorChanged":
      return Effect.succeed(problemAnswer(refusalProblem(refusal("contention", {}), instance())))
    case "LeaseLost":
      return Effect.die(failure)
  }
}

const codeOf = (failure: Failure): string => {
  switch (failure._tag) {
    case "Refusal":
    case "Faulted":
      return failure.code
    default:
      return failure._tag
  }
}

/** The answer to what failed, counted by its code. */
export const refuse = (failure: Failure): Effect.Effect<Answer> =>
  Effect.tap(answerTo(failure), ({ status }) =>
    Effect.sync(() => Metrics.refusals.record(1, codeOf(failure), String(status))),
  )

/** A defect: logged under an id that the answer names, and nothing else. */
export const failed = (cause: Cause.Cause<unknown>, where: string): Effect.Effect<Answer> => {
  const id = instance()
  const answer = problemAnswer(faultProblem("internal", id))
  Metrics.refusals.record(1, "internal", String(answer.status))
  return Effect.logError(`${where} failed`, wordless(cause)).pipe(
    Effect.annotateLogs("instance", id),
    Effect.as(answer),
  )
}
