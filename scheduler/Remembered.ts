/** Gives the records that a work has read once more, to the command that follows. */
import { Effect } from "effect"
import { recordKey } from "../core/store/Commit.ts"
import type { Driver, Stored } from "../core/store/Store.ts"

/**
 * Two views of a store. `reading` remembers each record that is read through it. `giving` gives each of them once without asking the store. So
 * the first attempt of a command rests on what its work has read, and its commit fails if that has changed since. All later reads go to the
 * store.
 */
export const remember = (store: Driver): { readonly reading: Driver; readonly giving: Driver } => {
  const known = new Map<string, Stored | null>()
  const take = (key: string): Stored | null | undefined => {
    const found = known.get(key)
    known.delete(key)
    return found
  }
  return {
    reading: {
      ...store,
      read: (refs) =>
        Effect.map(store.read(refs), (found) => {
          for (const [i, ref] of refs.entries()) known.set(recordKey(ref), found[i] ?? null)
          return found
        }),
    },
    giving: {
      ...store,
      read: (refs) =>
        Effect.suspend(() => {
          const found = refs.map((ref) => take(recordKey(ref)))
          return found.every((one) => one !== undefined) ? Effect.succeed(found) : store.read(refs)
        }),
    },
  }
}
