/**
 * The port that a store implements: JSON in, JSON out, no schema, no rule. Everything typed stands above it
 * (`Reader`, `Court`). What each operation promises is stated here and checked, case by case, by the conformance kit.
 *
 * Every name, key and text may hold any string: control characters, NUL, halves of surrogate pairs and every
 * script, in a body the names of its members too. Two strings are the same only where each of their code units is: a store
 * trims, folds and normalises nothing. How long they may be is in `limits`, in bytes of UTF-8.
 */
import { Context, Data, type Effect } from "effect"
import type { ChangeSet } from "../ChangeSet.ts"
import type { Json } from "../Json.ts"
import type { Instant } from "../Time.ts"

/** The name of a record: its kind and its id within that kind. */
export interface Ref {
  readonly kind: string
  readonly id: string
}

/** A record as kept. `version` counts its puts from 1; `number` is the serial number given at its first commit, where one was asked for. */
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

export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /**
   * Give this as `after` to go on. Of `list` and `search`: the key of the last item where more follow now, and null where nothing
   * does, however full the page is. Of `journal`: always a cursor, behind an empty page too, since more may come.
   */
  readonly next: string | null
}

/** One event of the public journal, with the opaque cursor that stands after it. */
export interface Journalled {
  readonly cursor: string
  readonly id: string
  readonly at: Instant
  readonly type: string
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}

/** A due task leased to one worker. `token` is needed to settle it; it holds until the task is leased again, replaced or dropped. */
export interface Leased {
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Json
  readonly token: string
}

/** What an earlier commit under the same command id answered. The reply keeps the order of its members, so that it can be repeated byte for byte. */
export interface Receipt {
  readonly fingerprint: string
  readonly reply: Json
  readonly numbers: ReadonlyArray<number>
  readonly expiresAt: Instant
}

export type CommitResult =
  /** All of it is recorded, durably. `numbers` answers the set's `numbers`, in order. */
  | { readonly _tag: "Committed"; readonly numbers: ReadonlyArray<number> }
  /** An unexpired receipt with this id and fingerprint was there: nothing was written. */
  | { readonly _tag: "Replayed"; readonly receipt: Receipt }
  /** An unexpired receipt with this id and another fingerprint was there: nothing was written. */
  | { readonly _tag: "Mismatch" }
  /** Preconditions failed, and nothing was written: versions that moved on, claims held by others, leases lost. */
  | {
      readonly _tag: "Conflict"
      readonly stale: ReadonlyArray<Ref>
      readonly taken: ReadonlyArray<string>
      readonly lost: ReadonlyArray<string>
    }

/** The store could not be reached, or could not say how a commit ended. */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  readonly operation: string
  readonly cause: unknown
}> {}

/** The largest change sets and pages that a store must take; the court never asks for more. */
export interface Limits {
  readonly operations: number
  /** A name: a kind, an id, a claim and its holder, a series, a subject, a worker, a fingerprint, and what names an index, a tally, a task, a blob, a receipt or an event. */
  readonly nameBytes: number
  /** The key of an index entry; of a placed entry its list and its rest, to which the store adds its place. */
  readonly keyBytes: number
  readonly recordBytes: number
  readonly blobBytes: number
  readonly changeSetBytes: number
  /** The words of one index entry, in UTF-8. They count towards the change set. */
  readonly wordsBytes: number
  /** The phrases of one search. */
  readonly searchPhrases: number
  readonly pageItems: number
}

export const limits: Limits = {
  operations: 64,
  nameBytes: 500,
  keyBytes: 1_200,
  recordBytes: 60_000,
  blobBytes: 400_000,
  changeSetBytes: 700_000,
  wordsBytes: 200_000,
  searchPhrases: 120,
  pageItems: 1000,
}

/** What a store says of itself. A case of the kit that needs what a store does not have is reported, never silently left out. */
export interface Supports {
  /** An acknowledged commit survives the loss of the process and of power. */
  readonly durable: boolean
  /** Several openers, in several processes, may use one store at once. */
  readonly shared: boolean
}

export interface Driver {
  readonly supports: Supports
  /** The records, in the order asked, from one snapshot; null where there is none. */
  readonly read: (refs: ReadonlyArray<Ref>) => Effect.Effect<ReadonlyArray<Stored | null>, StoreUnavailable>
  /**
   * Records under one index whose keys begin with `prefix` and lie after `after`, in key order. `next` is the last key where more
   * follow. Where `prefix` is the `list` of placed entries, that is the order of the commits, between processes whose clocks differ
   * too: having read past a key, nothing later appears at or before it.
   */
  readonly list: (query: {
    readonly index: string
    readonly prefix: string
    readonly after: string | null
    readonly limit: number
  }) => Effect.Effect<Page<Indexed>, StoreUnavailable>
  /**
   * As `list`, of those entries alone whose words hold every phrase: the words of the phrase side by side and in its order.
   * Phrases, one at least, are made as the words are (core/store/Search.ts), so a store compares whole words and folds nothing. It
   * may use whatever full-text search it has; it finds neither more nor less than `Search.holdsAll` does.
   */
  readonly search: (query: {
    readonly index: string
    readonly prefix: string
    readonly after: string | null
    readonly limit: number
    readonly phrases: ReadonlyArray<string>
  }) => Effect.Effect<Page<Indexed>, StoreUnavailable>
  /** Who holds a unique name; null where it is free. */
  readonly holder: (claim: string) => Effect.Effect<string | null, StoreUnavailable>
  /** The sums of commutative counters, in the order asked, from one snapshot; 0 where nothing was added. */
  readonly tallies: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, StoreUnavailable>
  /** The text kept under its sha256; null where there is none. */
  readonly blob: (sha256: string) => Effect.Effect<string | null, StoreUnavailable>
  /** The receipt under a command id; null where there is none or it expired at or before `now`. */
  readonly receipt: (id: string, now: Instant) => Effect.Effect<Receipt | null, StoreUnavailable>
  /**
   * Events after a cursor (null: from the beginning), of one subject or of all. `next` is a cursor to go on from
   * even where the page is empty. Having read past a cursor, nothing later appears at or before it.
   */
  readonly journal: (query: {
    readonly subject: string | null
    readonly after: string | null
    readonly limit: number
  }) => Effect.Effect<Page<Journalled>, StoreUnavailable>
  /**
   * Leases tasks of these kinds (null: all) that are due at `now` (dueAt ≤ now) and not leased past it, until `until`,
   * earliest due first. Two workers never hold one task at once.
   */
  readonly lease: (query: {
    readonly kinds: ReadonlyArray<string> | null
    readonly worker: string
    readonly now: Instant
    readonly until: Instant
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Leased>, StoreUnavailable>
  /** All of the change set or none of it. Where several preconditions fail, all of them are named. */
  readonly commit: (changes: ChangeSet) => Effect.Effect<CommitResult, StoreUnavailable>
}

/** The store that a court runs on. */
export class Store extends Context.Tag("agent-court/Store")<Store, Driver>() {}
