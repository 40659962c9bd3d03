/**
 * The port that a store implements. It takes and gives JSON and knows no schema and no rule; `Reader` and `Court` add the types. The
 * promise of each operation is stated here, and the conformance kit checks it.
 *
 * A name, a key, a text, and the name of a member in a body may be any string, with control characters, NUL, unpaired surrogates and
 * every script. Two strings are equal only if all their code units are: a store does not trim, fold or normalise. `limits` bounds
 * their length in bytes of UTF-8.
 */
import { Context, Data, type Effect } from "effect"
import type { Json } from "../kernel/Json.ts"
import type { Instant } from "../kernel/Time.ts"
import type { ChangeSet, Ref } from "./ChangeSet.ts"

/** A record as a store keeps it. `version` counts its puts from 1. `number` is its serial number; null if the store gave it no number. */
export interface Stored {
  readonly ref: Ref
  readonly version: number
  readonly number: number | null
  readonly body: Json
}

/** A record found under an index key. Keys are ordered by their UTF-8 bytes. */
export interface Indexed extends Stored {
  readonly key: string
}

/** A part of a list, with where the next one begins. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /**
   * The `after` of the next page. For `list` and `search` it is the key of the last item, or null if no item follows now, however full
   * the page is. For `journal` it is always a cursor, even after an empty page, since more events may come.
   */
  readonly next: string | null
}

/**
 * One event of the public journal, with the opaque cursor after it. The cursors of one journal rise in the order of its events, as
 * `compareCursors` orders them: by the numbers that stand in them. `limits` bounds their
 * length.
 */
export interface Journalled {
  readonly cursor: string
  readonly id: string
  readonly at: Instant
  readonly type: string
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}

/** A due task that is leased to one worker. A commit settles it with `token`, which is valid until the task is leased again, replaced or dropped. */
export interface Leased {
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Json
  readonly token: string
}

/** The answer of an earlier commit under a command id. The reply keeps the order of its members, so that it can be repeated byte for byte. */
export interface Receipt {
  readonly fingerprint: string
  readonly reply: Json
  readonly numbers: ReadonlyArray<number>
  readonly expiresAt: Instant
}

/** The outcome of a commit; in all cases but `Committed` nothing was written. */
export type CommitResult =
  /** The set is recorded, durably if the store supports it. `numbers` are the numbers drawn for the set's `numbers`, in order. */
  | { readonly _tag: "Committed"; readonly numbers: ReadonlyArray<number> }
  /** There is an unexpired receipt with this id and fingerprint. Nothing was written. */
  | { readonly _tag: "Replayed"; readonly receipt: Receipt }
  /** There is an unexpired receipt with this id and another fingerprint. Nothing was written. */
  | { readonly _tag: "Mismatch" }
  /** Preconditions failed: records have other versions, names have other holders, leases are lost. Nothing was written. */
  | {
      readonly _tag: "Conflict"
      readonly stale: ReadonlyArray<Ref>
      readonly taken: ReadonlyArray<string>
      readonly lost: ReadonlyArray<string>
    }

/** The store could not be reached, or the outcome of a commit is unknown. */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  readonly operation: string
  readonly cause: unknown
}> {}

/** The largest change sets and pages that a store must accept. The court never asks for more. */
export interface Limits {
  readonly operations: number
  /** The records on which a set rests, and which it leaves as they are. They do not count towards `operations`. */
  readonly checks: number
  /** A name: a kind, an id, a claim, a holder, a series, a subject, a worker or a fingerprint; or the name of an index, a tally, a task, a blob, a receipt or an event. */
  readonly nameBytes: number
  /** The key of an index entry. For a placed entry this is its list and its rest together; the store adds the place. */
  readonly keyBytes: number
  readonly recordBytes: number
  readonly eventBytes: number
  readonly blobBytes: number
  readonly changeSetBytes: number
  /** The words of one index entry. They also count towards `changeSetBytes`. */
  readonly wordsBytes: number
  readonly searchPhrases: number
  readonly pageItems: number
  /** A cursor of the journal. A record of the log holds one for each of 256 tiles. */
  readonly cursorBytes: number
}

/** The most that a store must take; beyond it a driver may fail. */
export const limits: Limits = {
  operations: 64,
  checks: 2_100,
  nameBytes: 500,
  keyBytes: 1_200,
  recordBytes: 60_000,
  eventBytes: 60_000,
  blobBytes: 400_000,
  changeSetBytes: 700_000,
  wordsBytes: 200_000,
  searchPhrases: 120,
  pageItems: 1000,
  cursorBytes: 100,
}

