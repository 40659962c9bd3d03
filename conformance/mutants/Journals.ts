import { Effect } from "effect"
import type { Driver, Journalled } from "../../core/store/Store.ts"
import { alterMutant, type Mutant, readMutant } from "./Mutant.ts"

type JournalQuery = Parameters<Driver["journal"]>[0]

/** A journal that gives events their places before they are visible, as a database sequence does. */
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

export const journalMutants: ReadonlyArray<Mutant> = [
  readMutant("journal.followed", "lets a reader go past events that are still being written", gaps),
  alterMutant("journal.order", "appends the events of a change set in reverse order", (set) => ({
    ...set,
    events: [...set.events].reverse(),
  })),
  readMutant("journal.order", "orders events by their instants", (store) => ({
    journal: (query) =>
      Effect.map(store.journal(query), ({ items, next }) => ({
        items: [...items].sort((a, b) => a.at - b.at),
        next,
      })),
  })),
  readMutant("journal.subject", "finds every subject that begins with the one asked for", (store) => ({
    journal: (query) =>
      Effect.map(store.journal({ ...query, subject: null, limit: 1000 }), ({ items, next }) => {
        const found = items
          .filter(({ subject }) => subject.startsWith(query.subject ?? ""))
          .slice(0, query.limit)
        return { items: found, next: found.at(-1)?.cursor ?? next }
      }),
  })),
  readMutant("journal.rising", "gives later events lower cursors", (store) => {
    const turn = (cursor: string) => String(1e9 - Number(cursor))
    return {
      journal: (query) =>
        Effect.map(
          store.journal({ ...query, after: query.after === null ? null : turn(query.after) }),
          ({ items, next }) => ({
            items: items.map((item) => ({ ...item, cursor: turn(item.cursor) })),
            next: next === null ? null : turn(next),
          }),
        ),
    }
  }),
  readMutant("journal.rising", "gives cursors that a record of the log can't hold", (store) => {
    const zeros = "0".repeat(100)
    const long = (cursor: string) => `${zeros}${cursor}`
    return {
      journal: (query) =>
        Effect.map(
          store.journal({ ...query, after: query.after?.slice(zeros.length) ?? null }),
          ({ items, next }) => ({
            items: items.map((item) => ({ ...item, cursor: long(item.cursor) })),
            next: next === null ? null : long(next),
          }),
        ),
    }
  }),
  readMutant("journal.next", "gives no cursor after an empty page", (store) => ({
    journal: (query) =>
      Effect.map(store.journal(query), ({ items, next }) => ({
        items,
        next: items.length === 0 ? null : next,
      })),
  })),
  alterMutant("journal.event", "keeps the instant of the commit instead of the event's own", (set) => ({
    ...set,
    events: set.events.map((event) => ({ ...event, at: set.at })),
  })),
]
