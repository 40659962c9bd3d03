/**
 * The SQLite store without its threads: the thread of the caller writes and reads. So a coverage report counts the branches of that code,
 * and little time passes between a look and the commit that follows it.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { commit } from "../../adapters/sqlite/Commit.ts"
import { Access, type Options } from "../../adapters/sqlite/Connection.ts"
import * as Descriptors from "../../adapters/sqlite/Descriptors.ts"
import { lease, look } from "../../adapters/sqlite/Reads.ts"
import * as SqliteStore from "../../adapters/sqlite/SqliteStore.ts"
import type { Statements } from "../../adapters/sqlite/Statements.ts"
import type { JobOf, Looks, Works, Writes } from "../../adapters/sqlite/Work.ts"
import { Writer } from "../../adapters/sqlite/Writer.ts"
import type { Driver } from "../../core/store/Store.ts"

const jobOf = <Names extends keyof Works>(work: Names, of: Works[Names]["of"]) =>
  ({ place: 0, serial: 0, work, of }) as JobOf<Names> // `work` and `of` belong together by their types

const writeJob = (job: JobOf<keyof Writes>) => (db: Statements) =>
  JSON.stringify(job.work === "commit" ? commit(db, job.of) : lease(db, job.of))

/** The two threads' work, done in this thread. `submitted` is called after each write that the writer takes. */
const worksOf = (access: Access, submitted: (writer: Writer) => void): SqliteStore.Working => {
  const writer = new Writer(access, 5_000)
  return {
    write: (work, of) =>
      Effect.async((resume) => {
        writer.submit(
          writeJob(jobOf<keyof Writes>(work, of)),
          () => true,
          (text) => resume(Effect.succeed(JSON.parse(text))),
          (error) => resume(Effect.die(error)),
          true,
        )
        submitted(writer)
      }),
    look: (work, of) =>
      Effect.sync(() => JSON.parse(look(access.reading().statements, jobOf<keyof Looks>(work, of)))),
  }
}

export const create = async () => join(await mkdtemp(join(tmpdir(), "agent-court-")), "court.db")

/** Opens the store of a file without threads, until the scope ends. Writes wait for a batch unless `submitted` drains the writer. */
export const openInThread = (options: Options, submitted: (writer: Writer) => void = () => {}) =>
  Effect.gen(function* () {
    // Makes the file and its tables.
    yield* Effect.scoped(SqliteStore.make(options))
    const descriptors = yield* Effect.acquireRelease(
      Effect.sync(() => Descriptors.of(options.file)),
      ({ leave }) => Effect.sync(() => leave(true)),
    )
    const access = yield* Effect.acquireRelease(
      Effect.sync(() => new Access(options, descriptors.keep)),
      (opened) => Effect.sync(() => opened.close()),
    )
    return SqliteStore.driver(worksOf(access, submitted), false)
  })

export const open = (file: string) =>
  Effect.map(
    openInThread({ file }),
    // The cases for several processes and for kills run on the store with its threads.
    (store): Driver => ({ ...store, supports: { durable: false, shared: false } }),
  )

export const destroy = (file: string) => rm(dirname(file), { recursive: true, force: true })
