/** A change set: all that one command changes, as data, with the versions that it rests on. A store commits the whole or nothing. */
import type { Json } from "../kernel/Json.ts"
import type { Instant } from "../kernel/Time.ts"

/** The name of a record: its kind and its id within that kind. */
export interface Ref {
  readonly kind: string
  readonly id: string
}

/** One text for a record over all kinds: `<kind>/<id>`. */
export const refKey = (ref: Ref): string => `${ref.kind}/${ref.id}`

/** An index entry with a key of its own. Its list is in the order of the keys. */
export interface KeyedEntry {
  readonly index: string
  /** Unique within its index: it ends with the id of the record. */
  readonly key: string
  /** Words by which `search` finds the record under this key, as `Search.normal` makes them; absent if no search finds it. */
  readonly words?: string
}

/**
 * An index entry of a list in the order of commits, whatever clocks say. The store makes its key: `list`, a place that only the
 * store can read, a slash, and `rest`. A new entry comes after every entry that the list has or ever had; the entries of one change
 * set come in the order of its puts. An entry that the record already has (the same index, list and rest) keeps its key as long as
 * every put names it.
 */
export interface PlacedEntry {
  readonly index: string
  /** The prefix of the keys of this list and of no other key in the index. It ends with a slash; it is empty if the index is one list. */
  readonly list: string
  /** Unique within its list: it ends with the id of the record. */
  readonly rest: string
}

/** The place of a record in an index: under a key of its own, or at the end of a list. */
export type IndexEntry = KeyedEntry | PlacedEntry

/** Whether the store itself gives the entry its key, in the order of commits. */
export const isPlaced = (entry: IndexEntry): entry is PlacedEntry => "list" in entry

/** A record to be written, with the version that it must have now. */
export interface Put {
  readonly ref: Ref
  /** The version that the record must have now; 0 if it must not exist. The put raises it by one. */
  readonly expected: number
  readonly body: Json
  /** All index entries of the record from now on; its other entries are removed. */
  readonly index: ReadonlyArray<IndexEntry>
}

/** A change as the journal keeps it, for ever and for everybody. */
export interface Event {
  readonly id: string
  readonly at: Instant
  readonly type: string
  /** The subject of the event: `agent/<handle>`, `matter/<id>`, `entry/<id>` … */
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
  /**
   * A record of this change set that gets a serial number. The store adds the number to the event's data, which is then an object,
   * as the member `sequence`.
   */
  readonly numbered?: Ref
}

/** Work that the scheduler is to do at a time: a deadline or a notice. */
export interface Task {
  /** A task with the id of a waiting one replaces it and ends its lease. */
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Json
}

/**
 * The changes of one command. A commit first looks up the receipt, then examines the preconditions (checks, puts, claims, settles), then
 * writes everything.
 */
export interface ChangeSet {
  /** The instant of the command by the court's clock. */
  readonly at: Instant
  /** Versions of records that the decision rests on without putting them; 0 if it rests on a record's absence. */
  readonly checks: ReadonlyArray<{ readonly ref: Ref; readonly version: number }>
  readonly puts: ReadonlyArray<Put>
  /** Unique names to take. A name that the same holder has already is not a conflict. */
  readonly claims: ReadonlyArray<{ readonly claim: string; readonly holder: string }>
  /** Unique names to free, before the claims are taken. A name that this holder does not have stays as it is. */
  readonly releases: ReadonlyArray<{ readonly claim: string; readonly holder: string }>
  /** Appended to the journal, in this order. */
  readonly events: ReadonlyArray<Event>
  readonly tasks: ReadonlyArray<Task>
  /** Waiting tasks to drop. A task that does not exist is not a conflict. */
  readonly cancels: ReadonlyArray<string>
  /** Leased tasks that this commit completes, before its own tasks are set. A token that is no longer valid is a conflict (`lost`). */
  readonly settles: ReadonlyArray<{ readonly id: string; readonly token: string }>
  /** Texts to keep under their hash. A text that the store already has stays as it is. */
  readonly blobs: ReadonlyArray<{ readonly sha256: string; readonly text: string }>
  /**
   * Hashes of texts to forget, before the blobs are kept: afterwards the store gives such a text to nobody, unless it is put again. A hash
   * that has no text is not a conflict.
   */
  readonly drops: ReadonlyArray<string>
  /** Amounts to add to commutative counters. They are never a precondition. */
  readonly tallies: ReadonlyArray<{ readonly name: string; readonly add: number }>
  /**
   * New records of this set that get the next serial number of a series. Numbers are unique and rise. A number may be missing:
   * if a commit fails, the numbers that were drawn for it may be lost.
   */
  readonly numbers: ReadonlyArray<{ readonly series: string; readonly ref: Ref }>
  readonly receipt: {
    readonly id: string
    readonly fingerprint: string
    readonly reply: Json
    readonly expiresAt: Instant
  } | null
}

/** A change set that changes nothing, for spreading into others. */
export const empty = (at: Instant): ChangeSet => ({
  at,
  checks: [],
  puts: [],
  claims: [],
  releases: [],
  events: [],
  tasks: [],
  cancels: [],
  settles: [],
  blobs: [],
  drops: [],
  tallies: [],
  numbers: [],
  receipt: null,
})

/** The data of an event as the journal keeps it: with `sequence` if `drawn` has the number of its record. */
export const journalData = ({ data, numbered }: Event, drawn: (ref: Ref) => number | undefined): Json => {
  const sequence = numbered === undefined ? undefined : drawn(numbered)
  return sequence === undefined || data === null || typeof data !== "object" || Array.isArray(data)
    ? data
    : { ...data, sequence }
}

/** The number of operations of a change set, which `limits.operations` bounds. Its checks have a bound of their own (`limits.checks`). */
export const operations = (set: ChangeSet): number =>
  set.puts.length +
  set.claims.length +
  set.releases.length +
  set.events.length +
  set.tasks.length +
  set.cancels.length +
  set.settles.length +
  set.blobs.length +
  set.drops.length +
  set.tallies.length
