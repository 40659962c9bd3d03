/**
 * A store in one SQLite file: WAL, `synchronous=FULL`, one writer at a time, and group commit. One thread writes, one reads and one
 * copies the log, so the thread of the caller never waits for the disk. It uses the better-sqlite3 of
 * `@effect/sql-sqlite-node`, whose client migrates the tables. Commits and reads go to better-sqlite3 directly, because the client runs
 * every statement as an effect of its own and begins transactions without the writer's lock. A batch must hold that lock from its
 * beginning and share one fsync, so its statements run synchronously.
 */
import { setTimeout } from "node:timers"
import { Effect, Layer, Schedule, type Scope } from "effect"
import { ifUnexpired } from "../../core/store/Commit.ts"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import { type OpenError, StoreRefused } from "../store/Kind.ts"
import { copyAtOf, type Options } from "./Connection.ts"
import * as Descriptors from "./Descriptors.ts"
import { isGone } from "./Identity.ts"
import { establish, migrate, refusalToOpen, unsafe } from "./Setup.ts"
import { copierScript, readerScript, Thread, writerScript } from "./Thread.ts"
import { JobFailed, type Looks, type Works, type Writes } from "./Work.ts"

export type { Options } from "./Connection.ts"

const unavailable = (operation: string, cause: unknown) => new StoreUnavailable({ operation, cause })

// A reader meets a lock only while another process recovers or closes the file, or while this process closes its own connections.
const isLocked = ({ cause }: StoreUnavailable): boolean =>
  cause instanceof JobFailed && cause.code !== null && cause.code.startsWith("SQLITE_BUSY")
/** Reads again every 10 ms, for two seconds, while the file is locked. */
const retryWhileLocked = <A>(reading: Effect.Effect<A, StoreUnavailable>) =>
  Effect.retry(reading, { while: isLocked, times: 200, schedule: Schedule.spaced("10 millis") })

/** How a store has its work done: `write` under the lock of the writer, `look` without it. */
export interface Working {
  readonly write: <Name extends keyof Writes>(
    work: Name,
    of: Writes[Name]["of"],
  ) => Effect.Effect<Writes[Name]["gives"], StoreUnavailable>
  readonly look: <Name extends keyof Looks>(
    work: Name,
    of: Looks[Name]["of"],
  ) => Effect.Effect<Looks[Name]["gives"], StoreUnavailable>
}

// How long nothing is copied after a copy failed. Meanwhile the writing thread does it at its bound.
const copyAgainMs = 1_000

/** The threads of a store. If the file or its log was replaced, all close their connections before a new one is opened. */
const threadsOf = (options: Options) => {
  const descriptors = Descriptors.of(options.file)
  const startable = (script: URL) => new Thread(options, script, descriptors)
  const [writer, reader, copier] = [
    startable(writerScript()),
    startable(readerScript()),
    startable(copierScript()),
  ]
  let renewing = false
  const renew = async (): Promise<void> => {
    if (renewing) return
    renewing = true
    await Promise.all([writer.pause(), reader.pause(), copier.pause()])
    renewing = false
    writer.resume()
    reader.resume()
    copier.resume()
  }
  const copyAt = copyAtOf(options)
  let [copying, closing] = [false, false]
  const copyLog = (): void => {
    if (copying || closing || writer.uncopied < copyAt) return
    copying = true
    const endCopy = (): void => {
      copying = false
    }
    copier.submit("copyLog", null, endCopy, (error) => {
      if (isGone(error)) void renew()
      setTimeout(endCopy, copyAgainMs).unref()
    })
  }
  const doing =
    (thread: Thread, answered: () => void = () => {}) =>
    <Name extends keyof Works>(
      work: Name,
      of: Works[Name]["of"],
    ): Effect.Effect<Works[Name]["gives"], StoreUnavailable> =>
      Effect.async((resume) => {
        const withdraw = thread.submit(
          work,
          of,
          (result) => {
            answered()
            resume(Effect.succeed(result))
          },
          (error) => {
            if (isGone(error)) void renew()
            resume(error.trouble ? Effect.fail(unavailable(work, error)) : Effect.die(error))
          },
        )
        return Effect.sync(withdraw)
      })
  // Of two connections that close at the same moment each finds the other one open, and neither removes SQLite's log.
  const close = Effect.promise(async () => {
    closing = true
    let closed = true
    for (const thread of [reader, copier, writer]) closed = (await thread.close()) && closed
    descriptors.leave(closed)
  })
  return { write: doing(writer, copyLog), look: doing(reader), close }
}

/** The operations of a store, whoever does their work. */
export const driver = ({ write, look }: Working, durable: boolean): Driver => {
  const reading = <Name extends keyof Looks>(work: Name, of: Looks[Name]["of"]) => {
    const once = look(work, of)
    // The retry is set up only after a first attempt met a lock.
    return Effect.catchAll(once, (error) => (isLocked(error) ? retryWhileLocked(once) : Effect.fail(error)))
  }
  return {
    supports: { durable, shared: true, large: true },
    read: (refs) => reading("read", refs),
    list: (query) => reading("list", query),
    search: (query) => reading("search", query),
    holder: (claim) => reading("holder", claim),
    tallies: (names) => reading("tallies", names),
    blob: (sha256) => reading("blob", sha256),
    receipt: (id, now) => Effect.map(reading("receipt", id), (receipt) => ifUnexpired(receipt, now)),
    journal: (query) => reading("journal", query),
    lease: (query) =>
      Effect.flatMap(reading("anyDue", query), (due) => (due ? write("lease", query) : Effect.succeed([]))),
    commit: (changes) => write("commit", changes),
  }
}

const openErrorOf = (error: unknown) => (error instanceof StoreRefused ? error : unavailable("open", error))

const prepareFile = (options: Options): Effect.Effect<void, OpenError> =>
  Effect.gen(function* () {
    const reasons = unsafe(options)
    if (reasons.length > 0) return yield* refusalToOpen(options.file, reasons)
    yield* Effect.try({ try: () => establish(options), catch: openErrorOf })
    yield* Effect.mapError(migrate(options.file), openErrorOf)
  })

/** Opens the store of a file until the scope ends. Then the waiting commits are written and the file is closed. */
export const make = (options: Options): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* prepareFile(options)
    const threads = yield* Effect.try({ try: () => threadsOf(options), catch: openErrorOf })
    yield* Effect.addFinalizer(() => threads.close)
    return driver(threads, options.allowUnsafe !== true)
  })

/**
 * A store in a SQLite file, open until the scope ends. Fails with `StoreRefused` if the file is not of a court, and with
 * `StoreUnavailable` if it can't be used.
 */
export const layer = (options: Options): Layer.Layer<Store, OpenError> => Layer.scoped(Store, make(options))
