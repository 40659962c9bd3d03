/** The public journal: read from a court or from a file, kept in a file, and compared with what was kept. */
import { readFile, writeFile } from "node:fs/promises"
import { Schema } from "effect"
import { canonical, JsonValue } from "../../core/kernel/Json.ts"
import { DateTime } from "../../core/kernel/Time.ts"
import { Failure, progress } from "../terminal/Terminal.ts"
import { call, decode } from "./Client.ts"

const Item = Schema.Struct(
  {
    cursor: Schema.String,
    at: DateTime,
    type: Schema.String,
    subject: Schema.String,
    rules: Schema.Array(Schema.String),
    data: JsonValue,
  },
  // Members that a later court adds to its items are kept.
  Schema.Record({ key: Schema.String, value: JsonValue }),
)
export type Item = typeof Item.Type
const JournalPage = Schema.Struct({ items: Schema.Array(Item), nextCursor: Schema.NullOr(Schema.String) })

/** The journal of a court, from after a cursor to its end. `known` is the number of items before that cursor, for the progress bar. */
export const fetchJournal = async (base: string, after: string | null, known: number) => {
  const items: Array<Item> = []
  for (let next = after, first = true; first || next !== null; first = false) {
    const query = new URLSearchParams({ limit: "100", ...(next === null ? {} : { after: next }) })
    const body = await call(base, "GET", `/api/v1/journal?${query}`)
    const page = decode(JournalPage, body, "the journal")
    items.push(...page.items)
    next = page.nextCursor
    progress("journal", known + items.length, known + items.length + (next === null ? 0 : 100))
  }
  return items
}

const encode = Schema.encodeSync(Item)
const lineOf = (item: Item): string => canonical(encode(item))
/** The text by which items are compared. It has no cursor, since another store with the same journal gives other cursors. */
const contentOf = (item: Item): string => lineOf({ ...item, cursor: "" })

export const writeJournal = async (file: string, items: ReadonlyArray<Item>): Promise<void> => {
  const text = items.map((item) => `${lineOf(item)}\n`).join("")
  await writeFile(file, text, { mode: 0o644 }).catch(() => {
    throw new Failure(`${file} can't be written`)
  })
}

/** The first difference between a kept journal and the beginning of the journal now, as a line; empty if they don't differ. */
export const rewriteJournal = (
  kept: ReadonlyArray<Item>,
  items: ReadonlyArray<Item>,
): ReadonlyArray<string> => {
  const at = kept.findIndex((item, i) => {
    const now = items[i]
    return now === undefined || contentOf(now) !== contentOf(item)
  })
  const was = kept[at]
  if (was === undefined) return []
  const now = items[at]
  const is = now === undefined ? "there is no such item" : `it is ${contentOf(now)}`
  return [`the journal was rewritten: item ${at + 1} was ${contentOf(was)} when it was kept, and now ${is}`]
}

/** A journal kept in a file: an answer of `GET /journal`, an array of its items, or one item a line. */
export const readJournalFile = async (file: string): Promise<ReadonlyArray<Item>> => {
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
