/** How a tool that reads answers: in brief, or whole as the court signed it, from a place of the answer on. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Either } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Problem } from "../api/Operation.ts"
import { readsOnly } from "../api/Operations.ts"
import { type Reply, replyText } from "../server/Answer.ts"
import type { Outcome } from "../server/App.ts"
import * as Excerpt from "./Excerpt.ts"
import type { OperationCall } from "./Invoke.ts"
import type { Shape, ToolOperation } from "./Operations.ts"
import type { ByHost } from "./Tool.ts"

/** The arguments that a tool which reads has beside those of its operations. The server's instructions explain them. */
export const readingArguments: { readonly [name: string]: Shape } = {
  at: { type: "string" },
  signed: { type: "boolean" },
}

interface Performed {
  readonly operation: ToolOperation
  readonly byHost: ByHost | null
}
export const isReading = ({ operation, byHost }: Performed): boolean =>
  readsOnly(operation) && byHost === null

export interface Manner {
  readonly place: Excerpt.Place
  readonly signed: boolean
  /** The caller named how many items it wants, and gets them whole. */
  readonly counted: boolean
}

type Arguments = { readonly [name: string]: unknown }
export type Errors = NonNullable<Problem["errors"]>

/** The manner that arguments ask for, or what is wrong with them. */
export const mannerOf = ({ at = "", signed = false, limit }: Arguments): Either.Either<Manner, Errors> => {
  const place = Excerpt.placeOf(at)
  const errors = [
    ...(place === null ? [{ path: "at", message: "must be as `more` of an answer gives it" }] : []),
    ...(typeof signed === "boolean" ? [] : [{ path: "signed", message: "must be true or false" }]),
  ]
  return place === null || errors.length > 0
    ? Either.left(errors)
    : Either.right({ place, signed: signed === true, counted: limit !== undefined })
}

export const withoutManner = ({ at: _, signed: __, ...args }: Arguments): Arguments => args

type Name = (answer: unknown) => unknown
interface Replied {
  readonly reply: Reply<unknown>
  readonly type: string
}

const isJson = ({ type }: Replied): boolean => type.startsWith("application/json")

/** A page that others follow, with the way to the next one before its items: a cursor behind them is easily overlooked. */
const withWay = (answer: Json): Json =>
  Excerpt.isMembers(answer) && typeof answer.nextCursor === "string"
    ? { readOn: `More items follow these. Call this again with cursor "${answer.nextCursor}".`, ...answer }
    : answer

/** An answer in JSON without what only programs read, with its acts named. */
const plainOf = ({ reply }: Replied, name: Name): Json => {
  const value: Json = JSON.parse(replyText(reply))
  return withWay(JSON.parse(JSON.stringify(name(Excerpt.plain(value)))))
}

const limitTo = (call: OperationCall, limit: number): OperationCall => ({
  ...call,
  given: { ...call.given, query: { ...call.query, limit: String(limit) } },
})

/** Performs the call of a reading. A page has as many items as fit, so that its `nextCursor` leads to the first that it does not show. */
export const perform = async (
  call: OperationCall & { readonly manner: Manner },
  send: (call: OperationCall) => Promise<Outcome>,
  name: Name,
): Promise<Outcome> => {
  const { operation, manner } = call
  if (manner.signed || manner.counted || operation.places.get("limit") !== "query") return send(call)
  const first = await send(limitTo(call, Excerpt.itemsUsual))
  if (Either.isLeft(first)) return first
  const { length } = JSON.stringify(plainOf(first.right, name))
  if (length <= Excerpt.answerCharsMax) return first
  const fitting = Math.floor((Excerpt.itemsUsual * Excerpt.answerCharsMax) / length)
  return send(limitTo(call, Math.max(1, fitting)))
}

const nothingThere = { path: "at", message: "names nothing in this answer" }

/** The result of a reading, or what is wrong with its place. */
export const resultOf = (
  replied: Replied,
  { place, counted }: Manner,
  name: Name,
): Either.Either<CallToolResult, Errors> => {
  if (!isJson(replied)) {
    const text = Excerpt.excerptOfText(replyText(replied.reply), place.from)
    return place.names.length > 0
      ? Either.left([nothingThere])
      : Either.right({ content: [{ type: "text", text }] })
  }
  const answer = plainOf(replied, name)
  const found = Excerpt.lookAt(answer, place)
  if (found === undefined) return Either.left([nothingThere])
  const whole = counted && place.names.length === 0 && Excerpt.isMembers(found)
  const shown = whole ? found : Excerpt.excerptOf(found, place)
  return Either.right({ content: [{ type: "text", text: JSON.stringify(shown) }], structuredContent: shown })
}
