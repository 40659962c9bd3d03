/** Leases one task to two processes that ask at once: each chooses tasks before it has the right to lease them. */
import { Effect } from "effect"
import { spoiled } from "./OneProcess.ts"

export const { create, destroy, open } = spoiled(
  () => Effect.unsafeMakeSemaphore(1),
  (store, lock) => ({
    ...store,
    lease: (query) =>
      Effect.gen(function* () {
        // Leased until now, a task is seen and not held.
        const chosen = yield* store.lease({ ...query, until: query.now })
        yield* Effect.sleep(4)
        const held = yield* store.lease({ ...query, limit: chosen.length })
        return chosen.map((task) => held.find(({ id }) => id === task.id) ?? task)
      }).pipe(lock.withPermits(1)),
  }),
)
