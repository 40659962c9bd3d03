/** Asks for an answer of a certain form, and once more where the first does not have it, saying what was wrong. */
import { Data, Effect, Either, JSONSchema, Option, Schema } from "effect"
import type { Json } from "../../core/Json.ts"
import type { Fault } from "../../core/Refusal.ts"
import type { Chat, ChatFailed, ChatRequest } from "./Chat.ts"
import { sumMicros } from "./Price.ts"
import { caution, quote } from "./Quoted.ts"

/** The model answered twice, and neither answer can be used. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly faults: ReadonlyArray<Fault> }> {}

export interface Task<A, R> {
  readonly model: string
  /** What is to be done, in the court's words. */
  readonly instructions: string
  /** What others wrote. */
  readonly data: { readonly [key: string]: Json }
  /** The JSON Schema of the answer; null where it is prose. */
  readonly schema: ChatRequest["schema"] | null | undefined
  /** The answer, or what is wrong with it. Prose comes as a string, anything else as the JSON it holds. */
  readonly check: (answer: unknown) => Effect.Effect<Either.Either<A, ReadonlyArray<Fault>>, never, R>
}

export interface Done<A> {
  readonly value: A
  /** Of all answers that it took, in millionths of a US dollar; null where one has no price. */
  readonly costMicros: number | null
}

/** The JSON Schema of an answer, from the schema that the answer is checked by. */
export const schemaOf = <A, I>(name: string, schema: Schema.Schema<A, I>): ChatRequest["schema"] => ({
  name,
  schema: JSONSchema.make(schema),
})

/** What a model that reasons in front of its answer puts there, from the mark that opens its thoughts to the one that closes them. */
const opened = /^\s*<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/i
/** The same where the opening mark stood in the endpoint's own template. */
const closedAlone = /^[\s\S]*?<\/(?:think|thinking|thought|reasoning)>/i

/** Models like to put JSON into a fenced block, and words in front of it. */
const fenced = /```(?:json)?\s*\n([\s\S]*?)\n?```/gi
/** From an object that begins a line to the last that ends. */
const objects = /(?<=^|\n)\s*\{[\s\S]*\}/

const notJson: Fault = { path: "", message: "must be one JSON document and nothing else" }

/** Where the JSON of an answer may stand, the likeliest first. */
const candidates = (text: string): ReadonlyArray<string> => {
  const answer = text.replace(opened.test(text) ? opened : closedAlone, "")
  const blocks = [...answer.matchAll(fenced)].map(([, block = ""]) => block)
  return [text, answer, ...blocks.reverse(), objects.exec(answer)?.[0] ?? ""]
}

const json = Schema.decodeUnknownOption(Schema.parseJson())

const parsed = (text: string): Either.Either<unknown, ReadonlyArray<Fault>> =>
  Either.fromOption(Option.firstSomeOf(candidates(text).map((candidate) => json(candidate))), () => [notJson])

/** The words of an answer in prose. A closing mark alone proves nothing there: the answer may quote one. */
const prose = (text: string): string => text.replace(opened, "").trim()

const instructed = (task: Task<never, never>, mark: string, again: boolean): string =>
  [
    task.instructions,
    task.schema == null
      ? "Answer in plain prose."
      : `Answer with one JSON document that fits this JSON Schema, and nothing else:\n${JSON.stringify(task.schema.schema)}`,
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
    instructions: instructed(task as Task<never, never>, mark, rejected !== null),
    data: text,
    ...(task.schema == null ? {} : { schema: task.schema }),
  }
}

/** Does a task in one round, or in two where the first answer can't be used. */
export const perform = <A, R>(
  chat: Chat,
  task: Task<A, R>,
): Effect.Effect<Done<A>, ChatFailed | Unusable, R> => {
  const round = (rejected: Rejected | null) =>
    Effect.gen(function* () {
      const { text, costMicros } = yield* chat.complete(requestOf(task, rejected))
      const value: Either.Either<unknown, ReadonlyArray<Fault>> = task.schema == null
        ? Either.right(prose(text))
        : parsed(text)
      const checked = Either.isLeft(value) ? Either.left(value.left) : yield* task.check(value.right)
      return { text, costMicros, checked }
    })
  return Effect.gen(function* () {
    const first = yield* round(null)
    if (Either.isRight(first.checked)) return { value: first.checked.right, costMicros: first.costMicros }
    const second = yield* round({ answer: first.text, faults: first.checked.left })
    if (Either.isLeft(second.checked)) return yield* new Unusable({ faults: second.checked.left })
    return {
      value: second.checked.right,
      costMicros: sumMicros([first.costMicros, second.costMicros]),
    }
  })
}
