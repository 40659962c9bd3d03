import type { Ref } from "../../core/store/ChangeSet.ts"
import { holdsAll } from "../../core/store/Search.ts"
import { compareUtf8 } from "../../core/store/SortedMap.ts"
import type { Driver, Indexed, Journalled, Page, Stored } from "../../core/store/Store.ts"
import { keep } from "../store/Text.ts"
import { type Kv, most } from "./Kv.ts"
import { at, type Families, type Family, type Key, nameIn, recordAt } from "./Rows.ts"
import { pickRows, type Row, rowsOf } from "./Values.ts"

type Query<Name extends "list" | "search" | "journal"> = Parameters<Driver[Name]>[0]

/** After so many attempts to read rows from one snapshot, the read fails. */
const attemptsMax = 100

/** Reads rows from one snapshot, however many they are: it reads until two reads in a row find the same stamps. */
const snapshot = async <F extends Family>(
  kv: Kv,
  all: ReadonlyArray<Key<F>>,
): Promise<ReadonlyArray<Row<F>>> => {
  let before = await rowsOf(kv, all)
  for (let reading = 1; all.length > most.keysRead; reading++) {
    if (reading > attemptsMax)
      throw new Error(`${all.length} rows changed during each of ${attemptsMax} reads`)
    const again = await rowsOf(kv, all)
    if (again.every(({ stamp }, i) => stamp === before[i]?.stamp)) break
    before = again
  }
  return before
}

const storedOf = ({ kind, id }: Ref, row: Row<"record"> | undefined): Stored | null => {
  if (row === undefined || row.value === null) return null
  const { version, number, body } = row.value
  return { ref: { kind, id }, version, number, body }
}

export const read = async (kv: Kv, refs: ReadonlyArray<Ref>): Promise<ReadonlyArray<Stored | null>> => {
  const rows = await snapshot(kv, refs.map(recordAt))
  return refs.map((ref, i) => storedOf(ref, rows[i]))
}

export const tallies = async (kv: Kv, names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const keys = names.map((name) => at("tally", name))
  const rows = await snapshot(kv, keys)
  return rows.map(({ value }) => value ?? 0)
}

/** The first rows of a family that are in the range and whose value is wanted, with one more than the page holds. */
const inRange = async <F extends "entry" | "words">(
  kv: Kv,
  family: Key<F>,
  { prefix, after, limit }: Omit<Query<"list">, "index">,
  isWanted: (value: Families[F]) => boolean = () => true,
  atOnce = limit + 1,
): Promise<ReadonlyArray<Row<F>>> => {
  const [from, behind] = [keep(prefix), after === null ? null : keep(after)]
  // No stored text has U+0000, so a text with U+0000 at its end is the least text that comes after it.
  const start = behind !== null && compareUtf8(behind, from) >= 0 ? `${behind}\0` : from
  const range = { prefix: family, start: [...family, start], lastBegins: from, limit: limit + 1, atOnce }
  return pickRows(kv, range, (value, row) => (isWanted(value) ? row : null))
}

/** After so many reads a page is returned as it was read, since some records change all the time. */
const readings = 20

/**
 * A page of an index, whose entries `look` finds. An entry is written with its record, so if both have the same stamp, the record has not
 * changed between the two reads. If one of them has, the page is read again.
 */
const page = async (
  kv: Kv,
  limit: number,
  look: () => Promise<ReadonlyArray<Row<"entry">>>,
): Promise<Page<Indexed>> => {
  for (let reading = 1; ; reading++) {
    const entries = (await look()).flatMap(({ key, value, stamp }) =>
      value === null ? [] : [{ key: nameIn(key), ref: { kind: value[0], id: value[1] }, stamp }],
    )
    const shown = entries.slice(0, limit)
    const refs = shown.map(({ ref }) => ref)
    const records = await rowsOf(kv, refs.map(recordAt))
    if (reading < readings && records.some(({ stamp }, i) => stamp !== shown[i]?.stamp)) continue
    const items = shown.flatMap(({ key, ref }, i) => {
      const record = storedOf(ref, records[i])
      return record === null ? [] : [{ ...record, key }]
    })
    return { items, next: entries.length > limit ? (items.at(-1)?.key ?? null) : null }
  }
}

/** The number of rows of words that are read at a time: they are long. */
const wordsAtOnce = 20

export const list = (kv: Kv, { index, ...range }: Query<"list">) =>
  page(kv, range.limit, () => inRange(kv, at("entry", index), range))

/** Reads all words under the prefix. An index of words would need a row for each word, which is more than an operation can write. */
export const search = (kv: Kv, { index, phrases, ...range }: Query<"search">) =>
  page(kv, range.limit, async () => {
    const isWanted = (words: string) => holdsAll(words, phrases)
    const found = await inRange(kv, at("words", index), range, isWanted, wordsAtOnce)
    const entries = found.map(({ key }) => at("entry", index, nameIn(key)))
    return rowsOf(kv, entries)
  })

/** A page of the journal. A cursor is the place of an event. A cursor that no store gave reads from the beginning. */
export const journal = async (kv: Kv, query: Query<"journal">): Promise<Page<Journalled>> => {
  const { subject, after, limit } = query
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const behind = <F extends Family>(prefix: Key<F>) => ({ prefix, start: [...prefix, start + 1], limit })
  const eventsOf = async (about: string) => {
    const places = await pickRows(kv, behind(at("subject", about)), (_, { key }) => Number(nameIn(key)))
    return rowsOf(
      kv,
      places.map((place) => at("event", place)),
    )
  }
  const events =
    subject === null ? await pickRows(kv, behind(at("event")), (_, row) => row) : await eventsOf(subject)
  const items = events.flatMap(({ key, value }) =>
    value === null ? [] : [{ cursor: nameIn(key), ...value }],
  )
  return { items, next: items.at(-1)?.cursor ?? String(start) }
}
