/** Reads from a key-value database. */
import type { Ref } from "../../core/store/ChangeSet.ts"
import { holdsAll } from "../../core/store/Search.ts"
import { compareUtf8 } from "../../core/store/SortedMap.ts"
import type { Driver, Indexed, Journalled, Page, Stored } from "../../core/store/Store.ts"
import { keep } from "../store/Text.ts"
import { lastOf, nameOf, pickRows, type Readable, type Row } from "./Database.ts"
import { at, type Key, parseRow, type RecordRow } from "./Rows.ts"

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

const keyOf = ({ kind, id }: Ref): Key => at("record", kind, id)

const storedOf = ({ kind, id }: Ref, row: Row | undefined): Stored | null => {
  const found = parseRow<RecordRow>(row)
  return found === null
    ? null
    : { ref: { kind, id }, version: found.version, number: found.number, body: found.body }
}

export const read = async (db: Readable, refs: ReadonlyArray<Ref>): Promise<ReadonlyArray<Stored | null>> => {
  const rows = await snapshot(db, refs.map(keyOf))
  return refs.map((ref, i) => storedOf(ref, rows[i]))
}

export const tallies = async (db: Readable, names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
  (
    await snapshot(
      db,
      names.map((name) => at("tally", name)),
    )
  ).map(({ text }) => Number(text ?? 0))

type Range = Omit<Parameters<Driver["list"]>[0], "index">

/** The first rows of a family that are in the range and whose text is wanted, with one more than the page holds. */
const inRange = (
  db: Readable,
  family: Key,
  { prefix, after, limit }: Range,
  about: number,
  wanted: (text: string) => boolean,
): Promise<ReadonlyArray<Row>> => {
  const [from, behind] = [keep(prefix), after === null ? null : keep(after)]
  // No stored text has U+0000, so a text with U+0000 at its end is the least text that comes after it.
  const start = behind !== null && compareUtf8(behind, from) >= 0 ? `${behind}\0` : from
  const rows = db.list(family, about, { start: [...family, start] })
  return pickRows(within(rows, from), limit + 1, (row) =>
    row.text !== null && wanted(row.text) ? row : null,
  )
}

/** The rows up to the first whose last part doesn't begin with the prefix. */
async function* within(rows: AsyncIterable<Row>, prefix: string): AsyncGenerator<Row> {
  for await (const row of rows) {
    if (!lastOf(row).startsWith(prefix)) return
    yield row
  }
}

/** After so many reads a page is returned as it was read, since some records change all the time. */
const readings = 20

/**
 * A page of an index, whose entries `look` finds. An entry is written with its record, so if both have the same stamp, the record has not
 * changed between the two reads. If one of them has, the page is read again.
 */
const page = async (
  db: Readable,
  limit: number,
  look: () => Promise<ReadonlyArray<Row>>,
): Promise<Page<Indexed>> => {
  for (let reading = 1; ; reading++) {
    const entries = (await look()).flatMap((row) => {
      const named = parseRow<readonly [kind: string, id: string]>(row)
      return named === null ? [] : [{ row, ref: { kind: named[0], id: named[1] } }]
    })
    const shown = entries.slice(0, limit)
    const records = await db.rows(shown.map(({ ref }) => keyOf(ref)))
    if (reading < readings && records.some(({ stamp }, i) => stamp !== shown[i]?.row.stamp)) continue
    const items = shown.flatMap(({ row, ref }, i) => {
      const record = storedOf(ref, records[i])
      return record === null ? [] : [{ ...record, key: nameOf(row) }]
    })
    return { items, next: entries.length > limit ? (items.at(-1)?.key ?? null) : null }
  }
}

export const list = (db: Readable, { index, ...range }: Parameters<Driver["list"]>[0]) =>
  page(db, range.limit, () => inRange(db, at("entry", index), range, range.limit + 1, () => true))

/** The number of rows of words that are read at a time: they are long. */
const wordsAtOnce = 20

/** Reads all words under the prefix. An index of words would need a row for each word, which is more than an operation can write. */
export const search = (db: Readable, { index, phrases, ...range }: Parameters<Driver["search"]>[0]) =>
  page(db, range.limit, async () => {
    const holding = (text: string) => holdsAll(text, phrases)
    const words = await inRange(db, at("words", index), range, wordsAtOnce, holding)
    return db.rows(words.map((row) => [...at("entry", index), lastOf(row)]))
  })

/** A page of the journal. A cursor is the place of an event. A cursor that no store gave reads from the beginning. */
export const journal = async (
  db: Readable,
  { subject, after, limit }: Parameters<Driver["journal"]>[0],
): Promise<Page<Journalled>> => {
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const family = subject === null ? at("event") : at("subject", subject)
  const rows = await pickRows(db.list(family, limit, { start: [...family, start + 1] }), limit, (row) => row)
  const events = subject === null ? rows : await db.rows(rows.map((row) => at("event", Number(lastOf(row)))))
  const items = events.flatMap((row) => {
    const event = parseRow<Omit<Journalled, "cursor">>(row)
    return event === null ? [] : [{ cursor: lastOf(row), ...event }]
  })
  return { items, next: items.at(-1)?.cursor ?? String(start) }
}
