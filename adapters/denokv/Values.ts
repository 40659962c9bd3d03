/**
 * The rows of the store in a Deno KV database. A text that fits into one value stands in its row. A longer text is cut into pieces, and
 * its row has their number. One operation writes the row and its pieces, so equal versionstamps show that they belong together.
 */
import { byteLength } from "../../core/kernel/Hash.ts"
import { type Entry, type Kv, type KvKey, most, type Selector } from "./Kv.ts"
import { decode, encode, type Families, type Family, type Key } from "./Rows.ts"

/** A row as it was read: its value (null if the row is missing), the stamp of the operation that wrote it, and the number of its pieces. */
export interface Row<F extends Family = Family> {
  readonly key: Key<F>
  readonly value: Families[F] | null
  readonly stamp: string | null
  readonly pieces: number
}

/** A write of an operation: the bytes of a text, or the number of its pieces. A null deletes the key. */
export type Mutation = readonly [key: KvKey, value: Uint8Array | { readonly pieces: number } | null]

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** The number of pieces of a text with so many bytes; 0 if it stands in its row. */
export const piecesOf = (bytes: number): number =>
  bytes > most.valueBytes ? Math.ceil(bytes / most.valueBytes) : 0

/** The keys of the pieces of a row. They have a prefix of their own, so that no list of rows contains them. */
const pieceKeys = (key: Key, pieces: number): ReadonlyArray<KvKey> =>
  Array.from({ length: pieces }, (_, i) => ["piece", ...key, i])

/** The mutations that give a row its value, and delete the pieces that it has more now. */
export const mutationsOf = ({ key, value, pieces: now }: Omit<Row, "stamp">): ReadonlyArray<Mutation> => {
  const bytes = value === null ? null : encoder.encode(encode(key, value))
  const pieces = piecesOf(bytes?.length ?? 0)
  const cut = (i: number) => bytes?.subarray(i * most.valueBytes, (i + 1) * most.valueBytes) ?? null
  return [
    [key, pieces > 0 ? { pieces } : bytes],
    ...pieceKeys(key, Math.max(pieces, now)).map((piece, i): Mutation => [piece, i < pieces ? cut(i) : null]),
  ]
}

/** The bytes of an encoded key: each part begins with its type, and a text ends with a zero byte. */
export const keyBytes = (key: KvKey): number => {
  let bytes = 0
  for (const part of key) bytes += typeof part === "number" ? 9 : byteLength(part) + 2
  return bytes
}

/** How much of an operation these mutations fill; more than 1 if it can't hold them. A number of pieces takes 32 bytes at most. */
export const loadOf = (mutations: ReadonlyArray<Mutation>): number => {
  let [inKeys, inValues, longest] = [0, 0, 0]
  for (const [key, value] of mutations) {
    const bytes = keyBytes(key)
    longest = Math.max(longest, bytes)
    inKeys += bytes
    inValues += value instanceof Uint8Array ? value.length : 32
  }
  return Math.max(
    mutations.length / most.mutations,
    longest / most.keyBytes,
    inKeys / most.allKeysBytes,
    (inKeys + inValues) / most.allBytes,
  )
}

/** The entries under these keys, in their order. Each group of ten is from one snapshot. */
const entriesOf = async (kv: Kv, all: ReadonlyArray<KvKey>): Promise<ReadonlyArray<Entry>> => {
  const parts: Array<Promise<ReadonlyArray<Entry>>> = []
  for (let i = 0; i < all.length; i += most.keysRead) parts.push(kv.getMany(all.slice(i, i + most.keysRead)))
  return (await Promise.all(parts)).flat()
}

/** The row of an entry; null if its pieces were replaced after the entry was read. */
const rowOf = async <F extends Family>(kv: Kv, entry: Entry): Promise<Row<F> | null> => {
  const { value, versionstamp: stamp } = entry
  const key = entry.key as Key<F> // the entry was found under a key of the family
  const pieces = value instanceof Uint8Array ? 0 : Number(Object(value).pieces ?? 0)
  const parts = pieces === 0 ? [entry] : await entriesOf(kv, pieceKeys(key, pieces))
  if (parts.some(({ versionstamp }) => versionstamp !== stamp)) return null
  const bytes = parts.flatMap((part) => (part.value instanceof Uint8Array ? [part.value] : []))
  const text = bytes.length === 0 ? null : decoder.decode(Buffer.concat(bytes))
  return { key, value: text === null ? null : decode(key, text), stamp, pieces }
}

/** The rows under these keys, in their order. Up to ten are from one snapshot. */
export const rowsOf = async <F extends Family>(
  kv: Kv,
  all: ReadonlyArray<Key<F>>,
): Promise<ReadonlyArray<Row<F>>> => {
  for (;;) {
    const rows = await Promise.all((await entriesOf(kv, all)).map((entry) => rowOf<F>(kv, entry)))
    const whole = rows.filter((row) => row !== null)
    if (whole.length === rows.length) return whole
  }
}

/** The value of the row under a key; null if the row is missing. */
export const valueAt = async <F extends Family>(kv: Kv, key: Key<F>): Promise<Families[F] | null> =>
  (await rowsOf(kv, [key]))[0]?.value ?? null

/** Which rows of a family are read: up to a number (all if absent), about so many at a time, forwards if not in reverse. */
interface Range<F extends Family> extends Selector {
  readonly prefix: Key<F>
  /** The rows end before the first key whose last part doesn't begin so. */
  readonly lastBegins?: string
  readonly reverse?: boolean
  readonly limit?: number
  readonly atOnce?: number
}

/** The results of `pick` for the rows of a range, in the order of their keys. Null results are passed over and don't count. */
export const pickRows = async <F extends Family, A>(
  kv: Kv,
  {
    lastBegins = "",
    reverse = false,
    limit = Number.POSITIVE_INFINITY,
    atOnce = limit,
    ...selector
  }: Range<F>,
  pick: (value: Families[F], row: Row<F>) => A | null,
): Promise<Array<A>> => {
  const picked: Array<A> = []
  const options = { reverse, batchSize: Math.min(atOnce, most.entriesRead) }
  for await (const entry of kv.list(selector, options)) {
    if (!String(entry.key.at(-1)).startsWith(lastBegins)) break
    // A row whose pieces were replaced meanwhile is read again, so it may be gone.
    const row = (await rowOf<F>(kv, entry)) ?? (await rowsOf(kv, [entry.key as Key<F>]))[0]
    const one = row === undefined || row.value === null ? null : pick(row.value, row)
    if (one !== null && picked.push(one) >= limit) break
  }
  return picked
}
