/** What is read of one document of an endpoint: a piece of a streamed answer, or a whole one. Endpoints differ in its smaller parts. */
import { Option, Schema } from "effect"
import type { Usage } from "./Price.ts"

const orNull = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))
/** A number, as such or as text; what is neither tells nothing. */
const Told = Schema.transform(Schema.Unknown, Schema.NullOr(Schema.Finite), {
  strict: true,
  decode: (value) => {
    const told = typeof value === "string" && /^\d{1,15}(?:\.\d{1,20})?(?:[eE]-?\d{1,2})?$/.test(value.trim())
    const number = told ? Number(value) : value
    return typeof number === "number" && Number.isFinite(number) ? number : null
  },
  encode: (value) => value,
})
const Counted = Schema.Struct({
  prompt_tokens: orNull(Told),
  completion_tokens: orNull(Told),
  cost: orNull(Told),
})
const Message = Schema.Struct({
  content: Schema.optional(Schema.Unknown),
  refusal: Schema.optional(Schema.Unknown),
  tool_calls: Schema.optional(Schema.Unknown),
  function_call: Schema.optional(Schema.Unknown),
})
type Message = typeof Message.Type

/** What of a chunk, or of a whole answer, is read here; endpoints add much else, their model's reasoning among it. */
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

const countOf = (told: number | null | undefined): number | null =>
  told != null && Number.isInteger(told) && told >= 0 ? told : null

const isCounted = Schema.decodeUnknownOption(Counted)

/** What an endpoint counted; null where what stands there counts nothing. */
export const usageOf = (usage: unknown): Usage | null =>
  Option.getOrNull(
    Option.map(isCounted(usage), (counted) => ({
      inputTokens: countOf(counted.prompt_tokens),
      outputTokens: countOf(counted.completion_tokens),
      costUsd: counted.cost ?? null,
    })),
  )

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null

/** What an answer says in one piece: a text, or parts of which those that are the model's thoughts say nothing here. */
export interface Said {
  readonly text: string
  readonly refused: boolean
}
const nothingSaid: Said = { text: "", refused: false }

const partOf = (part: unknown): Said => {
  if (typeof part === "string") return { text: part, refused: false }
  if (!isRecord(part)) return nothingSaid
  const { type = "text", text, refusal } = part
  if (type === "refusal" || (typeof refusal === "string" && refusal !== ""))
    return { text: "", refused: true }
  const isText = type === "text" || type === "output_text"
  return { text: isText && typeof text === "string" ? text : "", refused: false }
}

/** Null where it is neither a text nor a list of parts. */
const contentOf = (content: unknown): Said | null => {
  if (content === undefined || content === null) return nothingSaid
  if (typeof content === "string") return partOf(content)
  if (!Array.isArray(content)) return null
  const parts = content.map(partOf)
  return { text: parts.map(({ text }) => text).join(""), refused: parts.some(({ refused }) => refused) }
}

const isNone = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

/** What a message, or a piece of one, says; null where that can't be read. */
export const saidIn = (message: Message | null | undefined): Said | null => {
  const said = contentOf(message?.content)
  if (said === null) return null
  // Nobody offered the model a tool: one that calls for it gives no answer.
  const called = !isNone(message?.tool_calls) || !isNone(message?.function_call)
  return { text: said.text, refused: said.refused || called || !isNone(message?.refusal) }
}
