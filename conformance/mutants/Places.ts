/** Mutants of placed entries: stores whose lists are not in the order of the commits. */
import { Effect } from "effect"
import { sortable } from "../../core/kernel/Time.ts"
import {
  type ChangeSet,
  isPlaced,
  type KeyedEntry,
  type PlacedEntry,
  type Put,
} from "../../core/store/ChangeSet.ts"
import { alterMutant, type Mutant, readMutant } from "./Mutant.ts"

/** The change set with ordinary entries, under these keys, instead of placed ones. */
const withKeys = (set: ChangeSet, keyOf: (entry: PlacedEntry, put: Put) => string): ChangeSet => ({
  ...set,
  puts: set.puts.map((put) => ({
    ...put,
    index: put.index.map(
      (entry): KeyedEntry => (isPlaced(entry) ? { index: entry.index, key: keyOf(entry, put) } : entry),
    ),
  })),
})

export const placeMutants: ReadonlyArray<Mutant> = [
  alterMutant("list.placed.clock", "orders placed entries by the clock of the commit", (set) =>
    withKeys(set, ({ list, rest }) => `${list}${sortable(set.at)}/${rest}`),
  ),
  alterMutant("list.placed.clock", "orders placed entries by their `rest`", (set) =>
    withKeys(set, ({ list, rest }) => `${list}/${rest}`),
  ),
  readMutant("list.placed.kept", "gives an entry a new place with every put", (store) => {
    let last = 0
    return {
      commit: (set) => store.commit(withKeys(set, ({ list, rest }) => `${list}${sortable(++last)}/${rest}`)),
    }
  }),
  readMutant("list.placed.late", "gives a record's entries the place of the record", (store) => {
    const places = new Map<string, number>()
    const placeOf = ({ ref }: Put): number => {
      const name = JSON.stringify(ref)
      const place = places.get(name) ?? places.size
      places.set(name, place)
      return place
    }
    return {
      commit: (set) => {
        set.puts.forEach(placeOf)
        return store.commit(
          withKeys(set, ({ list, rest }, put) => `${list}${sortable(placeOf(put))}/${rest}`),
        )
      },
    }
  }),
  readMutant("list.placed.late", "gives a place again after its entry was removed", (store) => ({
    commit: (set) =>
      Effect.gen(function* () {
        const taken = new Map<string, number>()
        for (const { index, list } of set.puts.flatMap((put) => put.index.filter(isPlaced))) {
          const { items } = yield* store.list({ index, prefix: list, after: null, limit: 1000 })
          taken.set(JSON.stringify([index, list]), items.length)
        }
        const placeOf = ({ index, list }: PlacedEntry): number => {
          const name = JSON.stringify([index, list])
          const place = (taken.get(name) ?? 0) + 1
          taken.set(name, place)
          return place
        }
        return yield* store.commit(
          withKeys(set, (entry) => `${entry.list}${sortable(placeOf(entry))}/${entry.rest}`),
        )
      }),
  })),
  readMutant("list.placed.followed", "gives a place before it locks", (store) => {
    let last = 0
    return {
      commit: (set) =>
        Effect.gen(function* () {
          const placed = withKeys(set, ({ list, rest }) => `${list}${sortable(++last)}/${rest}`)
          for (let turns = set.events.length; turns > 0; turns--) yield* Effect.yieldNow()
          return yield* store.commit(placed)
        }),
    }
  }),
]
