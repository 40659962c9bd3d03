/** The commit of a change set, the same for every store: how its preconditions are examined, and what is written in which order. */

import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import type { Instant } from "../kernel/Time.ts"
import {
  type ChangeSet,
  type Event,
  type IndexEntry,
  isPlaced,
  journalData,
  type KeyedEntry,
  type Put,
  type Ref,
  type Task,
} from "./ChangeSet.ts"
import type { CommitResult, Receipt } from "./Store.ts"

/** How the preconditions look up what a store has: null, or 0 for a version, if it has nothing. */
export interface Found {
  /** The receipt of a command id, expired or not. */
  readonly receipt: (id: string) => Receipt | null
  readonly version: (ref: Ref) => number
  readonly holder: (claim: string) => string | null
  readonly token: (task: string) => string | null
}

/** The keys of everything that a commit may look up, each once: a store can load all of it beforehand. */
export interface Needs {
  readonly receipts: ReadonlyArray<string>
  readonly records: ReadonlyArray<Ref>
  readonly claims: ReadonlyArray<string>
  readonly tasks: ReadonlyArray<string>
  readonly series: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
  readonly tallies: ReadonlyArray<string>
}

/** The reason why a change set was not recorded: it was replayed, or it conflicts. */
export type Obstacle = Exclude<CommitResult, { readonly _tag: "Committed" }>

/** The name of a record as one key. The kind holds no NUL, so that two names never give the same key. */
export const recordKey = ({ kind, id }: Ref): string => `${kind}\0${id}`

const distinct = (refs: ReadonlyArray<Ref>): ReadonlyArray<Ref> => [
  ...new Map(refs.map(({ kind, id }) => [recordKey({ kind, id }), { kind, id }])).values(),
]

/** The keys that the commit of a change set looks up. */
export const needsOf = (set: ChangeSet): Needs => ({
  receipts: set.receipt === null ? [] : [set.receipt.id],
  records: distinct([...set.checks, ...set.puts].map(({ ref }) => ref)),
  claims: [...new Set([...set.claims, ...set.releases].map(({ claim }) => claim))],
  tasks: [...new Set([...[...set.settles, ...set.tasks].map(({ id }) => id), ...set.cancels])],
  series: [...new Set(set.numbers.map(({ series }) => series))],
  texts: [...new Set([...set.blobs.map(({ sha256 }) => sha256), ...set.drops])],
  tallies: [...new Set(set.tallies.map(({ name }) => name))],
})

/** The receipt; null if it expired at or before `now`. */
export const ifUnexpired = (receipt: Receipt | null, now: Instant): Receipt | null =>
  receipt === null || receipt.expiresAt <= now ? null : receipt

/** The records whose version the set does not expect, each once. */
const staleRefs = (set: ChangeSet, found: Found): ReadonlyArray<Ref> => {
  const stale: Array<Ref> = []
  for (const { ref, version } of set.checks) if (found.version(ref) !== version) stale.push(ref)
  for (const { ref, expected } of set.puts) if (found.version(ref) !== expected) stale.push(ref)
  return stale.length === 0 ? stale : distinct(stale)
}

/** The names that another holder has after this set's releases, or that the set claims for two holders. */
const takenClaims = (set: ChangeSet, found: Found): ReadonlyArray<string> => {
  if (set.claims.length === 0) return []
  const wanted = new Map<string, string>()
  const taken = new Set<string>()
  const isReleased = (claim: string, by: string) =>
    set.releases.some((one) => one.claim === claim && one.holder === by)
  for (const { claim, holder } of set.claims) {
    const stored = found.holder(claim)
    const remaining = stored === null || isReleased(claim, stored) ? holder : stored
    if ((wanted.get(claim) ?? remaining) !== holder) taken.add(claim)
    wanted.set(claim, holder)
  }
  return [...taken]
}

const lostTasks = (set: ChangeSet, found: Found): ReadonlyArray<string> =>
  set.settles.filter(({ id, token }) => found.token(id) !== token).map(({ id }) => id)

