/** The calls that a case has made to a store and still waits for, so that a case that passes its limit can name them. */
import { Effect } from "effect"
import type { Driver } from "../core/store/Store.ts"
import type { Distant } from "./Case.ts"

export interface Watch {
  readonly noting: (store: Driver, where?: string) => Driver
  readonly notingDistant: (store: Distant) => Distant
  /** The same effect. It is noted under these words as long as it runs. */
  readonly note: <A, E, R>(words: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The calls that are awaited now, and how often each operation was called, in words. */
  readonly awaited: () => string
}

const mostCharacters = 200
const mostShown = 5

const callText = (operation: string, given: ReadonlyArray<unknown>, where: string): string => {
  const text = given.map((parameter) => JSON.stringify(parameter)).join(", ")
  return `${operation}(${text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text})${where}`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} seconds`

/** Begins to watch. `heard` is given what is asked in words, before the store is called. */
export const make = (heard?: (words: string) => void): Watch => {
  const waiting = new Map<number, { readonly words: () => string; readonly since: number }>()
  const calls = new Map<string, number>()
  let last = 0

  const note = <A, E, R>(words: () => string, effect: () => Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const id = ++last
      waiting.set(id, { words, since: performance.now() })
      heard?.(words())
      return Effect.ensuring(
        Effect.suspend(effect),
        Effect.sync(() => waiting.delete(id)),
      )
    })

  const call =
    <Given extends ReadonlyArray<unknown>, A, E>(
      operation: string,
      of: (...given: Given) => Effect.Effect<A, E>,
      where: string,
    ) =>
    (...given: Given): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        calls.set(operation, (calls.get(operation) ?? 0) + 1)
        return note(
          () => callText(operation, given, where),
          () => of(...given),
        )
      })

  const noting = (store: Driver, where = ""): Driver => ({
    supports: store.supports,
    read: call("read", store.read, where),
    list: call("list", store.list, where),
    search: call("search", store.search, where),
    holder: call("holder", store.holder, where),
    tallies: call("tallies", store.tallies, where),
    blob: call("blob", store.blob, where),
    receipt: call("receipt", store.receipt, where),
    journal: call("journal", store.journal, where),
    lease: call("lease", store.lease, where),
    commit: call("commit", store.commit, where),
  })

  return {
    noting,
    notingDistant: (store) => ({
      ...store,
      ...noting(store, " in another process"),
      at: (instant) => noting(store.at(instant), " in another process"),
    }),
    note: (words, effect) =>
      note(
        () => words,
        () => effect,
      ),
    awaited: () => {
      const now = performance.now()
      const open = [...waiting.values()].map(
        ({ words, since }) => `  ${words()}, for ${seconds(now - since)}`,
      )
      const counts = [...calls].map(([operation, count]) => `${operation} ${count}`).join(", ")
      return [
        open.length === 0 ? "Nothing was asked of the store then." : "It awaited:",
        ...open.slice(0, mostShown),
        ...(open.length > mostShown ? [`  and ${open.length - mostShown} more`] : []),
        `Calls of the case: ${counts === "" ? "none" : counts}.`,
      ].join("\n")
    },
  }
}
