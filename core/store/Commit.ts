/** One commit, the same for every store that works step by step: what stands in its way, or what is written and in which order. */

import {
  type ChangeSet,
  type Event,
  type IndexEntry,
  isPlaced,
  type KeyedEntry,
  type Put,
  type Task,
  toldOf,
} from "../ChangeSet.ts"
import type { Json } from "../Json.ts"
import { present } from "../Missing.ts"
import { type Instant, sortable } from "../Time.ts"
import { examine, type Found, recordKey } from "./Preconditions.ts"
import type { CommitResult, Receipt, Ref } from "./Store.ts"

/** An open transaction of a store, as a commit writes to it. */
export interface Transaction {
  /** Gives the next number of a series. */
  readonly draw: (series: string) => number
  /** Puts a record with its index entries. A record that has a number keeps it. */
  readonly put: (put: Put, number: number | null) => void
  /** Frees a name where this holder has it. */
  readonly release: (claim: string, holder: string) => void
  readonly claim: (claim: string, holder: string) => void
  /** Drops a task where it waits. */
  readonly dropTask: (id: string) => void
  /** Puts a task, without a lease, in the place of the one with its id. */
  readonly putTask: (task: Task) => void
  /** Appends an event with these data to the journal. */
  readonly append: (event: Event, data: Json) => void
  /** Keeps a text unless it is kept already. */
  readonly keepText: (sha256: string, text: string) => void
  readonly add: (tally: string, add: number) => void
  /** Keeps a receipt, and drops a few that have expired by now, wherever that costs little. */
  readonly putReceipt: (id: string, receipt: Receipt, now: Instant) => void
}

/** An index entry with its key; of a placed one, what it was asked for with. */
export interface KeptEntry extends KeyedEntry {
  readonly asked?: string
}

/**
 * An entry with its key, as a store keeps it that repeats a record's entries in the record: a placed one has the key that the record
 * has for it already, or takes the next place of all.
 */
export const keyed = (
  entry: IndexEntry,
  before: ReadonlyArray<KeptEntry>,
  nextPlace: () => number,
): KeptEntry => {
  if (!isPlaced(entry)) return { ...entry }
  const { index, list, rest } = entry
  const asked = JSON.stringify([list, rest])
  return (
    before.find((kept) => kept.index === index && kept.asked === asked) ?? {
      index,
      key: `${list}${sortable(nextPlace())}/${rest}`,
      asked,
    }
  )
}

type NumberOf = (ref: Ref) => number | undefined

/** Draws the numbers of a set. A record keeps the last that is drawn for it. */
const draw = ({ numbers }: ChangeSet, to: Transaction): NumberOf => {
  const drawn = new Map<string, number>()
  for (const { series, ref } of numbers) drawn.set(recordKey(ref), to.draw(series))
  return (ref) => drawn.get(recordKey(ref))
}

const numbersOf = ({ numbers }: ChangeSet, numberOf: NumberOf): ReadonlyArray<number> =>
  numbers.map(({ ref }) => present(numberOf(ref), "the number of a record"))

const write = (set: ChangeSet, to: Transaction): ReadonlyArray<number> => {
  const numberOf = draw(set, to)
  for (const put of set.puts) to.put(put, numberOf(put.ref) ?? null)
  for (const { claim, holder } of set.releases) to.release(claim, holder)
  for (const { claim, holder } of set.claims) to.claim(claim, holder)
  for (const { id } of set.settles) to.dropTask(id)
  for (const id of set.cancels) to.dropTask(id)
  for (const task of set.tasks) to.putTask(task)
  for (const event of set.events) to.append(event, toldOf(event, numberOf))
  for (const { sha256, text } of set.blobs) to.keepText(sha256, text)
  for (const { name, add } of set.tallies) to.add(name, add)
  const numbers = numbersOf(set, numberOf)
  if (set.receipt !== null) {
    const { id, fingerprint, reply, expiresAt } = set.receipt
    to.putReceipt(id, { fingerprint, reply, numbers, expiresAt }, set.at)
  }
  return numbers
}

/** Examines a set by what a store finds, and writes it where nothing stands in its way. A set that is refused writes nothing. */
export const commit = (set: ChangeSet, found: Found, to: Transaction): CommitResult =>
  examine(set, found) ?? { _tag: "Committed", numbers: write(set, to) }
