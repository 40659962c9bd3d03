/** Mutants of serial numbers and tallies. */
import { Effect } from "effect"
import { alterMutant, commitMutant, type Mutant, readMutant } from "./Mutant.ts"

export const countMutants: ReadonlyArray<Mutant> = [
  readMutant("commit.numbers.race", "gives one number to several commits at the same time", (store) => {
    let last = 0
    return {
      commit: (set) =>
        Effect.gen(function* () {
          const next = last + 1
          yield* Effect.yieldNow()
          const result = yield* store.commit(set)
          if (result._tag !== "Committed") return result
          last = next
          return { ...result, numbers: result.numbers.map((_, i) => next + i) }
        }),
    }
  }),
  readMutant("commit.numbers.given", "returns the version as the number", (store) => ({
    read: (refs) =>
      Effect.map(store.read(refs), (found) =>
        found.map((stored) => (stored === null ? null : { ...stored, number: stored.version })),
      ),
  })),
  commitMutant("commit.numbers.order", "returns numbers in reverse order", (set, store) =>
    Effect.map(store.commit(set), (result) =>
      result._tag === "Committed" ? { ...result, numbers: [...result.numbers].reverse() } : result,
    ),
  ),
  alterMutant("commit.numbers.told", "leaves the number out of the event", (set) => ({
    ...set,
    events: set.events.map(({ numbered: _, ...event }) => event),
  })),
  alterMutant("tallies.twice", "adds only once if a change set names a tally twice", (set) => ({
    ...set,
    tallies: set.tallies.filter(({ name }, i) => set.tallies.findIndex((other) => other.name === name) === i),
  })),
  readMutant("tallies.race", "loses additions at the same time", (store) => {
    const sums = new Map<string, number>()
    return {
      tallies: (names) => Effect.sync(() => names.map((name) => sums.get(name) ?? 0)),
      commit: (set) =>
        Effect.gen(function* () {
          const before = set.tallies.map(({ name }) => sums.get(name) ?? 0)
          yield* Effect.yieldNow()
          set.tallies.forEach(({ name, add }, i) => {
            sums.set(name, (before[i] ?? 0) + add)
          })
          return yield* store.commit(set)
        }),
    }
  }),
]
