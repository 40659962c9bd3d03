/** A model behind a chat-completions endpoint, or a panel of models, as a judge that the bench tries: it is asked as the Court asks it. */
import { Data, Effect, Either } from "effect"
import { type Chat, Judge, Panel, Price } from "../../adapters/model/index.ts"
import type { TriedJudge } from "./Try.ts"

/** The endpoint gives no answers now, so that nothing is known of its model. The run may go on later. */
export class Unasked extends Data.TaggedError("Unasked")<{ readonly why: string }> {}

/** Failures that say nothing of the model. After any other, the model has given no draft. */
const endpointFailed: ReadonlySet<string> = new Set(["unreachable", "busy", "refused", "failed"])

const makeUnasked = (reason: string, status: number | null): Unasked =>
  new Unasked({ why: `the endpoint is ${reason}${status === null ? "" : ` (status ${status})`}` })

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
            ? Effect.fail(makeUnasked(reason, status))
            : Effect.succeed(nothing(null)),
      }),
    ),
})

/** The mean of the confidences that members state; null if no member states one. */
const meanConfidence = (answers: ReadonlyArray<Panel.MemberAnswer>): number | null => {
  const stated = answers.flatMap((answer) =>
    Either.isRight(answer) && answer.right.confidence !== null ? [answer.right.confidence] : [],
  )
  return stated.length === 0 ? null : stated.reduce((sum, one) => sum + one, 0) / stated.length
}

/** The judge of a panel of models (PD15 §11D). If one endpoint gives no answers now, nothing is known of the panel. */
export const panelJudge = (members: ReadonlyArray<Panel.Member>): TriedJudge<Unasked> => ({
  name: "panel",
  says: `a panel of ${members.map(({ model }) => model).join(", ")}`,
  decide: (bundle) =>
    Effect.flatMap(Panel.askPanel(members, bundle), ({ draft, answers }) => {
      for (const answer of answers)
        if (
          Either.isLeft(answer) &&
          answer.left._tag === "ChatFailed" &&
          endpointFailed.has(answer.left.reason)
        )
          return Effect.fail(makeUnasked(answer.left.reason, answer.left.status))
      const costs = answers.map(Panel.costOf)
      return Effect.succeed({
        draft,
        confidence: meanConfidence(answers),
        costMicros: Price.sumMicros(costs),
        costs,
      })
    }),
})
