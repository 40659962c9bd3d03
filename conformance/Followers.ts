import { Effect, Fiber } from "effect"
import type { Driver, StoreUnavailable } from "../core/store/Store.ts"
import { type Broken, equal } from "./Case.ts"
import { changes, commit, event, placedPut, put, readJournal, start } from "./Changes.ts"

/** The cursor behind everything that is in the journal now. */
export const here = (store: Driver) =>
  Effect.gen(function* () {
    let after: string | null = null
    for (;;) {
      const page: Effect.Effect.Success<ReturnType<Driver["journal"]>> = yield* store.journal({
        subject: null,
        after,
        limit: 1000,
      })
      after = page.next
      if (page.items.length === 0) return after
    }
  })

/** Reads on and on in small pages until as many events as are expected have come, or none has for many readings after the last write. */
const tail = (store: Driver, subject: string | null, after: string | null, over: () => boolean) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    let cursor = after
    let turn = 0
    for (let idle = 0; idle < 3; ) {
      const finished = over()
      const page: Effect.Effect.Success<ReturnType<Driver["journal"]>> = yield* store.journal({
        subject,
        after: cursor,
        limit: 5,
      })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next
      idle = finished && page.items.length === 0 ? idle + 1 : 0
      // Mostly at once, so that it looks in the middle of what others do; at times it lets timers and sockets have their turn.
      yield* ++turn % 8 === 0 ? Effect.sleep(0) : Effect.yieldNow()
    }
    return seen
  })

/** Writers that append at once, and readers that follow them: each must see every event once, and all in one order. */
export const followed = (
  writers: ReadonlyArray<Driver>,
  readers: ReadonlyArray<Driver>,
  own: (name: string) => string,
): Effect.Effect<void, Broken | StoreUnavailable> =>
  Effect.gen(function* () {
    const [first] = readers
    if (first === undefined) return
    const after = yield* here(first)
    let over = false
    const following = yield* Effect.forEach(readers, (reader) =>
      Effect.all([
        Effect.fork(tail(reader, null, after, () => over)),
        Effect.fork(tail(reader, own("subject"), null, () => over)),
      ]),
    )
    const write = (store: Driver, w: number) =>
      Effect.forEach(
        Array.from({ length: 25 }, (_, i) => i),
        (i) => {
          // Commits of different lengths overlap in every way; some conflict and must leave no trace.
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
      yield* equal("events that a reader of everything saw", [...seen].sort(), expected)
      yield* equal("events that a reader of the subject saw", [...seenOfSubject].sort(), expected)
      const { events } = yield* readJournal(first, own("subject"), null)
      const order = events.map(({ id }) => id)
      yield* equal("their order", seen, order)
      yield* equal("their order by subject", seenOfSubject, order)
    }
  })

/** Reads a list on from the last key in small pages, until nothing has come for many readings after the last write. */
const tailOfList = (store: Driver, index: string, over: () => boolean) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    let after: string | null = null
    let turn = 0
    for (let idle = 0; idle < 3; ) {
      const finished = over()
      const page: Effect.Effect.Success<ReturnType<Driver["list"]>> = yield* store.list({
        index,
        prefix: "of/",
        after,
        limit: 5,
      })
      seen.push(...page.items.map(({ ref }) => ref.id))
      after = page.items.at(-1)?.key ?? after
      idle = finished && page.items.length === 0 ? idle + 1 : 0
      yield* ++turn % 8 === 0 ? Effect.sleep(0) : Effect.yieldNow()
    }
    return seen
  })

/** Writers whose clocks differ by minutes add to one list at once, and readers follow it: each must see every entry once, in one order. */
export const followedList = (
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
      Effect.fork(tailOfList(reader, index, () => over)),
    )
    const write = (store: Driver, w: number) =>
      Effect.forEach(
        Array.from({ length: 25 }, (_, i) => i),
        (i) => {
          const ids = Array.from({ length: 1 + ((i + w) % 3) }, (_, n) => `${9 - w}/${99 - i}/${n}`)
          const puts = ids.map((id) => placedPut({ kind: own("kind"), id }, 0, [[index, "of/"]]))
          // Some commits take longer than others, and each writer's clock is a minute behind that of the one before.
          const extent = Array.from({ length: 20 * (w % 2) }, (_, n) => event(own("subject"), n))
          const parts = { at: start - w * 60_000, puts, events: extent }
          // Readers have their turn between two commits of a store that never waits.
          return Effect.as(Effect.zipLeft(commit(store, parts), Effect.yieldNow()), ids)
        },
      )
    const written = yield* Effect.all(writers.map(write), { concurrency: "unbounded" })
    over = true
    const expected = written.flat(2).sort()
    const { items } = yield* first.list({ index, prefix: "of/", after: null, limit: 1000 })
    for (const fiber of following) {
      const seen = yield* Fiber.join(fiber)
      yield* equal("entries that a reader of the list saw", [...seen].sort(), expected)
      yield* equal(
        "their order",
        seen,
        items.map(({ ref }) => ref.id),
      )
    }
  })
