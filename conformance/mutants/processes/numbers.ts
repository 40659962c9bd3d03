/** A mutant store: it draws serial numbers from a counter of each process, so that two processes give the same numbers. */
import { spoilStore } from "./OneProcess.ts"

export const { create, destroy, open } = spoilStore(
  () => process.pid,
  (store, pid) => ({
    ...store,
    commit: (set) =>
      store.commit({
        ...set,
        numbers: set.numbers.map(({ series, ref }) => ({ series: `${series} of ${pid}`, ref })),
      }),
  }),
)
