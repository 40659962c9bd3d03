/**
 * A kind of store, for the programs that open stores: how the operator names a store, how it is opened, what is seen of it from outside
 * and how it is backed up. Each store's folder has its kind, and adapters/stores lists them. To load a kind loads no driver, which would
 * cost memory if another store is used.
 */
import { Data, type Effect, type Either, type Layer, type Scope } from "effect"
import type { Store, StoreUnavailable } from "../../core/store/Store.ts"
import type { Inspection } from "./Inspection.ts"

/** A store was refused at start: as configured it could lose what it acknowledged, or it can't serve this version. */
export class StoreRefused extends Data.TaggedError("StoreRefused")<{
  readonly store: string
  readonly reasons: ReadonlyArray<string>
}> {
  override get message(): string {
    return `${this.store} is refused: ${this.reasons.join("; ")}`
  }
}

/** Why a store is refused whose tables a later version has migrated. `applied` and `known` count migrations. */
export const laterTables = (applied: number, known: number): string =>
  `its tables are of version ${applied}, and this program knows ${known}: a later version of agent-court wrote it, and that version can read it. No record was changed`

/** A store that is refused as it is, or that can't be reached. */
export type OpenError = StoreRefused | StoreUnavailable

/** Where a store of some kind is. It may hold a password. */
export interface Where {
  readonly at: string
  readonly read?: string
}

/** Reads a text of the operator. Left: the fault of the text, without a password. */
export type Reading = (text: string) => Either.Either<string, string>

/** Why a store can't be looked into from outside its court, and what to do. */
export interface Unseen {
  readonly says: string
  readonly todo: string
}

/** The way in which stores of a kind are backed up and restored, with or without a file. */
export interface Backup {
  /** Loads what copies, checks and moves the file of such a store; null if no store of this kind is a file. */
  readonly tools: (() => Promise<FileTools>) | null
  /** The source of the facts in the manifest of a backup without a file: the store itself, or the keys if the store is out of reach. */
  readonly facts: "store" | "keys"
  /** The lines that are printed after a backup that has only the keys, at `path`. */
  readonly otherwise: (path: string) => ReadonlyArray<string>
  readonly taking: string
  readonly restoring: string
}

/** The tools of a backup for a store that is a file. */
export interface FileTools {
  /** Copies a store to a new file, as it is at one instant. Courts can go on writing. */
  readonly copy: (file: string, to: string) => Effect.Effect<void, StoreUnavailable>
  /** The damage in a file that nobody else has open, a line for each. */
  readonly damageOf: (file: string) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  /** Makes one file of a store, so that it can be moved. False if a process has it open. */
  readonly settle: (file: string) => boolean
}

/** A kind of store: how it is named, opened, backed up and examined. */
export interface Kind {
  readonly title: string
  readonly usage: string
  /** The name of the database in OpenTelemetry, or a name of our own if OpenTelemetry has no name for it. */
  readonly system: string
  readonly lasts: boolean
  readonly begins: RegExp
  /** Reads a `COURT_STORE` of this kind as the place that the other members take. */
  readonly read: Reading
  /** Reads `COURT_STORE_READ`; absent if such a store has no replicas. */
  readonly replicas?: Reading
  /** The name of a store for people, never with its password. */
  readonly name: (at: string) => string
  /** The file that holds a store, whose place is its path; null if no file on this machine does. */
  readonly file: (at: string) => string | null
  /** Opens a store. `allowUnsafe`, for tests: also a store that can lose what it acknowledges. */
  readonly open: (where: Where, allowUnsafe?: boolean) => Layer.Layer<Store, OpenError>
  readonly inspect: ((at: string) => Effect.Effect<Inspection, OpenError, Scope.Scope>) | Unseen
  /** Null: nothing of such a store can be backed up. */
  readonly backup: Backup | null
  /** The meanings of its driver's error codes, and of the messages of errors without a code. */
  readonly meanings: Readonly<Record<string, string>>
  readonly sayings: ReadonlyArray<readonly [said: RegExp, meaning: string]>
}
