import { Effect } from "effect"
import type { IndexEntry } from "../../core/ChangeSet.ts"
import { type Driver, type Journalled, type Stored, StoreUnavailable } from "../../core/Store.ts"
import { altering, type Mutant, reading } from "./Mutant.ts"

const records: ReadonlyArray<Mutant> = [
  reading("read.snapshot", "reads records one after the other", (store) => ({
    read: (refs) =>
      Effect.map(
        Effect.forEach(refs, (ref) => Effect.zipLeft(store.read([ref]), Effect.yieldNow())),
        (found) => found.flat(),
      ),
  })),
  reading("read.copies", "shares its values with its callers", (store) => {
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
  reading("read.order", "leaves out what is not there", (store) => ({
    read: (refs) => Effect.map(store.read(refs), (found) => found.filter((stored) => stored !== null)),
  })),
  reading("read.kinds-apart", "joins kind and id by a slash", (store) => ({
    read: (refs) => store.read(refs.map(slashed)),
    commit: (set) =>
      store.commit({ ...set, puts: set.puts.map((put) => ({ ...put, ref: slashed(put.ref) })) }),
  })),
]

const slashed = ({ kind, id }: { readonly kind: string; readonly id: string }) => ({
  kind: "",
  id: `${kind}/${id}`,
})

type Query = Parameters<Driver["list"]>[0]
const listing = (
  caughtBy: string,
  breaks: string,
  list: (query: Query, store: Driver) => ReturnType<Driver["list"]>,
) => reading(caughtBy, breaks, (store) => ({ list: (query) => list(query, store) }))

const lists: ReadonlyArray<Mutant> = [
  reading("list.replaced", "leaves old index entries where they were", (store) => {
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
  listing("list.prefix", "compares a prefix but for its last character", (query, store) =>
    store.list({ ...query, prefix: query.prefix.slice(0, -1) }),
  ),
  listing("list.prefix", "ends a prefix at U+FFFF", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items: items.filter(
        ({ key }) => Buffer.compare(Buffer.from(key), Buffer.from(`${query.prefix}\uffff`)) <= 0,
      ),
      next,
    })),
  ),
  listing("list.order", "orders keys by UTF-16", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items: [...items].sort((a, b) => (a.key < b.key ? -1 : 1)),
      next,
    })),
  ),
  listing("list.order", "orders keys without regard to case", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items: [...items].sort((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1)),
      next,
    })),
  ),
  listing("list.next", "names a next page behind every full one", (query, store) =>
    Effect.map(store.list(query), ({ items, next }) => ({
      items,
      next: items.length === query.limit ? (items.at(-1)?.key ?? next) : next,
    })),
  ),
  listing("list.after", "begins a page at `after`", (query, store) =>
    Effect.map(store.list({ ...query, after: null, limit: 1000 }), ({ items }) => {
      const from = items.filter(({ key }) => query.after === null || key >= query.after)
      const page = from.slice(0, query.limit)
      return { items: page, next: from.length > query.limit ? (page.at(-1)?.key ?? null) : null }
    }),
  ),
  listing(
    "list.moving",
    "counts how far it is instead of remembering the key",
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

type JournalQuery = Parameters<Driver["journal"]>[0]

/** A journal whose events get their places before they can be seen, as those of a sequence do. */
const gaps = (store: Driver): Partial<Driver> => {
  const visible: Array<Journalled & { readonly place: number }> = []
  let last = 0
  return {
    commit: (set) =>
      Effect.gen(function* () {
        const places = set.events.map(() => ++last)
        for (let i = 0; i < 3 * (last % 4); i++) yield* Effect.yieldNow()
        const result = yield* store.commit({ ...set, events: [] })
        if (result._tag === "Committed")
          set.events.forEach((event, i) => {
            visible.push({ ...event, place: places[i] ?? 0, cursor: String(places[i]) })
          })
        return result
      }),
    journal: ({ subject, after, limit }: JournalQuery) =>
      Effect.sync(() => {
        const items = visible
          .filter((event) => event.place > Number(after ?? 0) && (subject ?? event.subject) === event.subject)
          .sort((a, b) => a.place - b.place)
          .slice(0, limit)
          .map(({ place: _, ...event }) => event)
        return { items, next: items.at(-1)?.cursor ?? after ?? "0" }
      }),
  }
}

const journals: ReadonlyArray<Mutant> = [
  reading("journal.followed", "lets readers pass events that are being written", gaps),
  altering("journal.order", "appends the events of a set from the last to the first", (set) => ({
    ...set,
    events: [...set.events].reverse(),
  })),
  reading("journal.order", "orders events by their instants", (store) => ({
    journal: (query) =>
      Effect.map(store.journal(query), ({ items, next }) => ({
        items: [...items].sort((a, b) => a.at - b.at),
        next,
      })),
  })),
  reading("journal.subject", "takes a subject for the beginning of one", (store) => ({
    journal: (query) =>
      Effect.map(store.journal({ ...query, subject: null, limit: 1000 }), ({ items, next }) => {
        const found = items
          .filter(({ subject }) => subject.startsWith(query.subject ?? ""))
          .slice(0, query.limit)
        return { items: found, next: found.at(-1)?.cursor ?? next }
      }),
  })),
  reading("journal.next", "gives no cursor behind an empty page", (store) => ({
    journal: (query) =>
      Effect.map(store.journal(query), ({ items, next }) => ({
        items,
        next: items.length === 0 ? null : next,
      })),
  })),
  altering("journal.event", "puts the commit's instant in place of the event's", (set) => ({
    ...set,
    events: set.events.map((event) => ({ ...event, at: set.at })),
  })),
]

const texts: ReadonlyArray<Mutant> = [
  reading("blob.first-stays", "replaces a text that is there", (store) => {
    const texts = new Map<string, string>()
    return {
      commit: (set) => {
        for (const { sha256, text } of set.blobs) texts.set(sha256, text)
        return store.commit(set)
      },
      blob: (sha256) => Effect.sync(() => texts.get(sha256) ?? null),
    }
  }),
  altering("blob.exact", "trims texts", (set) => ({
    ...set,
    blobs: set.blobs.map(({ sha256, text }) => ({ sha256, text: text.trim() })),
  })),
  reading("texts.apart", "normalises ids", (store) => ({
    read: (refs) => store.read(refs.map(({ kind, id }) => ({ kind, id: id.normalize("NFC") }))),
  })),
  altering("texts.names", "drops control characters", (set) => ({
    ...set,
    puts: set.puts.map((put) => ({
      ...put,
      ref: { ...put.ref, id: put.ref.id.replaceAll("\u0001", "") },
    })),
  })),
]

const limits: ReadonlyArray<Mutant> = [
  reading("limits.record", "refuses bodies over 50,000 bytes", (store) => ({
    commit: (set) =>
      set.puts.some(({ body }) => Buffer.byteLength(JSON.stringify(body)) > 50_000)
        ? Effect.fail(new StoreUnavailable({ operation: "commit", cause: "item too large" }))
        : store.commit(set),
  })),
  altering("limits.operations", "writes only the first 32 puts", (set) => ({
    ...set,
    puts: set.puts.slice(0, 32),
  })),
  reading("limits.page", "gives at most 100 items a page", (store) => ({
    list: (query) => store.list({ ...query, limit: Math.min(query.limit, 100) }),
  })),
]

export const readMutants: ReadonlyArray<Mutant> = [...records, ...lists, ...journals, ...texts, ...limits]
