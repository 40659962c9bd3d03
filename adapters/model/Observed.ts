/** A chat-completions endpoint whose answers are timed and priced. What was asked and answered is told nobody. */
import { Cause, Effect, Exit, Option } from "effect"
import { errorType } from "../telemetry/Exported.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { within } from "../telemetry/Tracing.ts"
import type { Chat, ChatAnswer, ChatFailed } from "./Chat.ts"

const failureOf = (exit: Exit.Exit<ChatAnswer, ChatFailed>): string =>
  Exit.match(exit, {
    onSuccess: () => "",
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"),
        onSome: ({ reason }) => reason,
      }),
  })

const micros = 1_000_000

/** Observes an endpoint. Only the models of a configuration are told by name: clients may name any. */
export const observed = (chat: Chat, configured: ReadonlyArray<string>): Chat => ({
  complete: (request) => {
    const model = configured.includes(request.model) ? request.model : "_OTHER"
    const attributes = { "gen_ai.operation.name": "chat", "gen_ai.request.model": model }
    return within(`chat ${model}`, { kind: "client", attributes }, (span) =>
      Effect.suspend(() => {
        const startedAt = performance.now()
        return Effect.onExit(chat.complete(request), (exit) =>
          Effect.sync(() => {
            const failure = failureOf(exit)
            Metrics.models.record((performance.now() - startedAt) / 1_000, "chat", model, failure)
            if (Exit.isSuccess(exit) && exit.value.costMicros !== null)
              Metrics.modelCost.record(exit.value.costMicros / micros, model)
            if (failure !== "") span?.attribute(errorType, failure)
          }),
        )
      }),
    )
  },
})
