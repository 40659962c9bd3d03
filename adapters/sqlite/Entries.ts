/** The index entries of a record: how they are put, replaced and dropped, and the form in which their record repeats them. */
import { hash } from "node:crypto"
import { type IndexEntry, isPlaced, type KeyedEntry, type PlacedEntry } from "../../core/store/ChangeSet.ts"
import { digits } from "../../core/store/Commit.ts"
import { keep } from "../store/Text.ts"
import type { Statements, VersionRow } from "./Statements.ts"

type Place = number | bigint

/** An entry to put. A placed entry that was added after its record was made has a place of its own, in `late`. */
type Entry = KeyedEntry | (PlacedEntry & { readonly late?: string | null })

/** An entry as its record repeats it. The hash of its words shows whether they changed. */
type KeptKeyed = readonly [name: string, key: string, wordsSha256?: string]
type KeptPlaced = readonly [name: string, list: string, rest: string, late: string | null]
type Kept = KeptKeyed | KeptPlaced

const isKeptPlaced = (kept: Kept): kept is KeptPlaced => kept.length === 4

const keptOf = (entry: Entry): Kept => {
  const name = keep(entry.index)
  if (isPlaced(entry)) return [name, keep(entry.list), keep(entry.rest), entry.late ?? null]
  const key = keep(entry.key)
  return entry.words === undefined ? [name, key] : [name, key, hash("sha256", entry.words)]
}

/** An entry and the form in which its record repeats it. */
interface Prepared {
  readonly entry: Entry
  readonly kept: Kept
}
const prepareEntry = (entry: Entry): Prepared => ({ entry, kept: keptOf(entry) })

/** The text in which a record repeats its entries; null if it has no entries. */
const textOf = (all: ReadonlyArray<Prepared>): string | null =>
  all.length === 0 ? null : JSON.stringify(all.map(({ kept }) => kept))

/**
 * Where a placed entry stands in its list. Records are stored in the order in which they were made, so the place of a record orders the
 * entries that it was made with. An entry that is added later stands behind the record that is newest then, and has a counter.
 */
const placeText = (newest: Place, late: number): string => digits(newest) + digits(late)

const lateSeries = "agent-court/late-entries"
const latePlace = (db: Statements): string =>
  placeText(db.newest.get()?.place ?? 0, db.draw.get(lateSeries)?.last ?? 0)

const keyOf = ([, list, rest, late]: KeptPlaced, record: Place): string =>
  `${list}${late ?? placeText(record, 0)}/${rest}`

const dropWords = (db: Statements, name: string, key: string): void => {
  const found = db.searchable.get(name, key)
  if (found === undefined) return
  db.dropWords.run(found.place)
  db.dropSearchable.run(found.place)
}

const put = (db: Statements, { entry, kept }: Prepared, record: Place): void => {
  const [name] = kept
  const key = isKeptPlaced(kept) ? keyOf(kept, record) : kept[1]
  db.putEntry.run(name, key, record)
  if (isPlaced(entry) || entry.words === undefined) return
  dropWords(db, name, key)
  db.putWords.run(db.putSearchable.run(name, key, record).lastInsertRowid, entry.words)
}

const drop = (db: Statements, kept: Kept, record: Place): void => {
  const [name] = kept
  const key = isKeptPlaced(kept) ? keyOf(kept, record) : kept[1]
  db.dropEntry.run(name, key)
  if (kept.length === 3) dropWords(db, name, key)
}

/** Puts a new record and then its entries. `putRecord` takes the text in which the record repeats its entries, and gives its place. */
export const putNew = (
  db: Statements,
  index: ReadonlyArray<IndexEntry>,
  putRecord: (entries: string | null) => Place,
): void => {
  const all = index.map(prepareEntry)
  const record = putRecord(textOf(all))
  for (const one of all) put(db, one, record)
}

const isSame = (one: Kept, other: Kept): boolean =>
  one.length === other.length && one.every((part, i) => part === other[i])

/** The entry with its place: the place that it has in this record already, or a new one. */
const placeEntry = (db: Statements, entry: PlacedEntry, had: ReadonlyArray<Kept>): Entry => {
  const asked = keptOf(entry)
  for (const kept of had) {
    if (isKeptPlaced(kept) && kept.slice(0, 3).every((part, i) => part === asked[i]))
      return { ...entry, late: kept[3] }
  }
  return { ...entry, late: latePlace(db) }
}

/** Replaces the entries of a record, and gives the text in which the record repeats the new ones. */
export const replace = (
  db: Statements,
  index: ReadonlyArray<IndexEntry>,
  { place, entries }: Pick<VersionRow, "place" | "entries">,
): string | null => {
  const asked = index.map(prepareEntry)
  if (textOf(asked) === entries) return entries
  const had: ReadonlyArray<Kept> = entries === null ? [] : JSON.parse(entries)
  const wanted = asked.map((one) =>
    isPlaced(one.entry) ? prepareEntry(placeEntry(db, one.entry, had)) : one,
  )
  for (const one of had) if (!wanted.some(({ kept }) => isSame(one, kept))) drop(db, one, place)
  for (const one of wanted) if (!had.some((other) => isSame(other, one.kept))) put(db, one, place)
  return textOf(wanted)
}
