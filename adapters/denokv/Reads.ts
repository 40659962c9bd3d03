/** What is read from a Deno KV database. */
import { holdsAll } from "../../core/store/Search.ts"
import { compareUtf8 } from "../../core/store/SortedMap.ts"
import type { Driver, Indexed, Journalled, Page, Ref, Stored } from "../../core/store/Store.ts"
import { given, keep } from "../store/Text.ts"
import type { RecordRow } from "./Draft.ts"
import { type Entry, type Key, type Kv, listedAtOnce } from "./Kv.ts"
import { families, keys, listed, parsed, type Row, rowsOf, snapshot } from "./Rows.ts"

const stored = (ref: Ref, row: Row | undefined): Stored | null => {
  const found = parsed<RecordRow>(row)
  if (found === null) return null
  const { version, number, body } = found
  return { ref: { kind: ref.kind, id: ref.id }, version, number, body }
}

export const read = async (kv: Kv, refs: ReadonlyArray<Ref>): Promise<ReadonlyArray<Stored | null>> => {
  const rows = await snapshot(kv, refs.map(keys.record))
  return refs.map((ref, i) => stored(ref, rows[i]))
}

export const tallies = async (kv: Kv, names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
  (await snapshot(kv, names.map(keys.tally))).map(({ text }) => Number(text ?? 0))

/** The row under a key. */
export const one = async (kv: Kv, key: Key): Promise<Row | undefined> => (await rowsOf(kv, [key]))[0]

/** The text kept under its sha256; null where there is none. */
export const blob = async (kv: Kv, sha256: string): Promise<string | null> => {
  const text = (await one(kv, keys.text(sha256)))?.text ?? null
  return text === null ? null : given(text)
}

type Range = Omit<Parameters<Driver["list"]>[0], "index">

/** The entries of a family whose last part begins with the prefix and lies after `after`, in order. */
async function* under(kv: Kv, family: Key, { prefix, after, limit }: Range): AsyncGenerator<[string, Entry]> {
  const [from, behind] = [keep(prefix), after === null ? null : keep(after)]
  // U+0000 is in no text that is kept: with it at its end a text is the least that lies behind another.
  const start = behind !== null && compareUtf8(behind, from) >= 0 ? `${behind}\0` : from
  const batchSize = Math.min(limit + 1, listedAtOnce.small)
  for await (const entry of kv.list({ prefix: family, start: [...family, start] }, { batchSize })) {
    const last = String(entry.key.at(-1))
    if (!last.startsWith(from)) return
    yield [last, entry]
  }
}

/** An entry of an index as it was read, with the record that it is of. */
interface Found {
  readonly key: string
  readonly ref: Ref
  readonly stamp: string | null
}

const foundIn = (key: string, row: Row | undefined): ReadonlyArray<Found> => {
  const named = parsed<readonly [kind: string, id: string]>(row)
  if (row === undefined || named === null) return []
  return [{ key: given(key), ref: { kind: named[0], id: named[1] }, stamp: row.stamp }]
}

/** After so many readings a page need not be of one time: some records never cease to change. */
const readings = 20

/** A page of what an index has. An entry is written with its record, so both are of one time where their stamps are the same. */
const page = async (
  kv: Kv,
  limit: number,
  look: () => Promise<ReadonlyArray<Found>>,
): Promise<Page<Indexed>> => {
  for (let reading = 1; ; reading++) {
    const found = await look()
    const wanted = found.slice(0, limit)
    const rows = await rowsOf(
      kv,
      wanted.map(({ ref }) => keys.record(ref)),
    )
    if (reading < readings && rows.some(({ stamp }, i) => stamp !== wanted[i]?.stamp)) continue
    const items = wanted.flatMap(({ key, ref }, i) => {
      const record = stored(ref, rows[i])
      return record === null ? [] : [{ ...record, key }]
    })
    return { items, next: found.length > limit ? (items.at(-1)?.key ?? null) : null }
  }
}

export const list = (kv: Kv, { index, ...range }: Parameters<Driver["list"]>[0]): Promise<Page<Indexed>> =>
  page(kv, range.limit, async () => {
    const found: Array<Found> = []
    for await (const [key, entry] of under(kv, families.entries(index), range)) {
      found.push(...foundIn(key, await listed(kv, entry)))
      if (found.length > range.limit) break
    }
    return found
  })

/** Looks at all words under the prefix: Deno KV has no search, and an operation no room for an entry a word. */
export const search = (
  kv: Kv,
  { index, phrases, ...range }: Parameters<Driver["search"]>[0],
): Promise<Page<Indexed>> =>
  page(kv, range.limit, async () => {
    const holding: Array<string> = []
    for await (const [key, entry] of under(kv, families.words(index), {
      ...range,
      limit: listedAtOnce.long,
    })) {
      const { text } = await listed(kv, entry)
      if (text !== null && holdsAll(text, phrases)) holding.push(key)
      if (holding.length > range.limit) break
    }
    const rows = await rowsOf(
      kv,
      holding.map((key) => [...families.entries(index), key]),
    )
    return holding.flatMap((key, i) => foundIn(key, rows[i]))
  })

/** Events are listed by their places, so the rows behind the one of the cursor. A cursor that no store gave reads from the beginning. */
export const journal = async (
  kv: Kv,
  { subject, after, limit }: Parameters<Driver["journal"]>[0],
): Promise<Page<Journalled>> => {
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const family = subject === null ? families.events : families.eventsOf(subject)
  const rows: Array<Row> = []
  const batchSize = Math.min(limit, subject === null ? listedAtOnce.long : listedAtOnce.small)
  for await (const entry of kv.list({ prefix: family, start: [...family, start + 1] }, { batchSize })) {
    rows.push(await listed(kv, entry))
    if (rows.length === limit) break
  }
  const placeOf = ({ key }: Row) => Number(key.at(-1))
  const events =
    subject === null
      ? rows
      : await rowsOf(
          kv,
          rows.map((row) => [...families.events, placeOf(row)]),
        )
  const items = events.flatMap((row) => {
    const event = parsed<Omit<Journalled, "cursor">>(row)
    return event === null ? [] : [{ cursor: String(placeOf(row)), ...event }]
  })
  return { items, next: items.at(-1)?.cursor ?? String(start) }
}
