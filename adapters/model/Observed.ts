/** A chat-completions endpoint whose answers are timed and priced. What was asked and answered is told nobody. */
import { Cause, Option } from "effect"
import * as Metrics from "../telemetry/Metrics.ts"
import { errorType, timed, within } from "../telemetry/Tracing.ts"
import type { Chat, ChatFailed } from "./Chat.ts"
import { dollarsOf } from "./Price.ts"

const failureOf = (cause: Cause.Cause<ChatFailed>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"),
    onSome: ({ reason }) => reason,
  })

/** Observes an endpoint. Only the models of a configuration are told by name: clients may name any. */
export const observed = (chat: Chat, configured: ReadonlyArray<string>): Chat => ({
  complete: (request) => {
    const model = configured.includes(request.model) ? request.model : "_OTHER"
    const attributes = { "gen_ai.operation.name": "chat", "gen_ai.request.model": model }
    return within(`chat ${model}`, { kind: "client", attributes }, (span) =>
      timed(
        chat.complete(request),
        (seconds, { costMicros }) => {
          Metrics.models.record(seconds, "chat", model, "")
          if (costMicros !== null) Metrics.modelCost.record(dollarsOf(costMicros), model)
        },
        (seconds, cause) => {
          const failure = failureOf(cause)
          Metrics.models.record(seconds, "chat", model, failure)
          span?.attribute(errorType, failure)
        },
      ),
    )
  },
})
