/** A mutant store: when it opens, it forgets the receipts that are old by the clock of its machine. */
import { Effect } from "effect"
import type { Driver } from "../../core/store/Store.ts"
import * as sqlite from "../stores/sqlite.ts"

export const { create, destroy } = sqlite
export const open = (file: string) =>
  Effect.map(sqlite.open(file), (store): Driver => {
    const given = new Set<string>()
    return {
      ...store,
      receipt: (id, now) =>
        Effect.map(store.receipt(id, now), (found) =>
          found === null || given.has(id) || found.expiresAt > Date.now() ? found : null,
        ),
      commit: (set) => {
        if (set.receipt !== null) given.add(set.receipt.id)
        return store.commit(set)
      },
    }
  })
