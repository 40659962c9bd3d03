/** Readers that follow the journal or a list while others write. */
import { Effect, Fiber } from "effect"
import type { Driver, StoreUnavailable } from "../core/store/Store.ts"
import { type Broken, equal } from "./Case.ts"
import { changes, commit, cursorOf, event, placedPut, put, readJournal, start } from "./Changes.ts"

export const journalEnd = (store: Driver) =>
  Effect.map(readJournal(store, null, null, 1000), ({ next }) => next)

/** Some ids in their order, and the cursor or key to go on from. */
interface Part {
  readonly ids: ReadonlyArray<string>
  readonly next: string | null
}

/** Reads on in small pages until `over` says that nothing more is written and three pages in a row were empty. Gives all ids read. */
const follow = (
  page: (after: string | null) => Effect.Effect<Part, Broken | StoreUnavailable>,
  from: string | null,
  over: () => boolean,
) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    let after = from
    let turn = 0
    for (let empty = 0; empty < 3; ) {
      const finished = over()
      const { ids, next }: Part = yield* page(after)
      seen.push(...ids)
      after = next
      empty = finished && ids.length === 0 ? empty + 1 : 0
      // Usually read again at once, to meet commits half done. Timers and sockets need a longer pause now and then.
      yield* ++turn % 8 === 0 ? Effect.sleep(0) : Effect.yieldNow()
    }
    return seen
  })

const journalPage = (store: Driver, subject: string | null) => (after: string | null) =>
  Effect.flatMap(store.journal({ subject, after, limit: 5 }), (page) =>
    Effect.map(cursorOf(page), (next) => ({ ids: page.items.map(({ id }) => id), next })),
  )

const listPage = (store: Driver, index: string) => (after: string | null) =>
  Effect.map(store.list({ index, prefix: "of/", after, limit: 5 }), ({ items }) => ({
    ids: items.map(({ ref }) => ref.id),
    next: items.at(-1)?.key ?? after,
  }))

/** Writers append to the journal at the same time while readers follow it. Every reader must see every event once, all in one order. */
export const checkFollowers = (
  writers: ReadonlyArray<Driver>,
  readers: ReadonlyArray<Driver>,
  own: (name: string) => string,
): Effect.Effect<void, Broken | StoreUnavailable> =>
  Effect.gen(function* () {
    const [first] = readers
    if (first === undefined) return
    const after = yield* journalEnd(first)
    let over = false
    const following = yield* Effect.forEach(readers, (reader) =>
      Effect.all([
        Effect.fork(follow(journalPage(reader, null), after, () => over)),
        Effect.fork(follow(journalPage(reader, own("subject")), null, () => over)),
      ]),
    )
    const write = (store: Driver, w: number) =>
      Effect.forEach(
        Array.from({ length: 25 }, (_, i) => i),
        (i) => {
          // Commits of different sizes overlap. Some end in a conflict and must leave no event.
          const ref = { kind: own("kind"), id: `${w}/${i}` }
          const events = Array.from({ length: 1 + ((i + w) % 3) }, (_, n) => event(own("subject"), [w, i, n]))
          const parts = { puts: [put(ref, 0)], events, tallies: [{ name: own("tally"), add: 1 }] }
          const lost = changes({ puts: [put(ref, 7)], events: [event(own("subject"), "of a conflict")] })
          return Effect.as(
            Effect.all([commit(store, parts), store.commit(lost)]),
            events.map(({ id }) => id),
          )
        },
      )
    const written = yield* Effect.all(writers.map(write), { concurrency: "unbounded" })
    over = true
    const expected = written.flat(2).sort()
    for (const [all, ofSubject] of following) {
      const seen = yield* Fiber.join(all)
      const seenOfSubject = yield* Fiber.join(ofSubject)
      yield* equal("the events that a reader of the whole journal saw", [...seen].sort(), expected)
      yield* equal("the events that a reader of the subject saw", [...seenOfSubject].sort(), expected)
      const { events } = yield* readJournal(first, own("subject"), null)
      const order = events.map(({ id }) => id)
      yield* equal("the order in which a reader of the whole journal saw them", seen, order)
      yield* equal("the order in which a reader of the subject saw them", seenOfSubject, order)
    }
  })

/**
 * Writers whose clocks differ by minutes add to one list at the same time while readers follow it. Every reader must see every entry
 * once, all in one order.
 */
export const followList = (
  writers: ReadonlyArray<Driver>,
  readers: ReadonlyArray<Driver>,
  own: (name: string) => string,
): Effect.Effect<void, Broken | StoreUnavailable> =>
  Effect.gen(function* () {
    const [first] = readers
    if (first === undefined) return
    const index = own("list")
    let over = false
    const following = yield* Effect.forEach(readers, (reader) =>
      Effect.fork(follow(listPage(reader, index), null, () => over)),
    )
    const write = (store: Driver, w: number) =>
      Effect.forEach(
        Array.from({ length: 25 }, (_, i) => i),
        (i) => {
          const ids = Array.from({ length: 1 + ((i + w) % 3) }, (_, n) => `${9 - w}/${99 - i}/${n}`)
          const puts = ids.map((id) => placedPut({ kind: own("kind"), id }, 0, [[index, "of/"]]))
          // The events make some commits longer. Each writer's clock is a minute behind that of the writer before.
          const padding = Array.from({ length: 20 * (w % 2) }, (_, n) => event(own("subject"), n))
          const parts = { at: start - w * 60_000, puts, events: padding }
          // Without this, a store that never waits would leave the readers no turn between two commits.
          return Effect.as(Effect.zipLeft(commit(store, parts), Effect.yieldNow()), ids)
        },
      )
    const written = yield* Effect.all(writers.map(write), { concurrency: "unbounded" })
    over = true
    const expected = written.flat(2).sort()
    const { items } = yield* first.list({ index, prefix: "of/", after: null, limit: 1000 })
    for (const fiber of following) {
      const seen = yield* Fiber.join(fiber)
      yield* equal("the entries that a reader of the list saw", [...seen].sort(), expected)
      yield* equal(
        "the order in which a reader of the list saw them",
        seen,
        items.map(({ ref }) => ref.id),
      )
    }
  })
