/** Mutants of searches, of serial numbers and of tallies. */
import { Effect } from "effect"
import { type ChangeSet, isPlaced } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { alterMutant, commitMutant, type Mutant, readMutant } from "./Mutant.ts"

type Query = Parameters<Driver["search"]>[0]
const searchMutant = (
  caughtBy: string,
  breaks: string,
  search: (query: Query, store: Driver) => ReturnType<Driver["search"]>,
) => readMutant(caughtBy, breaks, (store) => ({ search: (query) => search(query, store) }))

const withWords = (set: ChangeSet, alter: (words: string) => string): ChangeSet => ({
  ...set,
  puts: set.puts.map((put) => ({
    ...put,
    index: put.index.map((entry) =>
      isPlaced(entry) || entry.words === undefined ? entry : { ...entry, words: alter(entry.words) },
    ),
  })),
})

export const searchMutants: ReadonlyArray<Mutant> = [
  searchMutant("search.words", "finds texts that hold any of the phrases", (query, store) =>
    Effect.map(
      Effect.forEach(query.phrases, (phrase) => store.search({ ...query, phrases: [phrase] })),
      (pages) => {
        const all = new Map(pages.flatMap(({ items }) => items).map((item) => [item.key, item]))
        return { items: [...all.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), next: null }
      },
    ),
  ),
  searchMutant("search.phrase", "looks for the words of a phrase anywhere", (query, store) =>
    store.search({ ...query, phrases: query.phrases.flatMap((phrase) => phrase.split(" ")) }),
  ),
  alterMutant("search.words", "stems words", (set) =>
    withWords(set, (words) => words.replace(/(?:s|ed|ation|er)\b/g, "")),
  ),
  alterMutant("search.plain", "ignores common words", (set) =>
    withWords(set, (words) => words.replace(/\b(?:the|and|or|not|of|to|a|in|is) ?/g, "").trim()),
  ),
  alterMutant("search.scripts", "ignores all letters but Latin ones", (set) =>
    withWords(set, (words) => words.replace(/[^a-z0-9 ]/g, "")),
  ),
  alterMutant("search.many", "searches only the first thousand words", (set) =>
    withWords(set, (words) => words.split(" ").slice(0, 1000).join(" ")),
  ),
  searchMutant("search.pages", "gives the last keys first", (query, store) =>
    Effect.map(store.search({ ...query, limit: 1000 }), ({ items }) => ({
      items: items.toReversed().slice(0, query.limit),
      next: items.length > query.limit ? (items[0]?.key ?? null) : null,
    })),
  ),
  searchMutant(
    "search.apart",
    "searches every index at once",
    (() => {
      const indexes = new Set<string>()
      return (query: Query, store: Driver) => {
        const base = query.index.slice(0, query.index.lastIndexOf("/") + 1)
        for (const name of ["i", "j", "l"]) indexes.add(`${base}${name}`)
        return Effect.map(
          Effect.forEach([...indexes], (index) => store.search({ ...query, index })),
          (pages) => ({ items: pages.flatMap(({ items }) => items), next: null }),
        )
      }
    })(),
  ),
  readMutant("search.replaced", "never replaces the words of a key", (store) => {
    const first = new Map<string, string>()
    return {
      commit: (set) =>
        store.commit({
          ...set,
          puts: set.puts.map((put) => ({
            ...put,
            index: put.index.map((entry) => {
              if (isPlaced(entry) || entry.words === undefined) return entry
              const at = JSON.stringify([entry.index, entry.key])
              const words = first.get(at) ?? entry.words
              first.set(at, words)
              return { ...entry, words }
            }),
          })),
        }),
    }
  }),
  searchMutant("search.limits", "ignores all phrases after the tenth", (query, store) =>
    store.search({ ...query, phrases: query.phrases.slice(0, 10) }),
  ),
]

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
