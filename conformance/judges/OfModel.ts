/** A model behind a chat-completions endpoint as a judge that the bench tries: it is asked as the Court asks it. */
import { Data, Effect } from "effect"
import { type Chat, Judge } from "../../adapters/model/index.ts"
import type { TriedJudge } from "./Try.ts"

/** The endpoint gives no answers now, so that nothing is known of its model. The run may go on later. */
export class Unasked extends Data.TaggedError("Unasked")<{ readonly why: string }> {}

/** Failures that say nothing of the model. After any other, the model has given no draft. */
const endpointFailed: ReadonlySet<string> = new Set(["unreachable", "busy", "refused", "failed"])

const nothing = (costMicros: number | null) => ({ draft: null, confidence: null, costMicros })

/** The judge of a model. Its name is that of the model, in characters of a file's name. */
export const modelJudge = (chat: Chat.Chat, model: string): TriedJudge<Unasked> => ({
  name: model.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "-"),
  says: `the model ${model}`,
  decide: (bundle) =>
    Judge.ask(chat, model, bundle).pipe(
      Effect.catchTags({
        Unusable: ({ costMicros }) => Effect.succeed(nothing(costMicros)),
        ChatFailed: ({ reason, status }) =>
          endpointFailed.has(reason)
            ? Effect.fail(
                new Unasked({
                  why: `the endpoint is ${reason}${status === null ? "" : ` (status ${status})`}`,
                }),
              )
            : Effect.succeed(nothing(null)),
      }),
    ),
})
