/** How a tool that reads answers: in brief, or whole as the court signed it, from a place of the answer on. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Either } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import { type Reply, replyText } from "../server/Answer.ts"
import type { Outcome } from "../server/App.ts"
import * as Excerpt from "./Excerpt.ts"
import type { OperationCall } from "./Invoke.ts"
import type { Errors, Manner } from "./Manner.ts"

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
