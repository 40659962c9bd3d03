/**
 * Rows of a Deno KV database: where each thing stands, and how texts of any length are kept in values of bounded length. A text that
 * fits stands in its row; of a longer one the row says how many pieces there are, and they were written by the same commit.
 */
import type { KeyedEntry } from "../../core/ChangeSet.ts"
import type { Ref } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { keep } from "../store/Text.ts"
import { type Entry, type Key, type Kv, most } from "./Kv.ts"

const root = "court"

/** The keys of families of rows, by what they are listed by. */
export const families = {
  entries: (index: string): Key => [root, "entry", keep(index)],
  words: (index: string): Key => [root, "words", keep(index)],
  events: [root, "event"],
  eventsOf: (subject: string): Key => [root, "subject", keep(subject)],
  due: [root, "due"],
  receipts: [root, "receipt"],
  expiring: [root, "expiring"],
} as const

/** The keys of rows. */
export const keys = {
  form: [root, "form"],
  /** Every operation writes it, and checks that nothing did since it read. */
  turn: [root, "turn"],
  writer: (id: string): Key => [root, "writer", id],
  /** How many places events and placed entries have been given. */
  places: [root, "places"],
  record: ({ kind, id }: Ref): Key => [root, "record", keep(kind), keep(id)],
  entry: ({ index, key }: KeyedEntry): Key => [...families.entries(index), keep(key)],
  words: ({ index, key }: KeyedEntry): Key => [...families.words(index), keep(key)],
  claim: (name: string): Key => [root, "claim", keep(name)],
  series: (name: string): Key => [root, "series", keep(name)],
  tally: (name: string): Key => [root, "tally", keep(name)],
  text: (sha256: string): Key => [root, "text", keep(sha256)],
  receipt: (id: string): Key => [...families.receipts, keep(id)],
  expiring: (at: Instant, id: string): Key => [...families.expiring, at, keep(id)],
  task: (id: string): Key => [root, "task", keep(id)],
  due: (at: Instant, id: string): Key => [...families.due, at, keep(id)],
} as const

/** The text of a key, to find its row by. */
export const named = (key: Key): string => key.join("\0")

/** The keys of the pieces of a long text. */
export const pieceKeys = (key: Key, pieces: number): ReadonlyArray<Key> =>
  Array.from({ length: pieces }, (_, i) => [root, "piece", ...key.slice(1), i])

/** A row as it was read; `text` and `stamp` are null where there is none. */
export interface Row {
  readonly key: Key
  readonly text: string | null
  readonly stamp: string | null
  readonly pieces: number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** A text in values: one, or as many pieces as it takes. */
export const valuesOf = (text: string): ReadonlyArray<Uint8Array> => {
  const bytes = encoder.encode(text)
  const count = Math.max(1, Math.ceil(bytes.length / most.valueBytes))
  return Array.from({ length: count }, (_, i) =>
    bytes.subarray(i * most.valueBytes, (i + 1) * most.valueBytes),
  )
}

const entriesOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Entry>> => {
  const parts: Array<Promise<ReadonlyArray<Entry>>> = []
  for (let i = 0; i < all.length; i += most.keysRead) parts.push(kv.getMany(all.slice(i, i + most.keysRead)))
  return (await Promise.all(parts)).flat()
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
const isLong = (value: unknown): value is { readonly pieces: number } =>
  typeof value === "object" && value !== null && "pieces" in value

/** The row of an entry; null where its pieces were replaced since it was read. */
const rowOf = async (kv: Kv, { key, value, versionstamp: stamp }: Entry): Promise<Row | null> => {
  if (isBytes(value)) return { key, text: decoder.decode(value), stamp, pieces: 0 }
  if (!isLong(value)) return { key, text: null, stamp, pieces: 0 }
  const found = await entriesOf(kv, pieceKeys(key, value.pieces))
  if (found.some(({ versionstamp }) => versionstamp !== stamp)) return null
  const bytes = found.map((piece) => piece.value).filter(isBytes)
  return { key, text: decoder.decode(Buffer.concat(bytes)), stamp, pieces: value.pieces }
}

/** The rows under these keys, in their order. Ten at most are of one snapshot. */
export const rowsOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Row>> => {
  for (;;) {
    const rows = await Promise.all((await entriesOf(kv, all)).map((entry) => rowOf(kv, entry)))
    const whole = rows.filter((row) => row !== null)
    if (whole.length === rows.length) return whole
  }
}

/** The row of an entry that was listed; read again where its pieces were replaced since. */
export const listed = async (kv: Kv, entry: Entry): Promise<Row> => {
  const row = (await rowOf(kv, entry)) ?? (await rowsOf(kv, [entry.key]))[0]
  return row ?? { key: entry.key, text: null, stamp: null, pieces: 0 }
}

const patience = 100

/** The rows under these keys from one snapshot, however many: read until two readings in a row found the same. */
export const snapshot = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Row>> => {
  let before = await rowsOf(kv, all)
  for (let reading = 1; all.length > most.keysRead; reading++) {
    if (reading > patience)
      throw new Error(`${all.length} rows changed between any two of ${patience} readings`)
    const again = await rowsOf(kv, all)
    if (again.every(({ stamp }, i) => stamp === before[i]?.stamp)) break
    before = again
  }
  return before
}

/** What a row's JSON text says; null where there is none. Rows are written by this store alone. */
export const parsed = <A>(row: Pick<Row, "text"> | undefined): A | null =>
  row === undefined || row.text === null ? null : JSON.parse(row.text)
