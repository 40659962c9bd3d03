/** Asks a model for an answer of a certain form. If the first answer does not have it, asks once more and says what was wrong. */
import { Data, Effect, Either, JSONSchema, Option, Schema } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Fault } from "../../core/kernel/Refusal.ts"
import type { Chat, ChatFailed } from "./Chat.ts"
import { sumMicros } from "./Price.ts"
import { caution, quote } from "./Quoted.ts"
import type { ChatRequest } from "./Request.ts"

/** The model answered twice, and neither answer can be used. */
export class Unusable extends Data.TaggedError("Unusable")<{
  readonly faults: ReadonlyArray<Fault>
  /** The cost of both answers, in millionths of a US dollar; null if the cost of one is not known. */
  readonly costMicros: number | null
}> {}

export interface Task<A, R> {
  readonly model: string
  readonly instructions: string
  readonly data: { readonly [key: string]: Json }
  /** The JSON Schema of the answer. Null if the answer is prose. */
  readonly schema: ChatRequest["schema"] | null | undefined
  /** The checked answer, or its faults. Prose is given as a string, and any other answer as the JSON that it holds. */
  readonly check: (answer: unknown) => Effect.Effect<Either.Either<A, ReadonlyArray<Fault>>, never, R>
}

export interface Done<A> {
  readonly value: A
  /** The cost of all answers, in millionths of a US dollar. Null if the cost of one is not known. */
  readonly costMicros: number | null
  /** True if the first answer could not be used, and the second one could. */
  readonly repaired: boolean
}

/** The JSON Schema of an answer, from the schema that checks it. */
export const schemaOf = <A, I>(name: string, schema: Schema.Schema<A, I>): ChatRequest["schema"] => ({
  name,
  schema: JSONSchema.make(schema),
})

/** The reasoning that a model writes before its answer, from its opening mark to its closing mark. */
const reasoning = /^\s*<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/i
/** The same if the opening mark was in the endpoint's own template. */
const reasoningWithoutOpening = /^[\s\S]*?<\/(?:think|thinking|thought|reasoning)>/i

/** Models often put JSON into a fenced block, and words before it. */
const fenced = /```(?:json)?\s*\n([\s\S]*?)\n?```/gi
/** From the first line that begins an object to the last closing brace. */
const objects = /(?<=^|\n)\s*\{[\s\S]*\}/

const notJson: Fault = { path: "", message: "must be one JSON document and nothing else" }

/** The parts of an answer that may be its JSON, the likeliest first. */
const candidates = (text: string): ReadonlyArray<string> => {
  const answer = text.replace(reasoning.test(text) ? reasoning : reasoningWithoutOpening, "")
  const blocks = [...answer.matchAll(fenced)].map(([, block = ""]) => block)
  return [text, answer, ...blocks.reverse(), objects.exec(answer)?.[0] ?? ""]
}

const json = Schema.decodeUnknownOption(Schema.parseJson())

const parseAnswer = (text: string): Either.Either<unknown, ReadonlyArray<Fault>> =>
  Either.fromOption(Option.firstSomeOf(candidates(text).map((candidate) => json(candidate))), () => [notJson])

/** The text of an answer in prose. A closing mark alone is left in it, since prose may quote one. */
const prose = (text: string): string => text.replace(reasoning, "").trim()

const instructionsOf = (
  { instructions, schema }: Pick<Task<unknown, unknown>, "instructions" | "schema">,
  mark: string,
  again: boolean,
): string =>
  [
    instructions,
    schema == null
      ? "Answer in plain prose."
      : `Answer with one JSON document that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema.schema)}`,
    caution(mark),
    ...(again
      ? [
          "The data holds your earlier answer in `rejected.answer`, and in `rejected.faults` why it can't be used. Answer again, whole, without those faults.",
        ]
      : []),
  ].join("\n\n")

interface Rejected {
  readonly answer: string
  readonly faults: ReadonlyArray<Fault>
}

const requestOf = <A, R>(task: Task<A, R>, rejected: Rejected | null): ChatRequest => {
  const faults = (rejected?.faults ?? []).map(({ path, message }) => ({ path, message }))
  const data = rejected === null ? task.data : { ...task.data, rejected: { answer: rejected.answer, faults } }
  const { mark, text } = quote(data)
  return {
    model: task.model,
    instructions: instructionsOf(task, mark, rejected !== null),
    data: text,
    ...(task.schema == null ? {} : { schema: task.schema }),
  }
}

/** Performs a task in one round, or in two if the first answer can't be used. */
export const perform = <A, R>(
  chat: Chat,
  task: Task<A, R>,
): Effect.Effect<Done<A>, ChatFailed | Unusable, R> => {
  const round = (rejected: Rejected | null) =>
    Effect.gen(function* () {
      const { text, costMicros } = yield* chat.complete(requestOf(task, rejected))
      const value: Either.Either<unknown, ReadonlyArray<Fault>> = task.schema == null
        ? Either.right(prose(text))
        : parseAnswer(text)
      const checked = Either.isLeft(value) ? Either.left(value.left) : yield* task.check(value.right)
      return { text, costMicros, checked }
    })
  return Effect.gen(function* () {
    const first = yield* round(null)
    if (Either.isRight(first.checked))
      return { value: first.checked.right, costMicros: first.costMicros, repaired: false }
    const second = yield* round({ answer: first.text, faults: first.checked.left })
    const costMicros = sumMicros([first.costMicros, second.costMicros])
    if (Either.isLeft(second.checked)) return yield* new Unusable({ faults: second.checked.left, costMicros })
    return { value: second.checked.right, costMicros, repaired: true }
  })
}
