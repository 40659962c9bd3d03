/**
 * A store in one SQLite file: WAL, `synchronous=FULL`, one writer at a time, and group commit. It uses the better-sqlite3 of
 * `@effect/sql-sqlite-node`, whose client migrates the tables. Commits and reads go to better-sqlite3 directly, because the client runs
 * every statement as an effect of its own and begins transactions without the writer's lock. A batch must hold that lock from its
 * beginning and share one fsync, so its statements run synchronously.
 */
import { Effect, Layer, Schedule, type Scope } from "effect"
import { unexpired } from "../../core/store/Commit.ts"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import { StoreRefused } from "../store/StoreRefused.ts"
import { holderOf, receiptOf } from "./Commit.ts"
import { Access, isTrouble, type Options } from "./Connection.ts"
import { isGone, Reopening } from "./Identity.ts"
import * as Reads from "./Reads.ts"
import { establish, migrate, refused, unsafe } from "./Setup.ts"
import type { Statements } from "./Statements.ts"
import { Thread } from "./Thread.ts"
import type { Works } from "./Work.ts"
import { isBusy } from "./Writer.ts"

export type { Options } from "./Connection.ts"

/** Why a store did not open. */
export type OpenError = StoreRefused | StoreUnavailable

const unavailable = (operation: string, cause: unknown) => new StoreUnavailable({ operation, cause })

// A reader meets a lock only while another process recovers or closes the file, or while this process closes its own connections.
const isLocked = (cause: unknown): boolean => isBusy(cause) || cause instanceof Reopening
/** Reads again every 10 ms, for two seconds, while the file is locked. */
const retryWhileLocked = <A>(reading: Effect.Effect<A, StoreUnavailable>) =>
  Effect.retry(reading, {
    while: ({ cause }) => isLocked(cause),
    times: 200,
    schedule: Schedule.spaced("10 millis"),
  })

const driver = (access: Access, thread: Thread, durable: boolean): Driver => {
  // If the file or its log was replaced, every connection of this process is closed before a new one is opened.
  const failed = (error: unknown): void => {
    access.failed(error)
    if (isGone(error)) thread.renew(() => access.reopen())
  }
  const reading = <A>(operation: string, run: (db: Statements) => A): Effect.Effect<A, StoreUnavailable> => {
    const once = (locked: (error: StoreUnavailable) => Effect.Effect<A, StoreUnavailable>) =>
      Effect.suspend(() => {
        try {
          return Effect.succeed(run(access.reading().statements))
        } catch (error) {
          failed(error)
          if (!isTrouble(error)) return Effect.die(error)
          return isLocked(error)
            ? locked(unavailable(operation, error))
            : Effect.fail(unavailable(operation, error))
        }
      })
    // The retry is set up only after a first attempt met a lock.
    return once(() => retryWhileLocked(once(Effect.fail)))
  }
  const writing = <Name extends keyof Works>(
    work: Name,
    of: Works[Name]["of"],
  ): Effect.Effect<Works[Name]["gives"], StoreUnavailable> =>
    Effect.async((resume) => {
      const withdraw = thread.submit(
        work,
        of,
        (result) => resume(Effect.succeed(result)),
        (error) => {
          failed(error)
          resume(error.trouble ? Effect.fail(unavailable(work, error)) : Effect.die(error))
        },
      )
      return Effect.sync(withdraw)
    })
  return {
    supports: { durable, shared: true },
    read: (refs) => reading("read", (db) => Reads.read(db, refs)),
    list: (query) => reading("list", (db) => Reads.list(db, query)),
    search: (query) => reading("search", (db) => Reads.search(db, query)),
    holder: (claim) => reading("holder", (db) => holderOf(db, claim)),
    tallies: (names) => reading("tallies", (db) => Reads.tallies(db, names)),
    blob: (sha256) => reading("blob", (db) => Reads.blob(db, sha256)),
    receipt: (id, now) => reading("receipt", (db) => unexpired(receiptOf(db, id), now)),
    journal: (query) => reading("journal", (db) => Reads.journal(db, query)),
    lease: (query) =>
      Effect.flatMap(
        reading("lease", (db) => Reads.anyDue(db, query)),
        (due) => (due ? writing("lease", query) : Effect.succeed([])),
      ),
    commit: (changes) => writing("commit", changes),
  }
}

const opening = (error: unknown) => (error instanceof StoreRefused ? error : unavailable("open", error))

const opened = (options: Options): Effect.Effect<Access, OpenError> =>
  Effect.gen(function* () {
    const reasons = unsafe(options)
    if (reasons.length > 0) return yield* refused(options.file, reasons)
    yield* Effect.try({ try: () => establish(options), catch: opening })
    yield* Effect.mapError(migrate(options.file), opening)
    const access = new Access(options)
    yield* Effect.try({ try: () => access.connection(), catch: opening })
    return access
  })

/** Opens the store of a file until the scope ends. Then the waiting commits are written and the file is closed. */
export const make = (options: Options): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const access = yield* opened(options)
    const thread = new Thread(options)
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => thread.close()).pipe(Effect.zipRight(Effect.sync(() => access.close()))),
    )
    return driver(access, thread, options.allowUnsafe !== true)
  })

/** The store of a file, for one court. */
export const layer = (options: Options): Layer.Layer<Store, OpenError> => Layer.scoped(Store, make(options))
