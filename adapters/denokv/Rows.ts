/** The rows of the store: their families, their keys, and what they hold. Rows of this form are on the disks of operators. */
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet, Ref, Task } from "../../core/store/ChangeSet.ts"
import { type KeptEntry, needsOf } from "../../core/store/Commit.ts"
import type { Journalled, Receipt, Stored } from "../../core/store/Store.ts"
import { keep, restoreText } from "../store/Text.ts"

/** An entry in the row of its record. Its words are their hash there, and have their length in bytes. */
export type EntryOfRecord = KeptEntry & { readonly wordsBytes?: number }

interface Lease {
  readonly token: string
  readonly until: Instant
}

/** The version of the rows' form. It changes with every change of that form. */
export const form = 1

/** Why rows of a form can't be used, if they can't; null is the form of a new database. */
export const objectionTo = (found: number | null): ReadonlyArray<string> =>
  found === null || found === form ? [] : [`its rows are of form ${found}, and this version knows ${form}`]

/** The contents of the rows of each family. The comments say which parts their keys have. */
export interface Families {
  readonly form: number
  readonly places: number // the last place that an event or a placed entry was given
  readonly series: number // name
  readonly tally: number // name
  readonly record: Omit<Stored, "ref"> & { readonly index: ReadonlyArray<EntryOfRecord> } // kind, id
  readonly entry: readonly [kind: string, id: string] // index, key
  readonly words: string // index, key
  readonly claim: string // name: its holder
  readonly text: string // hash
  readonly event: Omit<Journalled, "cursor"> // place
  readonly subject: "" // subject, place
  readonly task: Omit<Task, "id"> & { readonly lease: Lease | null } // id
  readonly due: { readonly kind: string; readonly until: Instant | null } // instant, id
  readonly receipt: Receipt // id
  readonly expiring: "" // instant, id
  readonly own: string // of the lane
}
export type Family = keyof Families
export type Value = Families[Family]

/** Keys are ordered part by part: texts by their UTF-8 bytes, numbers by their value. */
type Parts = ReadonlyArray<string | number>
export type Key<F extends Family = Family> = readonly [court: "court", family: F, ...parts: Parts]

/** The key of a row, or of the rows of a family that share these parts. */
export const at = <F extends Family>(family: F, ...parts: Parts): Key<F> => [
  "court",
  family,
  ...parts.map((part) => (typeof part === "string" ? keep(part) : part)),
]
export const recordAt = ({ kind, id }: Ref): Key<"record"> => at("record", kind, id)

export const nameIn = (key: Key): string => restoreText(String(key.at(-1)))
export const textOfKey = (key: Key): string => key.join("\0")

/** The families whose rows are texts as they are. All others hold JSON. */
const plain: ReadonlySet<Family> = new Set(["words", "text", "subject", "expiring", "own"])

export const encode = ([, family]: Key, value: Value): string =>
  plain.has(family) ? keep(String(value)) : JSON.stringify(value)

/** The content of a row with this text. It is not checked, since the store itself wrote it. */
export const decode = ([, family]: Key, text: string) =>
  plain.has(family) ? restoreText(text) : JSON.parse(text)

/** The keys of the rows that the commit of a set looks at. */
export const rowKeysOf = (set: ChangeSet): ReadonlyArray<Key> => {
  const needs = needsOf(set)
  return [
    at("places"),
    ...needs.records.map(recordAt),
    ...needs.receipts.map((id) => at("receipt", id)),
    ...needs.claims.map((name) => at("claim", name)),
    ...needs.tasks.map((id) => at("task", id)),
    ...needs.series.map((name) => at("series", name)),
    ...needs.texts.map((hash) => at("text", hash)),
    ...needs.tallies.map((name) => at("tally", name)),
  ]
}
