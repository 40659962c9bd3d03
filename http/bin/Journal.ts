/** Reading a public journal, from a court or from a file. */
import { readFile } from "node:fs/promises"
import { Either, Schema } from "effect"
import type { PublicItem } from "../../core/compliance/Replay.ts"
import type { Json } from "../../core/Json.ts"
import { Failure } from "./Cli.ts"
import * as Client from "./Client.ts"
import { progress } from "./Terminal.ts"

const JsonValue: Schema.Schema<Json> = Schema.suspend(() =>
  Schema.Union(
    Schema.Null,
    Schema.Boolean,
    Schema.Number,
    Schema.String,
    Schema.Array(JsonValue),
    Schema.Record({ key: Schema.String, value: JsonValue }),
  ),
)
const Item = Schema.Struct({
  cursor: Schema.String,
  type: Schema.String,
  subject: Schema.String,
  data: JsonValue,
})
const JournalPage = Schema.Struct({ items: Schema.Array(Item), nextCursor: Schema.NullOr(Schema.String) })
export const decode = <A, I>(schema: Schema.Schema<A, I>, value: unknown, what: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(value),
    () => new Failure(`${what} has another shape`),
  )

/** The journal of a court after a cursor, to its end. */
export const journal = async (base: string, after: string | null, known: number) => {
  const items: Array<typeof Item.Type> = []
  for (let next = after, first = true; first || next !== null; first = false) {
    const query = new URLSearchParams({ limit: "100", ...(next === null ? {} : { after: next }) })
    const body = await Client.call(base, "GET", `/api/v1/journal?${query}`)
    const page = decode(JournalPage, body, "the journal")
    items.push(...page.items)
    next = page.nextCursor
    progress("journal", known + items.length, known + items.length + (next === null ? 0 : 100))
  }
  return items
}

/** A journal kept in a file: an answer of `GET /journal`, an array of its items, or one item a line. */
export const fromFile = async (file: string): Promise<ReadonlyArray<PublicItem>> => {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Failure(`${file} can't be read`)
  })
  const lines = () => text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]))
  try {
    const whole: unknown = text.trimStart().startsWith("[") ? JSON.parse(text) : null
    if (whole !== null) return decode(Schema.Array(Item), whole, file)
    const parsed: ReadonlyArray<unknown> = lines()
    const [only] = parsed
    return parsed.length === 1 && typeof only === "object" && only !== null && "items" in only
      ? decode(JournalPage, only, file).items
      : decode(Schema.Array(Item), parsed, file)
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${file} is not JSON`)
  }
}
