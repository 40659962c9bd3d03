/** One document of an endpoint: a piece of a streamed answer, or a whole answer. Endpoints differ in its details, so it is read leniently. */
import { Option, Predicate, Schema } from "effect"
import type { Usage } from "./Price.ts"

const orNull = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))
/** A number, or a text that holds one. Anything else is null. */
const Numeric = Schema.transform(Schema.Unknown, Schema.NullOr(Schema.Finite), {
  strict: true,
  decode: (value) => {
    const isText =
      typeof value === "string" && /^\d{1,15}(?:\.\d{1,20})?(?:[eE]-?\d{1,2})?$/.test(value.trim())
    const number = isText ? Number(value) : value
    return typeof number === "number" && Number.isFinite(number) ? number : null
  },
  encode: (value) => value,
})
const Counted = Schema.Struct({
  prompt_tokens: orNull(Numeric),
  completion_tokens: orNull(Numeric),
  cost: orNull(Numeric),
})
const Message = Schema.Struct({
  content: Schema.optional(Schema.Unknown),
  refusal: Schema.optional(Schema.Unknown),
  tool_calls: Schema.optional(Schema.Unknown),
  function_call: Schema.optional(Schema.Unknown),
})
type Message = typeof Message.Type

/** The members that are read. Endpoints add many others, such as the reasoning of their model. */
const Envelope = Schema.Struct({
  choices: orNull(
    Schema.Array(
      Schema.Struct({
        delta: orNull(Message),
        message: orNull(Message),
        finish_reason: Schema.optional(Schema.Unknown),
      }),
    ),
  ),
  usage: Schema.optional(Schema.Unknown),
  error: Schema.optional(Schema.Unknown),
})
export type Envelope = typeof Envelope.Type
export const decodeEnvelope = Schema.decodeUnknownEither(Schema.parseJson(Envelope))

const countOf = (number: number | null | undefined): number | null =>
  number != null && Number.isInteger(number) && number >= 0 ? number : null

const decodeCounted = Schema.decodeUnknownOption(Counted)

/** The usage that an endpoint states. Null if it states no usage that can be read. */
export const usageOf = (usage: unknown): Usage | null =>
  Option.getOrNull(
    Option.map(decodeCounted(usage), (counted) => ({
      inputTokens: countOf(counted.prompt_tokens),
      outputTokens: countOf(counted.completion_tokens),
      costUsd: counted.cost ?? null,
    })),
  )

/** The words of one message, or of a piece of one. Parts that hold the model's reasoning add no text. */
interface Said {
  readonly text: string
  readonly refused: boolean
}
const nothingSaid: Said = { text: "", refused: false }

const partOf = (part: unknown): Said => {
  if (typeof part === "string") return { text: part, refused: false }
  if (!Predicate.isReadonlyRecord(part)) return nothingSaid
  const { type = "text", text, refusal } = part
  if (type === "refusal" || (typeof refusal === "string" && refusal !== ""))
    return { text: "", refused: true }
  const isText = type === "text" || type === "output_text"
  return { text: isText && typeof text === "string" ? text : "", refused: false }
}

/** The words in the content of a message. Null if it is neither a text nor a list of parts. */
const contentOf = (content: unknown): Said | null => {
  if (content === undefined || content === null) return nothingSaid
  if (typeof content === "string") return partOf(content)
  if (!Array.isArray(content)) return null
  const parts = content.map(partOf)
  return { text: parts.map(({ text }) => text).join(""), refused: parts.some(({ refused }) => refused) }
}

const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

/** The words of a message, or of a piece of one. Null if they can't be read. */
export const readWords = (message: Message | null | undefined): Said | null => {
  const said = contentOf(message?.content)
  if (said === null) return null
  // The model was offered no tool, so a model that calls one has not answered.
  const called = !isAbsent(message?.tool_calls) || !isAbsent(message?.function_call)
  return { text: said.text, refused: said.refused || called || !isAbsent(message?.refusal) }
}
