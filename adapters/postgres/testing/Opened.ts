/** Stores of one test file on the server that the test files of a run share. */
import { Effect, Exit, Scope } from "effect"
import { afterAll } from "vitest"
import type { CommitResult, Driver } from "../../../core/store/Store.ts"
import * as PostgresStore from "../PostgresStore.ts"

/** Gives a function that opens the store of a database. All its stores are closed after the last test of the file. */
export const opener = (): ((url: string) => Promise<Driver>) => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  // That server does not wait for the disk, which a store refuses unless it is told to allow it.
  return (url) => Effect.runPromise(PostgresStore.make({ url, allowUnsafe: true }).pipe(Scope.extend(scope)))
}

export const all = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>): Promise<Array<A>> =>
  Effect.runPromise(Effect.all(effects, { concurrency: "unbounded" }))
export const tags = (results: ReadonlyArray<CommitResult>) => results.map(({ _tag }) => _tag)
/** The result of a commit that draws no numbers. */
export const committed = { _tag: "Committed", numbers: [] }
