import { Effect } from "effect"
import type { Driver, Leased } from "../../core/store/Store.ts"
import { altering, committing, type Mutant, only, reading } from "./Mutant.ts"

type Query = Parameters<Driver["lease"]>[0]
const asking = (caughtBy: string, breaks: string, alter: (query: Query) => Query) =>
  reading(caughtBy, breaks, (store) => ({ lease: (query) => store.lease(alter(query)) }))

/** Chooses tasks, lets others go on, and only then marks them as leased. */
const choosingFirst = (store: Driver): Partial<Driver> => {
  const held = new Set<string>()
  return {
    lease: (query) =>
      Effect.gen(function* () {
        const due = yield* store.lease({ ...query, until: query.now, limit: 1000 })
        const chosen = due.filter(({ id }) => !held.has(id)).slice(0, query.limit)
        yield* Effect.yieldNow()
        for (const { id } of chosen) held.add(id)
        return chosen
      }),
  }
}

/** Lets any token settle that was ever given for a task of this id. */
const oldTokens = (store: Driver): Partial<Driver> => {
  const given = new Map<string, string>()
  return {
    lease: (query) =>
      Effect.tap(store.lease(query), (leased) => {
        for (const { id, token } of leased) given.set(token, id)
      }),
    commit: (set) => {
      const old = set.settles.filter(({ id, token }) => given.get(token) === id)
      return store.commit({
        ...set,
        settles: set.settles.filter((settle) => !old.includes(settle)),
        cancels: [...set.cancels, ...old.map(({ id }) => id)],
      })
    },
  }
}

const reversed = (leased: ReadonlyArray<Leased>) => [...leased].reverse()

export const leaseMutants: ReadonlyArray<Mutant> = [
  reading("lease.order", "leases the latest due first", (store) => ({
    lease: (query) => Effect.map(store.lease(query), reversed),
  })),
  asking("lease.kinds", "takes no notice of kinds", (query) => ({ ...query, kinds: null })),
  asking("lease.held", "leases one task to two workers", (query) => ({ ...query, until: query.now })),
  asking("lease.held", "ends leases a millisecond late", (query) => ({ ...query, until: query.until + 1 })),
  asking("lease.due", "leases only what is overdue", (query) => ({ ...query, now: query.now - 1 })),
  asking("lease.due", "leases what is almost due", (query) => ({ ...query, now: query.now + 1 })),
  reading("lease.race", "chooses tasks before it has the right to lease", choosingFirst),
  altering("lease.token", "settles with any token", ({ settles, cancels, ...set }) => ({
    ...set,
    settles: [],
    cancels: [...cancels, ...settles.map(({ id }) => id)],
  })),
  reading("lease.replaced", "settles a replaced task with the token of the task before", oldTokens),
  altering("lease.settled", "leaves settled tasks where they are", (set) => ({ ...set, settles: [] })),
  committing("lease.settle-and-put", "puts tasks before it settles", (set, store) =>
    Effect.gen(function* () {
      const result = yield* store.commit(set)
      const gone = set.settles.map(({ id }) => id).filter((id) => set.tasks.some((task) => task.id === id))
      if (result._tag === "Committed" && gone.length > 0) yield* store.commit({ ...only(set), cancels: gone })
      return result
    }),
  ),
  committing("lease.settle-all-named", "names only the first lost lease", (set, store) =>
    Effect.map(store.commit(set), (result) =>
      result._tag === "Conflict" ? { ...result, lost: result.lost.slice(0, 1) } : result,
    ),
  ),
  altering("lease.cancelled", "does not drop what is cancelled", (set) => ({ ...set, cancels: [] })),
]