/** The largest change set of an act that makes many records, in a store that takes such sets (`Supports.large`). */
export const largeLimits: Pick<Limits, "operations" | "changeSetBytes"> = {
  operations: 2_100,
  changeSetBytes: 6_000_000,
}

/** The features that a store supports. The kit reports a case that needs more; it never leaves one out in silence. */
export interface Supports {
  /** An acknowledged commit survives the loss of the process and of power. */
  readonly durable: boolean
  /** Several openers, in several processes, may use one store at once. */
  readonly shared: boolean
  /** It takes change sets up to `largeLimits`. A store that does not say so takes them up to `limits`. */
  readonly large?: boolean
}

/** The port of a store; the kit in `conformance` says in cases what each operation promises. */
export interface Driver {
  readonly supports: Supports
  /** The records in the order of the refs, from one snapshot; null for a record that does not exist. */
  readonly read: (refs: ReadonlyArray<Ref>) => Effect.Effect<ReadonlyArray<Stored | null>, StoreUnavailable>
  /**
   * The records of one index whose keys begin with `prefix` and come after `after`, in key order. If `prefix` is the `list` of placed
   * entries, this is the order of commits, even between processes whose clocks differ: nothing appears later at or before a key that
   * was read.
   */
  readonly list: (query: {
    readonly index: string
    readonly prefix: string
    readonly after: string | null
    readonly limit: number
  }) => Effect.Effect<Page<Indexed>, StoreUnavailable>
  /**
   * As `list`, but only entries whose words hold every phrase: the words of the phrase side by side and in order. There is at least one
   * phrase. Phrases and words are made alike (`core/store/Search.ts`), so a store compares whole words and folds nothing. It may use any
   * full-text search, as long as it finds exactly what `Search.holdsAll` does.
   */
  readonly search: (query: {
    readonly index: string
    readonly prefix: string
    readonly after: string | null
    readonly limit: number
    readonly phrases: ReadonlyArray<string>
  }) => Effect.Effect<Page<Indexed>, StoreUnavailable>
  /** The holder of a unique name; null if it is free. */
  readonly holder: (claim: string) => Effect.Effect<string | null, StoreUnavailable>
  /** The sums of commutative counters in the order of the names, from one snapshot; 0 if nothing was added. */
  readonly tallies: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, StoreUnavailable>
  /** The text with this SHA-256; null if the store has no such text, or if it was dropped and not put again. */
  readonly blob: (sha256: string) => Effect.Effect<string | null, StoreUnavailable>
  /** The receipt of a command id; null if the store has no receipt, or if it expired at or before `now`. */
  readonly receipt: (id: string, now: Instant) => Effect.Effect<Receipt | null, StoreUnavailable>
  /**
   * The events after a cursor (null: from the beginning), of one subject or of all (null). Nothing appears later at or before a cursor
   * that was read.
   */
  readonly journal: (query: {
    readonly subject: string | null
    readonly after: string | null
    readonly limit: number
  }) => Effect.Effect<Page<Journalled>, StoreUnavailable>
  /**
   * Leases tasks until `until`, earliest due first: those of these kinds (null: all) that are due (`dueAt` ≤ `now`) and have no lease
   * beyond `now`. Two workers never hold one task at once.
   */
  readonly lease: (query: {
    readonly kinds: ReadonlyArray<string> | null
    readonly worker: string
    readonly now: Instant
    readonly until: Instant
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Leased>, StoreUnavailable>
  /** Commits all of a change set or nothing. The result names every precondition that failed. */
  readonly commit: (changes: ChangeSet) => Effect.Effect<CommitResult, StoreUnavailable>
}

/** The store of a court in a context: any `Driver`, behind a Layer. */
export class Store extends Context.Tag("agent-court/Store")<Store, Driver>() {}

/** The numbers that stand in a cursor, each without leading zeros, so that the longer number is the larger one. */
const numbersOf = (cursor: string): ReadonlyArray<string> =>
  (cursor.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+/, ""))

const compareNumbers = (a: string, b: string): number =>
  a.length === b.length ? Number(a > b) - Number(a < b) : a.length - b.length

/** Whether a cursor stands before (below 0), at (0) or after (above 0) another one of the same journal, by their numbers in turn. */
export const compareCursors = (a: string, b: string): number => {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compareNumbers(left[i] ?? "", right[i] ?? "")
    if (order !== 0) return order
  }
  return 0
}
