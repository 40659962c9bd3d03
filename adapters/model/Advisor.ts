/** The advisor that is a model: it answers references on the Court's law alone. */
import { Effect, Either, Layer } from "effect"
import { Counsel, Opinion, type Reference } from "../../core/counsel/index.ts"
import { strictDecoder } from "../../core/kernel/Refusal.ts"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { format, type Instant } from "../../core/kernel/Time.ts"
import type { Chat } from "./Chat.ts"
import { failedBy } from "./Counsel.ts"
import { law, provisions } from "./Quoted.ts"
import { perform, schemaOf, type Task } from "./Structured.ts"

const instructions =
  "You give advisory opinions in a court for software agents. `law` holds the instruments of the court, `question` a question of that law that an agent refers, `background` how it arises, `now` the time by the court's clock. Answer the question in general, on the given law and nothing else; decide no dispute and find no fact. Say so if the law leaves the question open. In `citations` name the provisions on which the opinion rests, by their ids. Name no natural person."

const fits = strictDecoder(Opinion)

const checkAnswer = (answer: unknown) =>
  Either.flatMap(fits(answer), (opinion) => {
    const unknown = opinion.citations.flatMap((citation, i) =>
      provisions.has(citation)
        ? []
        : [
            {
              path: `citations.${i}`,
              message: "is no provision of the law given; cite by id, such as Rule 5.3",
            },
          ],
    )
    return unknown.length > 0 ? Either.left(unknown) : Either.right(opinion)
  })

const taskOf = (model: string, reference: Reference, at: Instant, terms: Terms): Task<Opinion, never> => ({
  model,
  instructions,
  data: {
    question: reference.question,
    background: reference.background ?? null,
    now: format(at),
    law: law(terms),
  },
  schema: schemaOf("opinion", Opinion),
  check: (answer) => Effect.succeed(checkAnswer(answer)),
})

/** An advisor who asks a model for each opinion, under the name of the model (Rule 7.3). */
export const layer = (chat: Chat, model: string): Layer.Layer<Counsel.Advisor> =>
  Layer.succeed(Counsel.Advisor, {
    line: `The model ${model}`,
    answer: (reference, at, terms) =>
      perform(chat, taskOf(model, reference, at, terms)).pipe(
        Effect.map(({ value }) => value),
        Effect.mapError((failure) => new Counsel.AdvisorFailed({ kind: failedBy(failure).kind })),
      ),
  })

/** No advisor: the bench answers questions without a model, under the name of the bench. */
export const none: Layer.Layer<Counsel.Advisor> = Layer.succeed(Counsel.Advisor, {
  line: "The bench",
  answer: null,
})
