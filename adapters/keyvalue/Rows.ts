/** The rows of a store on a key-value database: their keys and their forms. */
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import { type KeptEntry, needsOf } from "../../core/store/Commit.ts"
import { keep } from "../store/Text.ts"

/** Keys are ordered part by part: texts by their UTF-8 bytes, numbers by their value. */
export type Key = ReadonlyArray<string | number>

/** `places`: the last place that an event or a placed entry was given. `own`: rows of the adapter itself. */
type Family =
  | ("form" | "places" | "series" | "tally" | "text" | "own") // one row, or one for each name
  | ("record" | "entry" | "words" | "claim") // under kind and id, under index and key, under a name
  | ("event" | "subject") // under the place, under the subject of the event and its place
  | ("receipt" | "expiring" | "task" | "due") // under the id; `expiring` and `due` under an instant and the id

/** The key of a row, or of the rows of a family that share these parts. */
export const at = (family: Family, ...parts: Key): Key => [
  "court",
  family,
  ...parts.map((part) => (typeof part === "string" ? keep(part) : part)),
]

/** The text of a key, for maps of rows. */
export const textOfKey = (key: Key): string => key.join("\0")

/** The keys of the rows that the commit of a set looks at. */
export const lookedAt = (set: ChangeSet): ReadonlyArray<Key> => {
  const {
    receipts: receipt,
    records,
    claims: claim,
    tasks: task,
    texts: text,
    tallies: tally,
    series,
  } = needsOf(set)
  return [
    at("places"),
    ...records.map(({ kind, id }) => at("record", kind, id)),
    ...Object.entries({ receipt, claim, task, series, text, tally }).flatMap(([family, all]) =>
      all.map((name) => at(family as Family, name)),
    ),
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
export const parseRow = <A>(row: { readonly text: string | null } | undefined): A | null =>
  row === undefined || row.text === null ? null : JSON.parse(row.text)
