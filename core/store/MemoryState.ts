/** The state of a store in memory, and how a commit looks it up and writes to it. */

import type { Json } from "../kernel/Json.ts"
import { type Instant, sortable } from "../kernel/Time.ts"
import type { Put, Ref, Task } from "./ChangeSet.ts"
import { type Found, type KeptEntry, keyEntry, recordKey, type Transaction } from "./Commit.ts"
import { SortedMap } from "./SortedMap.ts"
import type { Receipt } from "./Store.ts"

/** A JSON value that is kept as text, so that no caller shares its objects. */
class Copied<A extends Json> {
  readonly #text: string
  constructor(value: A) {
    this.#text = JSON.stringify(value)
  }
  get(): A {
    return JSON.parse(this.#text)
  }
}

export interface RecordRow {
  readonly ref: Ref
  readonly version: number
  readonly number: number | null
  readonly body: Copied<Json>
  readonly index: ReadonlyArray<KeptEntry>
}

export interface EventRow {
  readonly id: string
  readonly at: Instant
  readonly type: string
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Copied<Json>
}

interface TaskRow {
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Copied<Json>
  /** Null until somebody leases the task. The token is valid until the task is leased again, replaced or dropped. */
  readonly lease: { readonly token: string; readonly until: Instant } | null
}

interface ReceiptRow {
  readonly fingerprint: string
  readonly reply: Copied<Json>
  readonly numbers: ReadonlyArray<number>
  readonly expiresAt: Instant
}

export interface State {
  readonly records: Map<string, RecordRow>
  readonly indexes: Map<string, SortedMap<string>>
  readonly claims: Map<string, string>
  readonly tallies: Map<string, number>
  readonly blobs: Map<string, string>
  readonly receipts: Map<string, ReceiptRow>
  readonly journal: Array<EventRow>
  /** For each subject, the positions of its events in the journal. */
  readonly subjects: Map<string, Array<number>>
  readonly tasks: Map<string, TaskRow>
  /** Task ids, in the order in which the tasks fall due. */
  readonly due: SortedMap<string>
  readonly series: Map<string, number>
  /** The number of places that index entries have taken, over all lists. */
  places: number
  leases: number
}

export const empty = (): State => ({
  records: new Map(),
  indexes: new Map(),
  claims: new Map(),
  tallies: new Map(),
  blobs: new Map(),
  receipts: new Map(),
  journal: [],
  subjects: new Map(),
  tasks: new Map(),
  due: new SortedMap(),
  series: new Map(),
  places: 0,
  leases: 0,
})

const dueKey = (task: { readonly id: string; readonly dueAt: Instant }): string =>
  `${sortable(task.dueAt)}\0${task.id}`

/** The value under a key; it is made if it is absent. */
const ensure = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

/** The receipt of a command id, expired or not; null if the store has no receipt. */
export const receiptOf = (state: State, id: string): Receipt | null => {
  const row = state.receipts.get(id)
  return row === undefined ? null : { ...row, reply: row.reply.get(), numbers: [...row.numbers] }
}

/** How the preconditions of a commit look up this state. */
export const lookIn = (state: State): Found => ({
  receipt: (id) => receiptOf(state, id),
  version: (ref) => state.records.get(recordKey(ref))?.version ?? 0,
  holder: (claim) => state.claims.get(claim) ?? null,
  token: (task) => state.tasks.get(task)?.lease?.token ?? null,
})

const replaceIndex = (
  state: State,
  key: string,
  before: ReadonlyArray<KeptEntry>,
  after: ReadonlyArray<KeptEntry>,
): void => {
  for (const entry of before) state.indexes.get(entry.index)?.delete(entry.key)
  for (const entry of after)
    ensure(state.indexes, entry.index, () => new SortedMap<string>()).set(entry.key, key)
}

const writePut = (state: State, put: Put, number: number | null): void => {
  const key = recordKey(put.ref)
  const before = state.records.get(key)
  const index = put.index.map((entry) => keyEntry(entry, before?.index ?? [], () => ++state.places))
  replaceIndex(state, key, before?.index ?? [], index)
  state.records.set(key, {
    ref: { kind: put.ref.kind, id: put.ref.id },
    version: put.expected + 1,
    number: before?.number ?? number,
    body: new Copied(put.body),
    index,
  })
}

const dropTask = (state: State, id: string): void => {
  const task = state.tasks.get(id)
  if (task === undefined) return
  state.tasks.delete(id)
  state.due.delete(dueKey(task))
}

const putTask = (state: State, { id, kind, dueAt, body }: Task): void => {
  dropTask(state, id)
  state.tasks.set(id, { id, kind, dueAt, body: new Copied(body), lease: null })
  state.due.set(dueKey({ id, dueAt }), id)
}

/** Drops at most four expired receipts, oldest first. */
const dropReceipts = (state: State, now: Instant): void => {
  let looked = 0
  for (const [id, { expiresAt }] of state.receipts) {
    if (looked++ === 4 || expiresAt > now) return
    state.receipts.delete(id)
  }
}

const count = (counters: Map<string, number>, name: string, add: number): number => {
  const sum = (counters.get(name) ?? 0) + add
  counters.set(name, sum)
  return sum
}

/** A transaction that writes to the state directly. It needs no isolation, since a commit is one synchronous step. */
export const writingTo = (state: State): Transaction => ({
  draw: (series) => count(state.series, series, 1),
  put: (put, number) => writePut(state, put, number),
  release: (claim, holder) => {
    if (state.claims.get(claim) === holder) state.claims.delete(claim)
  },
  claim: (claim, holder) => void state.claims.set(claim, holder),
  dropTask: (id) => dropTask(state, id),
  putTask: (task) => putTask(state, task),
  append: ({ id, at, type, subject, rules }, data) => {
    ensure(state.subjects, subject, () => [] as number[]).push(state.journal.length)
    state.journal.push({ id, at, type, subject, rules: [...rules], data: new Copied(data) })
  },
  dropText: (sha256) => void state.blobs.delete(sha256),
  keepText: (sha256, text) => void ensure(state.blobs, sha256, () => text),
  add: (tally, add) => void count(state.tallies, tally, add),
  putReceipt: (id, { reply, ...receipt }, now) => {
    dropReceipts(state, now)
    state.receipts.delete(id)
    state.receipts.set(id, { ...receipt, reply: new Copied(reply) })
  },
})
