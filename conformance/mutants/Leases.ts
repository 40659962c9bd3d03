import { Effect } from "effect"
import type { Driver, Leased } from "../../core/store/Store.ts"
import { alterMutant, commitMutant, type Mutant, nothingAt, readMutant } from "./Mutant.ts"

type Query = Parameters<Driver["lease"]>[0]
const alterQuery = (caughtBy: string, breaks: string, alter: (query: Query) => Query) =>
  readMutant(caughtBy, breaks, (store) => ({ lease: (query) => store.lease(alter(query)) }))

/** Chooses tasks, lets others run, and then marks the tasks as leased. */
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

/** Settles a task with any token that was ever given for its id. */
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

const reverseLeases = (leased: ReadonlyArray<Leased>) => [...leased].reverse()

export const leaseMutants: ReadonlyArray<Mutant> = [
  readMutant("lease.order", "leases the latest due first", (store) => ({
    lease: (query) => Effect.map(store.lease(query), reverseLeases),
  })),
  alterQuery("lease.kinds", "ignores kinds", (query) => ({ ...query, kinds: null })),
  alterQuery("lease.held", "leases one task to two workers", (query) => ({ ...query, until: query.now })),
  alterQuery("lease.held", "ends leases a millisecond late", (query) => ({
    ...query,
    until: query.until + 1,
  })),
  alterQuery("lease.due", "leases a task only a millisecond after it is due", (query) => ({
    ...query,
    now: query.now - 1,
  })),
  alterQuery("lease.due", "leases a task a millisecond before it is due", (query) => ({
    ...query,
    now: query.now + 1,
  })),
  readMutant("lease.race", "chooses tasks before it locks", choosingFirst),
  alterMutant("lease.token", "settles with any token", ({ settles, cancels, ...set }) => ({
    ...set,
    settles: [],
    cancels: [...cancels, ...settles.map(({ id }) => id)],
  })),
  readMutant("lease.replaced", "settles a replaced task with the token of the earlier task", oldTokens),
  alterMutant("lease.settled", "does not remove settled tasks", (set) => ({ ...set, settles: [] })),
  commitMutant("lease.settle-and-put", "puts tasks before it settles tasks", (set, store) =>
    Effect.gen(function* () {
      const result = yield* store.commit(set)
      const gone = set.settles.map(({ id }) => id).filter((id) => set.tasks.some((task) => task.id === id))
      if (result._tag === "Committed" && gone.length > 0)
        yield* store.commit({ ...nothingAt(set), cancels: gone })
      return result
    }),
  ),
  commitMutant("lease.settle-all-named", "names only the first lost lease", (set, store) =>
    Effect.map(store.commit(set), (result) =>
      result._tag === "Conflict" ? { ...result, lost: result.lost.slice(0, 1) } : result,
    ),
  ),
  alterMutant("lease.cancelled", "does not remove cancelled tasks", (set) => ({ ...set, cancels: [] })),
]
