/** The rows of stores on key-value databases: their keys, their forms, and the port of such a database. */
import type { ChangeSet, KeyedEntry } from "../../core/kernel/ChangeSet.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { type KeptEntry, needsOf } from "../../core/store/Commit.ts"
import type { Ref } from "../../core/store/Store.ts"
import { keep } from "../store/Text.ts"
import type { Draft } from "./Draft.ts"

/** Keys are ordered part by part: texts by their UTF-8 bytes, numbers by their value. */
export type Key = ReadonlyArray<string | number>

/** A row as it was read: its text, and the stamp of the operation that wrote it. Both are null if there is no row. */
export interface Row {
  readonly key: Key
  readonly text: string | null
  readonly stamp: string | null
}

/** What is read of a key-value database. The promises reject if the database fails. */
export interface Readable {
  /** The largest number of rows that are read from one snapshot. */
  readonly together: number
  /** The rows under these keys, in their order. */
  readonly rows: (keys: ReadonlyArray<Key>) => Promise<ReadonlyArray<Row>>
  /** The rows whose keys begin with this family's, in the order of their keys, from a key on. About `about` of them will be read. */
  readonly list: (family: Key, about: number, from?: Key) => AsyncIterable<Row>
}

/** A key-value database. */
export interface Database extends Readable {
  /**
   * Runs a work on the rows that it looks at, and writes its draft atomically and durably, if these rows are still the same; otherwise the
   * work is run again. Returns the work's result. The places that works draw have the order in which the works were written.
   */
  readonly submit: <A>(looksAt: ReadonlyArray<Key>, work: (draft: Draft) => A) => Promise<A>
}

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
