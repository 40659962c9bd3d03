/**
 * Texts of any length in values of bounded length. One that fits stands in its row; of a longer one the row says in how many pieces it
 * was cut, and these were written by the same operation, so that their versionstamps tell whether they belong together.
 */

import { byteLength } from "../../core/Hash.ts"
import type { Written } from "../keyvalue/Draft.ts"
import type { Key, Row } from "../keyvalue/Rows.ts"
import { type Atomic, type Entry, type Kv, most } from "./Kv.ts"

/** What a row has in the database: a text, or how many pieces it is in. */
export type Value = Uint8Array | { readonly pieces: number }

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const piecesOf = (bytes: number): number => (bytes > most.valueBytes ? Math.ceil(bytes / most.valueBytes) : 0)

/** Pieces have a family of their own, so that no other that is listed has them in it. */
const pieceKeys = (key: Key, pieces: number): ReadonlyArray<Key> =>
  Array.from({ length: pieces }, (_, i) => ["piece", ...key, i])

/** What it takes to set the text of a row in place of one of so many bytes: values, and null for what goes. */
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

/** The entries under these keys, in their order; each ten are of one snapshot. */
const entriesOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Entry>> => {
  const parts: Array<Promise<ReadonlyArray<Entry>>> = []
  for (let i = 0; i < all.length; i += most.keysRead) parts.push(kv.getMany(all.slice(i, i + most.keysRead)))
  return (await Promise.all(parts)).flat()
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
const isCut = (value: unknown): value is { readonly pieces: number } =>
  typeof value === "object" && value !== null && "pieces" in value

/** The row of an entry; null where its pieces were replaced since it was read. */
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

/** The rows under these keys, in their order. As many as are read at a time are of one snapshot. */
export const rowsOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Row>> => {
  for (;;) {
    const rows = await Promise.all((await entriesOf(kv, all)).map((entry) => rowOf(kv, entry)))
    const whole = rows.filter((row) => row !== null)
    if (whole.length === rows.length) return whole
  }
}

/** The row of an entry that was listed; read again where its pieces were replaced since. */
export const listed = async (kv: Kv, entry: Entry): Promise<ReadonlyArray<Row>> => {
  const row = await rowOf(kv, entry)
  return row === null ? rowsOf(kv, [entry.key]) : [row]
}

/** The bytes of a key: a text ends with a zero byte, and each part begins with its type. One that is too long fits nowhere. */
export const keyBytes = (key: Key): number => {
  let bytes = 0
  for (const part of key) bytes += typeof part === "number" ? 9 : byteLength(part) + 2
  return bytes > most.keyBytes ? Number.POSITIVE_INFINITY : bytes
}

/** The bytes of a value, or about those of a number of pieces. */
const valueBytes = (value: Value | null): number => (value instanceof Uint8Array ? value.length : 32)

export class Operation {
  readonly #rows = new Map<string, ReturnType<typeof mutationsOf>>()
  // There is room for the turn, its check and the writer's row.
  #mutations = 2
  #keyBytes = 512
  #valueBytes = 512

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** Adds rows; false where there is no room left for them. A row that is added twice counts twice, which errs on the safe side. */
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

  /** Puts it all into an atomic operation. */
  into(atomic: Atomic): Atomic {
    for (const [key, value] of [...this.#rows.values()].flat())
      value === null ? atomic.delete(key) : atomic.set(key, value)
    return atomic
  }
}
