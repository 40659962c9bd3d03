/**
 * The rows of the store in a Deno KV database. A text that fits into one value stands in its row. A longer text is cut into pieces, and
 * its row has their number. One operation writes the row and its pieces, so equal versionstamps show that they belong together.
 */
import { byteLength } from "../../core/kernel/Hash.ts"
import type { Row } from "../keyvalue/Database.ts"
import type { Written } from "../keyvalue/Draft.ts"
import type { Key } from "../keyvalue/Rows.ts"
import { type Entry, type Kv, most } from "./Kv.ts"

/** What an operation sets: the bytes of a text, or the number of its pieces. A null deletes the key. */
export type Mutation = readonly [key: Key, value: Uint8Array | { readonly pieces: number } | null]

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const piecesOf = (bytes: number): number => (bytes > most.valueBytes ? Math.ceil(bytes / most.valueBytes) : 0)

/** The keys of the pieces of a row. They have a prefix of their own, so that no list of rows contains them. */
const pieceKeys = (key: Key, pieces: number): ReadonlyArray<Key> =>
  Array.from({ length: pieces }, (_, i) => ["piece", ...key, i])

/** The mutations that set the text of a row, and delete the pieces that its present text has more. */
export const mutationsOf = ({ key, text, storedBytes }: Written): ReadonlyArray<Mutation> => {
  const bytes = text === null ? null : new TextEncoder().encode(text)
  const pieces = piecesOf(bytes?.length ?? 0)
  const all = pieceKeys(key, Math.max(pieces, piecesOf(storedBytes)))
  const cut = (i: number) => bytes?.subarray(i * most.valueBytes, (i + 1) * most.valueBytes) ?? null
  return [
    [key, pieces > 0 ? { pieces } : bytes],
    ...all.map((piece, i): Mutation => [piece, i < pieces ? cut(i) : null]),
  ]
}

/** The bytes of an encoded key: each part begins with its type, and a text ends with a zero byte. Infinite if the key is too long. */
export const keyBytes = (key: Key): number => {
  let bytes = 0
  for (const part of key) bytes += typeof part === "number" ? 9 : byteLength(part) + 2
  return bytes > most.keyBytes ? Number.POSITIVE_INFINITY : bytes
}

/** What mutations take of an operation. A number of pieces takes 32 bytes at most. */
interface Size {
  readonly mutations: number
  readonly inKeys: number
  readonly inValues: number
}

/** A size with that of these mutations added. */
export const addMutations = (from: Size, mutations: ReadonlyArray<Mutation>): Size => ({
  mutations: from.mutations + mutations.length,
  inKeys: mutations.reduce((sum, [key]) => sum + keyBytes(key), from.inKeys),
  inValues: mutations.reduce(
    (sum, [, value]) => sum + (value instanceof Uint8Array ? value.length : 32),
    from.inValues,
  ),
})

/** Whether one operation can hold so much. */
export const fits = ({ mutations, inKeys, inValues }: Size): boolean =>
  mutations <= most.mutations && inKeys <= most.allKeysBytes && inKeys + inValues <= most.allBytes

/** The entries under these keys, in their order. Each group of ten is from one snapshot. */
const entriesOf = async (kv: Kv, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Entry>> => {
  const parts: Array<Promise<ReadonlyArray<Entry>>> = []
  for (let i = 0; i < all.length; i += most.keysRead) parts.push(kv.getMany(all.slice(i, i + most.keysRead)))
  return (await Promise.all(parts)).flat()
}

/** The row of an entry; null if its pieces were replaced after the entry was read. */
const rowOf = async (kv: Kv, { key, value, versionstamp: stamp }: Entry): Promise<Row | null> => {
  if (value instanceof Uint8Array) return { key, text: decoder.decode(value), stamp }
  const pieces = Number(Object(value).pieces ?? 0)
  if (pieces === 0) return { key, text: null, stamp }
  const found = await entriesOf(kv, pieceKeys(key, pieces))
  if (found.some(({ versionstamp }) => versionstamp !== stamp)) return null
  const bytes = found.flatMap((piece) => (piece.value instanceof Uint8Array ? [piece.value] : []))
  return { key, text: decoder.decode(Buffer.concat(bytes)), stamp }
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
export const readListed = async (kv: Kv, entry: Entry): Promise<ReadonlyArray<Row>> => {
  const row = await rowOf(kv, entry)
  return row === null ? rowsOf(kv, [entry.key]) : [row]
}