/** The result of a commit that may not write, by its receipt and its preconditions; null if it may write. */
export const examine = (set: ChangeSet, found: Found): Obstacle | null => {
  if (set.receipt !== null) {
    const earlier = ifUnexpired(found.receipt(set.receipt.id), set.at)
    if (earlier !== null)
      return earlier.fingerprint === set.receipt.fingerprint
        ? { _tag: "Replayed", receipt: earlier }
        : { _tag: "Mismatch" }
  }
  const stale = staleRefs(set, found)
  const taken = takenClaims(set, found)
  const lost = lostTasks(set, found)
  return stale.length + taken.length + lost.length === 0 ? null : { _tag: "Conflict", stale, taken, lost }
}

/** The writes of a commit, within one transaction of a store. */
export interface Transaction {
  readonly draw: (series: string) => number
  /** Puts a record with its index entries. A record that has a number keeps it. */
  readonly put: (put: Put, number: number | null) => void
  readonly release: (claim: string, holder: string) => void
  readonly claim: (claim: string, holder: string) => void
  readonly dropTask: (id: string) => void
  /** Puts a task without a lease. It replaces a task with the same id. */
  readonly putTask: (task: Task) => void
  readonly append: (event: Event, data: Json) => void
  /** Forgets a text if the store has it. */
  readonly dropText: (sha256: string) => void
  readonly keepText: (sha256: string, text: string) => void
  readonly add: (tally: string, add: number) => void
  /** Keeps a receipt. A store may also drop a few expired receipts. */
  readonly putReceipt: (id: string, receipt: Receipt, now: Instant) => void
}

/** A place in a list as text of a fixed width, so that the order of texts is the order of places. */
export const digits = (place: number | bigint): string => String(place).padStart(15, "0")

/** An index entry with its key, as a store keeps it. */
export interface KeptEntry extends KeyedEntry {
  /** The list and the rest of a placed entry, by which a later put finds the entry again. */
  readonly asked?: string
}

/**
 * An entry with its key, for a store that keeps the entries of a record in the record. A placed entry keeps the key that it has among
 * the entries `before`, or takes the next place.
 */
export const keyEntry = (
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
      key: `${list}${digits(nextPlace())}/${rest}`,
      asked,
    }
  )
}

type NumberOf = (ref: Ref) => number | undefined

/** Draws the numbers of a set. If several are drawn for one record, it gets the last. */
const draw = ({ numbers }: ChangeSet, to: Transaction): NumberOf => {
  const drawn = new Map<string, number>()
  for (const { series, ref } of numbers) drawn.set(recordKey(ref), to.draw(series))
  return (ref) => drawn.get(recordKey(ref))
}

const numbersOf = ({ numbers }: ChangeSet, numberOf: NumberOf): ReadonlyArray<number> =>
  numbers.map(({ ref }) => needPresent(numberOf(ref), "the number of a record"))

const write = (set: ChangeSet, to: Transaction): ReadonlyArray<number> => {
  const numberOf = draw(set, to)
  for (const put of set.puts) to.put(put, numberOf(put.ref) ?? null)
  for (const { claim, holder } of set.releases) to.release(claim, holder)
  for (const { claim, holder } of set.claims) to.claim(claim, holder)
  for (const { id } of set.settles) to.dropTask(id)
  for (const id of set.cancels) to.dropTask(id)
  for (const task of set.tasks) to.putTask(task)
  for (const event of set.events) to.append(event, journalData(event, numberOf))
  for (const sha256 of set.drops) to.dropText(sha256)
  for (const { sha256, text } of set.blobs) to.keepText(sha256, text)
  for (const { name, add } of set.tallies) to.add(name, add)
  const numbers = numbersOf(set, numberOf)
  if (set.receipt !== null) {
    const { id, fingerprint, reply, expiresAt } = set.receipt
    to.putReceipt(id, { fingerprint, reply, numbers, expiresAt }, set.at)
  }
  return numbers
}

/** Examines a change set, and writes all of it if its preconditions hold. Otherwise nothing is written. */
export const commit = (set: ChangeSet, found: Found, to: Transaction): CommitResult =>
  examine(set, found) ?? { _tag: "Committed", numbers: write(set, to) }
