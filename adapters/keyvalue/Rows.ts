/** The rows of stores on key-value databases: their keys and their forms. */
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet, KeyedEntry } from "../../core/store/ChangeSet.ts"
import { type KeptEntry, needsOf } from "../../core/store/Commit.ts"
import type { Ref } from "../../core/store/Ref.ts"
import { keep } from "../store/Text.ts"
import type { Readable, Row } from "./Database.ts"

/** Keys are ordered part by part: texts by their UTF-8 bytes, numbers by their value. */
export type Key = ReadonlyArray<string | number>

const root = "court"

/** The keys of families of rows that are listed. */
export const families = {
  records: (kind: string): Key => [root, "record", keep(kind)],
  series: [root, "series"],
  tasks: [root, "task"],
  entries: (index: string): Key => [root, "entry", keep(index)],
  words: (index: string): Key => [root, "words", keep(index)],
  events: [root, "event"],
  eventsOf: (subject: string): Key => [root, "subject", keep(subject)],
  due: [root, "due"],
  expiring: [root, "expiring"],
} as const

/** The keys of rows. */
export const keys = {
  form: [root, "form"],
  /** The last place that an event or a placed entry was given. */
  places: [root, "places"],
  record: ({ kind, id }: Ref): Key => [...families.records(kind), keep(id)],
  entry: ({ index, key }: KeyedEntry): Key => [...families.entries(index), keep(key)],
  words: ({ index, key }: KeyedEntry): Key => [...families.words(index), keep(key)],
  claim: (name: string): Key => [root, "claim", keep(name)],
  series: (name: string): Key => [...families.series, keep(name)],
  tally: (name: string): Key => [root, "tally", keep(name)],
  text: (sha256: string): Key => [root, "text", keep(sha256)],
  receipt: (id: string): Key => [root, "receipt", keep(id)],
  expiring: (at: Instant, id: string): Key => [...families.expiring, at, keep(id)],
  task: (id: string): Key => [...families.tasks, keep(id)],
  due: (at: Instant, id: string): Key => [...families.due, at, keep(id)],
  /** For rows of the adapter itself. */
  own: (...parts: Key): Key => [root, "own", ...parts],
} as const

/** The text of a key, for maps of rows. */
export const named = (key: Key): string => key.join("\0")

/** The keys of the rows that the commit of a set looks at. */
export const lookedAt = (set: ChangeSet): ReadonlyArray<Key> => {
  const { receipts, records, claims, tasks, series, texts, tallies } = needsOf(set)
  return [
    ...receipts.map(keys.receipt),
    ...records.map(keys.record),
    ...claims.map(keys.claim),
    ...tasks.map(keys.task),
    ...series.map(keys.series),
    ...texts.map(keys.text),
    ...tallies.map(keys.tally),
    keys.places,
  ]
}

/** The row of a record. It has the hash of an entry's words and their length in bytes. */
export interface RecordRow {
  readonly version: number
  readonly number: number | null
  readonly body: Json
  readonly index: ReadonlyArray<KeptEntry & { readonly wordsBytes?: number }>
}

export interface TaskRow {
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Json
  readonly lease: { readonly token: string; readonly until: Instant } | null
}

/** The row of a task in the family `due`. */
export interface DueRow {
  readonly kind: string
  readonly until: Instant | null
}

/** The value of a row; null if there is no row. It is not checked, since the store itself wrote it. */
export const parsed = <A>(row: Pick<Row, "text"> | undefined): A | null =>
  row === undefined || row.text === null ? null : JSON.parse(row.text)

/** The row under a key. */
export const rowOf = async (db: Readable, key: Key): Promise<Row | undefined> => (await db.rows([key]))[0]
