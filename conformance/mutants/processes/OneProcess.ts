/**
 * How mutants are made that keep every promise within one process, also between its openers, and break one if two processes write: each
 * process checks first and then writes as if no other process did.
 */
import { Effect, type Scope } from "effect"
import type { ChangeSet } from "../../../core/store/ChangeSet.ts"
import type { CommitResult, Driver, StoreUnavailable } from "../../../core/store/Store.ts"
import type { StoreModule } from "../../StoreModule.ts"
import { create, destroy, openInThread } from "../../stores/sqliteInThread.ts"

/**
 * A SQLite store that `spoil` changes for every opener. All openers of one file in this process share what `make` makes. It has no threads
 * and does not wait for the disk, so that a commit of another process seldom falls between a check and the commit that follows it.
 */
export const spoilStore = <A>(make: () => A, spoil: (store: Driver, shared: A) => Driver): StoreModule => {
  const byFile = new Map<string, A>()
  const findShared = (file: string): A => {
    const shared = byFile.get(file) ?? make()
    byFile.set(file, shared)
    return shared
  }
  const open = (file: string): Effect.Effect<Driver, unknown, Scope.Scope> =>
    Effect.map(
      openInThread({ file, synchronous: "OFF", allowUnsafe: true }, (writer) => writer.drain()),
      (store) => spoil(store, findShared(file)),
    )
  return { create, destroy, open }
}

/** How a mutant of `checkingFirst` checks and writes. */
interface Steps {
  readonly free: (set: ChangeSet, store: Driver) => Effect.Effect<boolean, StoreUnavailable>
  /** Whether this is the result of a commit that another process has come before. */
  readonly isTooLate: (result: CommitResult) => boolean
  /** The same commit, changed so that it succeeds all the same. */
  readonly force: (set: ChangeSet, store: Driver) => Effect.Effect<ChangeSet, StoreUnavailable>
}

/** A store whose commits check and then write. They hold a lock that only this process knows. */
export const checkingFirst = ({ free, isTooLate, force }: Steps): StoreModule =>
  spoilStore(
    () => Effect.unsafeMakeSemaphore(1),
    (store, lock) => ({
      ...store,
      commit: (set) =>
        Effect.gen(function* () {
          if (!(yield* free(set, store))) return yield* store.commit(set)
          const result = yield* store.commit(set)
          return isTooLate(result) ? yield* store.commit(yield* force(set, store)) : result
        }).pipe(lock.withPermits(1)),
    }),
  )
