/** Reads from a key-value database. */

import type { Ref } from "../../core/store/Ref.ts"
import { holdsAll } from "../../core/store/Search.ts"
import { compareUtf8 } from "../../core/store/SortedMap.ts"
import type { Driver, Indexed, Journalled, Page, Stored } from "../../core/store/Store.ts"
import { given, keep } from "../store/Text.ts"
import type { Readable, Row } from "./Database.ts"
import { families, type Key, keys, parsed, type RecordRow, rowOf } from "./Rows.ts"

/** After so many attempts to read rows from one snapshot, the read fails. */
const attemptsMax = 100

/** Reads rows from one snapshot, however many they are: it reads until two reads in a row find the same stamps. */
const snapshot = async (db: Readable, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Row>> => {
  let before = await db.rows(all)
  for (let reading = 1; all.length > db.together; reading++) {
    if (reading > attemptsMax)
      throw new Error(`${all.length} rows changed during each of ${attemptsMax} reads`)
    const again = await db.rows(all)
    if (again.every(({ stamp }, i) => stamp === before[i]?.stamp)) break
    before = again
  }
  return before
}

const stored = (ref: Ref, row: Row | undefined): Stored | null => {
  const found = parsed<RecordRow>(row)
  if (found === null) return null
  const { version, number, body } = found
  return { ref: { kind: ref.kind, id: ref.id }, version, number, body }
}

export const read = async (db: Readable, refs: ReadonlyArray<Ref>): Promise<ReadonlyArray<Stored | null>> => {
  const rows = await snapshot(db, refs.map(keys.record))
  return refs.map((ref, i) => stored(ref, rows[i]))
}

export const tallies = async (db: Readable, names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
  (await snapshot(db, names.map(keys.tally))).map(({ text }) => Number(text ?? 0))

/** The text under its sha256; null if there is none. */
export const blob = async (db: Readable, sha256: string): Promise<string | null> => {
  const text = (await rowOf(db, keys.text(sha256)))?.text ?? null
  return text === null ? null : given(text)
}

type Range = Omit<Parameters<Driver["list"]>[0], "index">

/** The last part of a row's key. */
const lastOf = ({ key }: Row): string => String(key.at(-1))

/** The rows of a family whose last part begins with the prefix and comes after `after`. */
async function* under(
  db: Readable,
  family: Key,
  { prefix, after }: Range,
  about: number,
): AsyncGenerator<Row> {
  const [from, behind] = [keep(prefix), after === null ? null : keep(after)]
  // No stored text has U+0000, so a text with U+0000 at its end is the least text that comes after it.
  const start = behind !== null && compareUtf8(behind, from) >= 0 ? `${behind}\0` : from
  for await (const row of db.list(family, about, [...family, start])) {
    if (!lastOf(row).startsWith(from)) return
    yield row
  }
}

/** An entry of an index, with the record that it belongs to. */
interface Found {
  readonly key: string
  readonly ref: Ref
  readonly stamp: string | null
}

const foundIn = (row: Row): ReadonlyArray<Found> => {
  const named = parsed<readonly [kind: string, id: string]>(row)
  return named === null
    ? []
    : [{ key: given(lastOf(row)), ref: { kind: named[0], id: named[1] }, stamp: row.stamp }]
}

/** After so many reads a page is returned as it was read, since some records change all the time. */
const readings = 20

/**
 * A page of an index. An entry is written with its record, so if both have the same stamp, the record has not changed between the two
 * reads. If one of them has, the page is read again.
 */
const page = async (
  db: Readable,
  limit: number,
  look: () => Promise<ReadonlyArray<Found>>,
): Promise<Page<Indexed>> => {
  for (let reading = 1; ; reading++) {
    const found = await look()
    const wanted = found.slice(0, limit)
    const rows = await db.rows(wanted.map(({ ref }) => keys.record(ref)))
    if (reading < readings && rows.some(({ stamp }, i) => stamp !== wanted[i]?.stamp)) continue
    const items = wanted.flatMap(({ key, ref }, i) => {
      const record = stored(ref, rows[i])
      return record === null ? [] : [{ ...record, key }]
    })
    return { items, next: found.length > limit ? (items.at(-1)?.key ?? null) : null }
  }
}

export const list = (db: Readable, { index, ...range }: Parameters<Driver["list"]>[0]) =>
  page(db, range.limit, async () => {
    const found: Array<Found> = []
    for await (const row of under(db, families.entries(index), range, range.limit + 1)) {
      found.push(...foundIn(row))
      if (found.length > range.limit) break
    }
    return found
  })

/** The number of rows of words that are read at a time: they are long. */
const wordsAtOnce = 20

/** Reads all words under the prefix. An index of words would need a row for each word, which is more than an operation can write. */
export const search = (db: Readable, { index, phrases, ...range }: Parameters<Driver["search"]>[0]) =>
  page(db, range.limit, async () => {
    const holding: Array<Key> = []
    for await (const row of under(db, families.words(index), range, wordsAtOnce)) {
      if (row.text !== null && holdsAll(row.text, phrases))
        holding.push([...families.entries(index), lastOf(row)])
      if (holding.length > range.limit) break
    }
    return (await db.rows(holding)).flatMap(foundIn)
  })

/** A page of the journal. A cursor is the place of an event. A cursor that no store gave reads from the beginning. */
export const journal = async (
  db: Readable,
  { subject, after, limit }: Parameters<Driver["journal"]>[0],
): Promise<Page<Journalled>> => {
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const family = subject === null ? families.events : families.eventsOf(subject)
  const rows: Array<Row> = []
  for await (const row of db.list(family, limit, [...family, start + 1])) if (rows.push(row) === limit) break
  const events =
    subject === null ? rows : await db.rows(rows.map((row) => [...families.events, Number(lastOf(row))]))
  const items = events.flatMap((row) => {
    const event = parsed<Omit<Journalled, "cursor">>(row)
    return event === null ? [] : [{ cursor: lastOf(row), ...event }]
  })
  return { items, next: items.at(-1)?.cursor ?? String(start) }
}
