/** A mutant store: it commits the records of a change set first, and everything else 50 ms later, so that a kill nearly always falls between. */
import { Effect } from "effect"
import type { Driver } from "../../core/store/Store.ts"
import * as sqlite from "../stores/sqlite.ts"

export const { create, destroy } = sqlite
export const open = (file: string) =>
  Effect.map(
    sqlite.open(file),
    (store): Driver => ({
      ...store,
      commit: (set) =>
        Effect.gen(function* () {
          const rest = { events: [], tallies: [], tasks: [], blobs: [], claims: [] }
          const result = yield* store.commit({ ...set, ...rest })
          yield* Effect.sleep(50)
          if (result._tag === "Committed")
            yield* store.commit({ ...set, puts: [], numbers: [], receipt: null })
          return result
        }),
    }),
  )
