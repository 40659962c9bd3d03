/**
 * Stores that keep every promise within one process, whatever its openers, and break one between two: each process looks, and then
 * takes itself for the only one that writes.
 */
import { Effect, type Scope } from "effect"
import type { ChangeSet } from "../../../core/ChangeSet.ts"
import type { CommitResult, Driver, StoreUnavailable } from "../../../core/store/Store.ts"
import type { StoreModule } from "../../StoreModule.ts"
import * as sqlite from "../../stores/sqlite.ts"

/** Spoils every opener of a SQLite store in this process alike: `shared` is made once for all that open one file. */
export const spoiled = <A>(make: () => A, spoil: (store: Driver, shared: A) => Driver): StoreModule => {
  const byFile = new Map<string, A>()
  const sharedOf = (file: string): A => {
    const shared = byFile.get(file) ?? make()
    byFile.set(file, shared)
    return shared
  }
  const open = (file: string): Effect.Effect<Driver, unknown, Scope.Scope> =>
    Effect.map(sqlite.open(file), (store) => spoil(store, sharedOf(file)))
  return { create: sqlite.create, destroy: sqlite.destroy, open }
}

interface Look {
  /** Whether nothing stands against the commit now. */
  readonly free: (set: ChangeSet, store: Driver) => Effect.Effect<boolean, StoreUnavailable>
  /** How a commit ends that another process came before. */
  readonly beaten: (result: CommitResult) => boolean
  /** The same commit, made whatever stands there by now. */
  readonly force: (set: ChangeSet, store: Driver) => Effect.Effect<ChangeSet, StoreUnavailable>
}

/** Looks, waits a moment, and writes, under a lock that no other process knows of. */
export const lookingFirst = ({ free, beaten, force }: Look): StoreModule =>
  spoiled(
    () => Effect.unsafeMakeSemaphore(1),
    (store, lock) => ({
      ...store,
      commit: (set) =>
        Effect.gen(function* () {
          if (!(yield* free(set, store))) return yield* store.commit(set)
          yield* Effect.sleep(4)
          const result = yield* store.commit(set)
          return beaten(result) ? yield* store.commit(yield* force(set, store)) : result
        }).pipe(lock.withPermits(1)),
    }),
  )
