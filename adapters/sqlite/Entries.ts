/** The index entries of a record: how they are put, replaced and dropped, and how the record repeats them for its next put. */
import { type IndexEntry, isPlaced, type KeyedEntry, type PlacedEntry } from "../../core/ChangeSet.ts"
import { sha256Hex } from "../../core/Hash.ts"
import { sortable } from "../../core/Time.ts"
import type { Statements, VersionRow } from "./Statements.ts"
import { keep } from "./Text.ts"

type Place = number | bigint

/** A placed entry that came to its record after the record was made has a place of its own. */
type Entry = KeyedEntry | (PlacedEntry & { readonly late?: string | null })

/** Of words the hash is kept, to see whether they changed. */
type KeptKeyed = readonly [name: string, key: string, wordsSha256?: string]
type KeptPlaced = readonly [name: string, list: string, rest: string, late: string | null]
type Kept = KeptKeyed | KeptPlaced

const isKeptPlaced = (kept: Kept): kept is KeptPlaced => kept.length === 4

const keptOf = (entry: Entry): Kept => {
  const name = keep(entry.index)
  if (isPlaced(entry)) return [name, keep(entry.list), keep(entry.rest), entry.late ?? null]
  const key = keep(entry.key)
  return entry.words === undefined ? [name, key] : [name, key, sha256Hex(entry.words)]
}

/** Entries as their record repeats them; null where it has none. */
export const textOf = (index: ReadonlyArray<Entry>): string | null =>
  index.length === 0 ? null : JSON.stringify(index.map(keptOf))

/**
 * Records lie in the order in which they were made, so the place of a record orders the entries that it was made with, at no cost.
 * What comes later is counted, behind the newest record of its time.
 */
const placeText = (newest: Place, late: number): string => `${sortable(Number(newest))}${sortable(late)}`

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

const put = (db: Statements, entry: Entry, record: Place): void => {
  if (isPlaced(entry)) {
    const { index, list, rest, late } = entry
    const kept: KeptPlaced = [keep(index), keep(list), keep(rest), late ?? null]
    db.putEntry.run(kept[0], keyOf(kept, record), record)
    return
  }
  const [name, key] = [keep(entry.index), keep(entry.key)]
  db.putEntry.run(name, key, record)
  if (entry.words === undefined) return
  dropWords(db, name, key)
  db.putWords.run(db.putSearchable.run(name, key, record).lastInsertRowid, entry.words)
}

const drop = (db: Statements, kept: Kept, record: Place): void => {
  const [name] = kept
  if (isKeptPlaced(kept)) {
    db.dropEntry.run(name, keyOf(kept, record))
    return
  }
  const [, key, words] = kept
  db.dropEntry.run(name, key)
  if (words !== undefined) dropWords(db, name, key)
}

/** Puts the entries of a record. */
export const putAll = (db: Statements, index: ReadonlyArray<Entry>, record: Place): void => {
  for (const entry of index) put(db, entry, record)
}

/** The entry with the place that the record's entry has already, or with a new one. */
const placed = (db: Statements, entry: PlacedEntry, had: ReadonlyArray<Kept>): Entry => {
  const asked = JSON.stringify(keptOf(entry).slice(0, 3))
  const same = had.find((kept) => isKeptPlaced(kept) && JSON.stringify(kept.slice(0, 3)) === asked)
  return { ...entry, late: same === undefined ? latePlace(db) : (same[3] ?? null) }
}

/** Puts the entries of a record in the place of those that it has, and gives the text in which it repeats them. */
export const replace = (
  db: Statements,
  index: ReadonlyArray<IndexEntry>,
  { place, entries }: Pick<VersionRow, "place" | "entries">,
): string | null => {
  if (textOf(index) === entries) return entries
  const had: ReadonlyArray<Kept> = entries === null ? [] : JSON.parse(entries)
  const wanted = index.map((entry) => (isPlaced(entry) ? placed(db, entry, had) : entry))
  const text = textOf(wanted)
  if (text === entries) return text
  for (const kept of had) drop(db, kept, place)
  putAll(db, wanted, place)
  return text
}
