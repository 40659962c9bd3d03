import type { KeyedEntry } from "../ChangeSet.ts"
import type { Json } from "../Json.ts"
import { type Instant, sortable } from "../Time.ts"
import { SortedMap } from "./SortedMap.ts"
import type { Ref } from "./Store.ts"

/** A JSON value kept as its text, so that nobody outside shares it. */
export class Copied<A extends Json> {
  readonly #text: string
  constructor(value: A) {
    this.#text = JSON.stringify(value)
  }
  get(): A {
    return JSON.parse(this.#text)
  }
}

/** An index entry with its key; of a placed one, what it was asked for with. */
export interface KeptEntry extends KeyedEntry {
  readonly asked?: string
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

export interface TaskRow {
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Copied<Json>
  /** Null while nobody has leased it. The token holds until the task is leased again, replaced or dropped. */
  readonly lease: { readonly token: string; readonly until: Instant } | null
}

export interface ReceiptRow {
  readonly fingerprint: string
  readonly reply: Copied<Json>
  readonly numbers: ReadonlyArray<number>
  readonly expiresAt: Instant
}

/** Everything that a store in memory keeps. */
export interface State {
  readonly records: Map<string, RecordRow>
  readonly indexes: Map<string, SortedMap<string>>
  readonly claims: Map<string, string>
  readonly tallies: Map<string, number>
  readonly blobs: Map<string, string>
  readonly receipts: Map<string, ReceiptRow>
  readonly journal: Array<EventRow>
  /** Places in the journal, by subject. */
  readonly subjects: Map<string, Array<number>>
  readonly tasks: Map<string, TaskRow>
  /** Task ids in the order in which they fall due. */
  readonly due: SortedMap<string>
  readonly series: Map<string, number>
  /** Places given to index entries, in all lists. */
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

// Neither part of a name holds a NUL, so two names never meet in one key.
export const recordKey = (ref: Ref): string => `${ref.kind}\0${ref.id}`
export const dueKey = (task: { readonly id: string; readonly dueAt: Instant }): string =>
  `${sortable(task.dueAt)}\0${task.id}`

/** The value under a key, made when it isn't there. */
export const ensure = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
