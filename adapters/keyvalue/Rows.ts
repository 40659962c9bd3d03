/** The rows in which stores on key-value databases keep everything: where each thing stands, and what such a database is asked. */
import type { ChangeSet, KeyedEntry } from "../../core/ChangeSet.ts"
import type { Json } from "../../core/Json.ts"
import { type KeptEntry, needsOf } from "../../core/store/Commit.ts"
import type { Ref } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { keep } from "../store/Text.ts"
import type { Draft } from "./Draft.ts"

/** Keys are ordered part by part: texts by their UTF-8 bytes, numbers by their value. */
export type Key = ReadonlyArray<string | number>

/** A row as it was read: its text, and the stamp of the operation that wrote it. Both are null where there is none. */
export interface Row {
  readonly key: Key
  readonly text: string | null
  readonly stamp: string | null
}

/** A key-value database. What fails is told by a rejection. */
export interface Database {
  /** How many rows are read from one snapshot at most. */
  readonly together: number
  /** The rows under these keys, in their order. */
  readonly rows: (keys: ReadonlyArray<Key>) => Promise<ReadonlyArray<Row>>
  /** The rows whose keys go on from this family's, in their order and from a key on; `about` so many are looked at. */
  readonly list: (family: Key, about: number, from?: Key) => AsyncIterable<Row>
  /**
   * Runs a work on the rows that it looks at, and writes what it drafts, if they are still so: as one, and durably. Gives the result.
   * A work may be run several times. The order in which works are written is that of the places that they draw.
   */
  readonly submit: <A>(looksAt: ReadonlyArray<Key>, work: (draft: Draft) => A) => Promise<A>
}

const root = "court"

/** The keys of families of rows, by what they are listed by. */
export const families = {
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
  /** How many places events and placed entries have been given. */
  places: [root, "places"],
  record: ({ kind, id }: Ref): Key => [root, "record", keep(kind), keep(id)],
  entry: ({ index, key }: KeyedEntry): Key => [...families.entries(index), keep(key)],
  words: ({ index, key }: KeyedEntry): Key => [...families.words(index), keep(key)],
  claim: (name: string): Key => [root, "claim", keep(name)],
  series: (name: string): Key => [root, "series", keep(name)],
  tally: (name: string): Key => [root, "tally", keep(name)],
  text: (sha256: string): Key => [root, "text", keep(sha256)],
  receipt: (id: string): Key => [root, "receipt", keep(id)],
  expiring: (at: Instant, id: string): Key => [...families.expiring, at, keep(id)],
  task: (id: string): Key => [root, "task", keep(id)],
  due: (at: Instant, id: string): Key => [...families.due, at, keep(id)],
  /** For what a database keeps for itself. */
  own: (...parts: Key): Key => [root, "own", ...parts],
} as const

/** The text of a key, to find its row by. */
export const named = (key: Key): string => key.join("\0")

/** The rows that the commit of a set looks at. */
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

/** A record as its row has it. Of an entry's words it has the hash and the length in bytes. */
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

/** What a task's row among those that fall due says. */
export interface DueRow {
  readonly kind: string
  readonly until: Instant | null
}

/** What the JSON of a row says; null where there is none. A store reads what it wrote itself. */
export const parsed = <A>(row: Pick<Row, "text"> | undefined): A | null =>
  row === undefined || row.text === null ? null : JSON.parse(row.text)

/** The row under a key. */
export const rowOf = async (db: Database, key: Key): Promise<Row | undefined> => (await db.rows([key]))[0]
