/**
 * The rows of the store in a Deno KV database. A text that fits into one value stands in its row. A longer text is cut into pieces, and
 * its row has their number. One operation writes the row and its pieces, so equal versionstamps show that they belong together.
 */

import { byteLength } from "../../core/kernel/Hash.ts"
import type { Row } from "../keyvalue/Database.ts"
import type { Written } from "../keyvalue/Draft.ts"
import type { Key } from "../keyvalue/Rows.ts"
import { type Atomic, type Entry, type Kv, most } from "./Kv.ts"

/** The value of a row in the database: the bytes of its text, or the number of its pieces. */
export type Value = Uint8Array | { readonly pieces: number }

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const piecesOf = (bytes: number): number => (bytes > most.valueBytes ? Math.ceil(bytes / most.valueBytes) : 0)

/** The keys of the pieces of a row. They have a prefix of their own, so that no list of rows contains them. */
const pieceKeys = (key: Key, pieces: number): ReadonlyArray<Key> =>
  Array.from({ length: pieces }, (_, i) => ["piece", ...key, i])

/** The mutations that set the text of a row whose present text has `storedBytes`. A null deletes the key. */
export const mutationsOf = (
  key: Key,
  text: string | null,
  storedBytes: number,
): ReadonlyArray<readonly [key: Key, value: Value | null]> => {
  const bytes = text === null ? null : encoder.encode(text)
  const pieces = piecesOf(bytes?.length ?? 0)
  const row = pieces > 0 ? { pieces } : bytes
  const all = pieceKeys(key, Math.max(pieces, piecesOf(storedBytes)))
  const cut = (i: number) => bytes?.subarray(i * most.valueBytes, (i + 1) * most.valueBytes) ?? null
  return [[key, row], ...all.map((piece, i) => [piece, i < pieces ? cut(i) : null] as const)]
}

/** The entries under these keys, in their order. Each group of ten is from one snapshot. */
const entriesOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Entry>> => {
  const parts: Array<Promise<ReadonlyArray<Entry>>> = []
  for (let i = 0; i < all.length; i += most.keysRead) parts.push(kv.getMany(all.slice(i, i + most.keysRead)))
  return (await Promise.all(parts)).flat()
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
const isCut = (value: unknown): value is { readonly pieces: number } =>
  typeof value === "object" && value !== null && "pieces" in value

/** The row of an entry; null if its pieces were replaced after the entry was read. */
const rowOf = async (kv: Kv, { key, value, versionstamp: stamp }: Entry): Promise<Row | null> => {
  if (isBytes(value)) return { key, text: decoder.decode(value), stamp }
  if (!isCut(value)) return { key, text: null, stamp }
  const found = await entriesOf(kv, pieceKeys(key, value.pieces))
  if (found.some(({ versionstamp }) => versionstamp !== stamp)) return null
  return {
    key,
    text: decoder.decode(Buffer.concat(found.map((piece) => piece.value).filter(isBytes))),
    stamp,
  }
}

/** The rows under these keys, in their order. Up to ten are from one snapshot. */
export const rowsOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Row>> => {
  for (;;) {
    const rows = await Promise.all((await entriesOf(kv, all)).map((entry) => rowOf(kv, entry)))
    const whole = rows.filter((row) => row !== null)
    if (whole.length === rows.length) return whole
  }
}

/** The row of a listed entry. It is read again if its pieces were replaced meanwhile, so it may be gone. */
export const listed = async (kv: Kv, entry: Entry): Promise<ReadonlyArray<Row>> => {
  const row = await rowOf(kv, entry)
  return row === null ? rowsOf(kv, [entry.key]) : [row]
}

/** The bytes of an encoded key: each part begins with its type, and a text ends with a zero byte. Infinite if the key is too long. */
export const keyBytes = (key: Key): number => {
  let bytes = 0
  for (const part of key) bytes += typeof part === "number" ? 9 : byteLength(part) + 2
  return bytes > most.keyBytes ? Number.POSITIVE_INFINITY : bytes
}

/** The bytes of a value; a number of pieces takes 32 at most. */
const valueBytes = (value: Value | null): number => (value instanceof Uint8Array ? value.length : 32)

export class Operation {
  readonly #rows = new Map<string, ReturnType<typeof mutationsOf>>()
  // These are reserved for the turn, its check and the writer's row.
  #mutations = 2
  #keyBytes = 512
  #valueBytes = 512

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** Adds rows. Returns false, and adds none, if there is no room for them. A row that is added twice is counted twice. */
  add(written: ReadonlyMap<string, Written>): boolean {
    const rows = [...written].map(
      ([name, { key, text, storedBytes }]) => [name, mutationsOf(key, text, storedBytes)] as const,
    )
    const all = rows.flatMap(([, mutations]) => mutations)
    const mutations = this.#mutations + all.length
    const inKeys = all.reduce((sum, [key]) => sum + keyBytes(key), this.#keyBytes)
    const inValues = all.reduce((sum, [, value]) => sum + valueBytes(value), this.#valueBytes)
    if (mutations > most.mutations || inKeys > most.allKeysBytes || inKeys + inValues > most.allBytes)
      return false
    for (const [name, row] of rows) this.#rows.set(name, row)
    this.#mutations = mutations
    this.#keyBytes = inKeys
    this.#valueBytes = inValues
    return true
  }

  /** Puts all mutations into an atomic operation. */
  into(atomic: Atomic): Atomic {
    for (const [key, value] of [...this.#rows.values()].flat())
      value === null ? atomic.delete(key) : atomic.set(key, value)
    return atomic
  }
}
