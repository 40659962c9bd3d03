/** What is read from a key-value database. */
import { holdsAll } from "../../core/store/Search.ts"
import { compareUtf8 } from "../../core/store/SortedMap.ts"
import type { Driver, Indexed, Journalled, Page, Ref, Stored } from "../../core/store/Store.ts"
import { given, keep } from "../store/Text.ts"
import { type Database, families, type Key, keys, parsed, type RecordRow, type Row, rowOf } from "./Rows.ts"

/** A reading that finds the same twice in a row is given up after so many attempts. */
const patience = 100

/** Rows from one snapshot, however many: read until two readings in a row found the same. */
const snapshot = async (db: Database, all: ReadonlyArray<Key>): Promise<ReadonlyArray<Row>> => {
  let before = await db.rows(all)
  for (let reading = 1; all.length > db.together; reading++) {
    if (reading > patience) throw new Error(`${all.length} rows never stood still`)
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

export const read = async (db: Database, refs: ReadonlyArray<Ref>): Promise<ReadonlyArray<Stored | null>> => {
  const rows = await snapshot(db, refs.map(keys.record))
  return refs.map((ref, i) => stored(ref, rows[i]))
}

export const tallies = async (db: Database, names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
  (await snapshot(db, names.map(keys.tally))).map(({ text }) => Number(text ?? 0))

/** The text kept under its sha256; null where there is none. */
export const blob = async (db: Database, sha256: string): Promise<string | null> => {
  const text = (await rowOf(db, keys.text(sha256)))?.text ?? null
  return text === null ? null : given(text)
}

type Range = Omit<Parameters<Driver["list"]>[0], "index">

/** The last part of a key. */
const lastOf = ({ key }: Row): string => String(key.at(-1))

/** The rows of a family whose keys end with a text that begins with the prefix and lies after `after`. */
async function* under(
  db: Database,
  family: Key,
  { prefix, after }: Range,
  about: number,
): AsyncGenerator<Row> {
  const [from, behind] = [keep(prefix), after === null ? null : keep(after)]
  // No text that is kept has U+0000: with one at its end a text is the least that lies behind it.
  const start = behind !== null && compareUtf8(behind, from) >= 0 ? `${behind}\0` : from
  for await (const row of db.list(family, about, [...family, start])) {
    if (!lastOf(row).startsWith(from)) return
    yield row
  }
}

/** An entry of an index as it was read, with the record that it is of. */
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

/** After so many readings a page is given as it was read, since some records never cease to change. */
const readings = 20

/**
 * A page of what an index has. An entry is written with its record, so a record that was read later than its entry is the same as it
 * was then if both have one stamp. Where one hasn't, the page is read again.
 */
const page = async (
  db: Database,
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

export const list = (db: Database, { index, ...range }: Parameters<Driver["list"]>[0]) =>
  page(db, range.limit, async () => {
    const found: Array<Found> = []
    for await (const row of under(db, families.entries(index), range, range.limit + 1)) {
      found.push(...foundIn(row))
      if (found.length > range.limit) break
    }
    return found
  })

/** Words are long, so a few are read at a time. */
const wordsAtOnce = 20

/** Looks at all words under the prefix. An index of words would want a row for each word, for which an operation has no room. */
export const search = (db: Database, { index, phrases, ...range }: Parameters<Driver["search"]>[0]) =>
  page(db, range.limit, async () => {
    const holding: Array<Key> = []
    for await (const row of under(db, families.words(index), range, wordsAtOnce)) {
      if (row.text !== null && holdsAll(row.text, phrases))
        holding.push([...families.entries(index), lastOf(row)])
      if (holding.length > range.limit) break
    }
    return (await db.rows(holding)).flatMap(foundIn)
  })

/** A cursor is the place of an event. One that no store gave reads from the beginning. */
export const journal = async (
  db: Database,
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
