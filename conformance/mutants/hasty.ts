/** A mutant store: it acknowledges a commit 200 ms before it writes it. */
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
        Effect.as(Effect.forkDaemon(Effect.delay(store.commit(set), 200)), {
          _tag: "Committed",
          numbers: set.numbers.map(() => 1),
        }),
    }),
  )
