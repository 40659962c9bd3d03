import { Effect } from "effect"
import type { IndexEntry } from "../../core/store/ChangeSet.ts"
import type { Driver, Stored } from "../../core/store/Store.ts"
import { type Mutant, readMutant } from "./Mutant.ts"

const records: ReadonlyArray<Mutant> = [
  readMutant("read.snapshot", "reads records one after the other", (store) => ({
    read: (refs) =>
      Effect.map(
        Effect.forEach(refs, (ref) => Effect.zipLeft(store.read([ref]), Effect.yieldNow())),
        (found) => found.flat(),
      ),
  })),
  readMutant("read.copies", "gives its callers its own objects", (store) => {
    const shared = new Map<string, Stored>()
    return {
      read: (refs) =>
        Effect.map(store.read(refs), (found) =>
          found.map((stored) => {
            if (stored === null) return null
            const key = JSON.stringify([stored.ref, stored.version])
            const first = shared.get(key) ?? stored
            shared.set(key, first)
            return first
          }),
        ),
    }
  }),
  readMutant("read.order", "leaves out records that do not exist", (store) => ({
    read: (refs) => Effect.map(store.read(refs), (found) => found.filter((stored) => stored !== null)),
  })),
  readMutant("read.kinds-apart", "joins kind and id by a slash", (store) => ({
    read: (refs) => store.read(refs.map(joinBySlash)),
    commit: (set) =>
      store.commit({ ...set, puts: set.puts.map((put) => ({ ...put, ref: joinBySlash(put.ref) })) }),
  })),
]

const joinBySlash = ({ kind, id }: { readonly kind: string; readonly id: string }) => ({
  kind: "",
  id: `${kind}/${id}`,
})

type Query = Parameters<Driver["list"]>[0]
const listMutant = (
  caughtBy: string,
  breaks: string,
  list: (query: Query, store: Driver) => ReturnType<Driver["list"]>,
) => readMutant(caughtBy, breaks, (store) => ({ list: (query) => list(query, store) }))

const lists: ReadonlyArray<Mutant> = [
  readMutant("list.replaced", "keeps the old index entries of a record", (store) => {
    const entries = new Map<string, ReadonlyArray<IndexEntry>>()
    return {
      commit: (set) => {
        const puts = set.puts.map((put) => {
          const all = [...(entries.get(JSON.stringify(put.ref)) ?? []), ...put.index]
          entries.set(JSON.stringify(put.ref), all)
          return { ...put, index: all }
        })
        return store.commit({ ...set, puts })
      },
    }
  }),
  listMutant("list.prefix", "ignores the last character of a prefix", (query, store) =>
    store.list({ ...query, prefix: query.prefix.slice(0, -1) }),
  ),
  listMutant("list.prefix", "leaves out keys with characters above U+FFFF after the prefix", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items: items.filter(
        ({ key }) => Buffer.compare(Buffer.from(key), Buffer.from(`${query.prefix}\uffff`)) <= 0,
      ),
      next,
    })),
  ),
  listMutant("list.order", "orders keys by UTF-16", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items: [...items].sort((a, b) => (a.key < b.key ? -1 : 1)),
      next,
    })),
  ),
  listMutant("list.order", "orders keys without case", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items: [...items].sort((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1)),
      next,
    })),
  ),
  listMutant("list.next", "gives a `next` with every full page", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items,
      next: items.length === query.limit ? (items.at(-1)?.key ?? next) : next,
    })),
  ),
  listMutant("list.after", "begins a page with the key `after` itself", (query, store) =>
    Effect.map(store.list({ ...query, after: null, limit: 1000 }), ({ items }) => {
      const from = items.filter(({ key }) => query.after === null || key >= query.after)
      const page = from.slice(0, query.limit)
      return { items: page, next: from.length > query.limit ? (page.at(-1)?.key ?? null) : null }
    }),
  ),
  listMutant(
    "list.moving",
    "continues a page by an offset instead of the key",
    (() => {
      const places = new Map<string, number>()
      return (query: Query, store: Driver) =>
        Effect.map(store.list({ ...query, after: null, limit: 1000 }), ({ items }) => {
          const from = query.after === null ? 0 : (places.get(query.after) ?? 0)
          const page = items.slice(from, from + query.limit)
          const next = items.length > from + query.limit ? (page.at(-1)?.key ?? null) : null
          if (next !== null) places.set(next, from + query.limit)
          return { items: page, next }
        })
    })(),
  ),
]

export const readMutants: ReadonlyArray<Mutant> = [...records, ...lists]
