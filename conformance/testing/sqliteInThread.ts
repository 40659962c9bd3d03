/**
 * The SQLite store with its writer in the thread of the caller, so that a coverage report counts the branches of the writer's code, which
 * otherwise runs in a worker.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { commit } from "../../adapters/sqlite/Commit.ts"
import { Access } from "../../adapters/sqlite/Connection.ts"
import { lease } from "../../adapters/sqlite/Reads.ts"
import * as SqliteStore from "../../adapters/sqlite/SqliteStore.ts"
import type { Statements } from "../../adapters/sqlite/Statements.ts"
import { Writer } from "../../adapters/sqlite/Writer.ts"
import type { Driver } from "../../core/store/Store.ts"

export const create = async () => join(await mkdtemp(join(tmpdir(), "agent-court-")), "court.db")

export const open = (file: string) =>
  Effect.gen(function* () {
    const store = yield* SqliteStore.make({ file })
    const access = yield* Effect.acquireRelease(
      Effect.sync(() => new Access({ file })),
      (opened) => Effect.sync(() => opened.close()),
    )
    const writer = new Writer(access, 5_000)
    const writing = <A>(run: (db: Statements) => A): Effect.Effect<A> =>
      Effect.async((resume) =>
        writer.submit(
          run,
          () => true,
          (result) => resume(Effect.succeed(result)),
          (error) => resume(Effect.die(error)),
        ),
      )
    return {
      ...store,
      // The cases for several processes and for kills run on the store with a worker.
      supports: { durable: false, shared: false },
      commit: (changes) => writing((db) => commit(db, changes)),
      lease: (query) => writing((db) => lease(db, query)),
    } satisfies Driver
  })

export const destroy = (file: string) => rm(dirname(file), { recursive: true, force: true })
