/** A mutant store: it leases one task to two processes at the same time, since each chooses its tasks before it locks. */
import { Effect } from "effect"
import { spoilStore } from "./OneProcess.ts"

export const { create, destroy, open } = spoilStore(
  () => Effect.unsafeMakeSemaphore(1),
  (store, lock) => ({
    ...store,
    lease: (query) =>
      Effect.gen(function* () {
        // A lease that ends at once shows the tasks and holds no task.
        const chosen = yield* store.lease({ ...query, until: query.now })
        const held = yield* store.lease({ ...query, limit: chosen.length })
        return chosen.map((task) => held.find(({ id }) => id === task.id) ?? task)
      }).pipe(lock.withPermits(1)),
  }),
)
