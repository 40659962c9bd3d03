import { Effect } from "effect"
import { compareCursors, limits } from "../../core/store/Store.ts"
import { type Case, equal, holds, test } from "../Case.ts"
import { changes, commit, event, readJournal, start } from "../Changes.ts"
import { checkFollowers, journalEnd } from "../Followers.ts"

const journal = test("journal")

export const journalling: ReadonlyArray<Case> = [
  journal(
    "event",
    "an event comes back with all its parts, its own instant included",
    function* ({ store, own }) {
      const subject = own("subject")
      const whole = {
        id: own("event"),
        at: start - 123_456,
        type: "entry.attested",
        subject,
        rules: ["PD11 §3", "Rule 4.10"],
        data: { text: "ü", list: [1, { a: null }], at: "2026-11-20T09:00:00.000Z" },
      }
      yield* commit(store, { events: [whole] })
      const { items } = yield* store.journal({ subject, after: null, limit: 10 })
      const found = items.map(({ cursor: _, ...rest }) => rest)
      yield* equal("the event", found, [whole])
      yield* holds(
        "a cursor with every event",
        items.every(({ cursor }) => typeof cursor === "string" && cursor !== ""),
        items,
      )
    },
  ),

  journal(
    "order",
    "events lie in the order of the commits, and within a commit in the order of its change set",
    function* ({ store, own }) {
      const after = yield* journalEnd(store)
      const expected: Array<string> = []
      for (let i = 0; i < 6; i++) {
        // Instants go backwards and subjects alternate; neither may change the order.
        const events = [0, 1, 2].map((n) => ({
          ...event(own(`subject ${(i + n) % 2}`), [i, n]),
          at: start - i,
        }))
        yield* commit(store, { at: start - i, events })
        expected.push(...events.map(({ id }) => id))
      }
      const { events } = yield* readJournal(store, null, after, 4)
      yield* equal(
        "the ids in order",
        events.map(({ id }) => id),
        expected,
      )
    },
  ),

  journal(
    "subject",
    "the journal of a subject has only its own events, even if the name of another subject is similar",
    function* ({ store, own }) {
      const subjects = ["a/1", "a/10", "a/", "A/1", "a/1 ", "a_1", "a%"].map(own)
      yield* commit(store, { events: [...subjects, ...subjects].map((subject) => event(subject)) })
      for (const subject of subjects) {
        const { events } = yield* readJournal(store, subject, null, 1)
        yield* equal(
          "the subjects of the events found",
          events.map((found) => found.subject),
          [subject, subject],
        )
      }
    },
  ),

  journal(
    "cursor",
    "a read can continue after the cursor of any event, in pages of any size",
    function* ({ store, own }) {
      const after = yield* journalEnd(store)
      for (let i = 0; i < 5; i++)
        yield* commit(store, { events: [event(own("s"), i), event(own("other"), i)] })
      const { events } = yield* readJournal(store, null, after, 3)
      for (const [i, { cursor }] of events.entries()) {
        const rest = yield* readJournal(store, null, cursor, 1 + (i % 4))
        yield* equal(
          `the events after event ${i}`,
          rest.events.map(({ id }) => id),
          events.slice(i + 1).map(({ id }) => id),
        )
        const ofSubject = yield* readJournal(store, own("s"), cursor, 2)
        const expected = events.slice(i + 1).filter(({ subject }) => subject === own("s"))
        yield* equal(
          `the events of a subject after event ${i}`,
          ofSubject.events.map(({ id }) => id),
          expected.map(({ id }) => id),
        )
      }
    },
  ),

  journal(
    "rising",
    "the cursors of events rise, within a commit and from commit to commit, so that a kept cursor can be placed among them",
    function* ({ store, own }) {
      const after = yield* journalEnd(store)
      // More than ten, so that cursors with one digit more than others are among them.
      for (let i = 0; i < 12; i++)
        yield* commit(store, { events: [event(own("s"), i), event(own("other"), i)] })
      const { events } = yield* readJournal(store, null, after, 5)
      const cursors = events.map(({ cursor }) => cursor)
      const tooLong = cursors.filter((cursor) => Buffer.byteLength(cursor) > limits.cursorBytes)
      yield* equal(`cursors of more than ${limits.cursorBytes} bytes`, tooLong, [])
      for (const [i, cursor] of cursors.slice(1).entries()) {
        const before = cursors[i] ?? ""
        yield* holds(
          `a cursor above ${before} with the event after it`,
          compareCursors(before, cursor) < 0,
          cursor,
        )
      }
    },
  ),

  journal(
    "limit",
    "a page has as many events as were asked for, or fewer if the journal has fewer",
    function* ({ store, own }) {
      yield* commit(store, { events: [1, 2, 3, 4].map((n) => event(own("s"), n)) })
      for (const [limit, count] of [
        [1, 1],
        [3, 3],
        [4, 4],
        [5, 4],
        [1000, 4],
      ] as const) {
        const page = yield* store.journal({ subject: own("s"), after: null, limit })
        yield* equal(`the number of events in a page of at most ${limit}`, page.items.length, count)
      }
    },
  ),

  journal(
    "next",
    "a read that continues from `next`, even of an empty page, misses no later event",
    function* ({ store, own }) {
      const continues = (subject: string | null, after: string | null) =>
        Effect.gen(function* () {
          const empty = yield* store.journal({ subject, after, limit: 10 })
          yield* equal("the empty page", empty.items, [])
          yield* holds("a cursor as `next` of an empty page", typeof empty.next === "string", empty)
          let cursor = empty.next
          for (const n of [1, 2, 3]) {
            const noted = event(own("subject"), n)
            yield* commit(store, { events: [noted] })
            const page = yield* store.journal({ subject, after: cursor, limit: 10 })
            yield* equal(
              "the events after the commit",
              page.items.map(({ id }) => id),
              [noted.id],
            )
            const end = yield* store.journal({ subject, after: page.next, limit: 10 })
            yield* equal("the page after it", end.items, [])
            cursor = end.next
          }
        })
      yield* continues(own("subject"), null)
      yield* continues(null, yield* journalEnd(store))
    },
  ),

  journal(
    "conflict",
    "a commit that ends in a conflict adds no event to the journal",
    function* ({ store, own }) {
      const stale = { checks: [{ ref: { kind: own("none"), id: "1" }, version: 1 }] }
      yield* store.commit(changes({ ...stale, events: [event(own("s"))] }))
      const page = yield* store.journal({ subject: own("s"), after: null, limit: 10 })
      yield* equal("the page", page.items, [])
    },
  ),

  journal(
    "followed",
    "readers that follow the journal while many write at once miss no event and all see one order",
    function* ({ store, own }) {
      yield* checkFollowers([store, store, store, store, store, store], [store, store], own)
    },
  ),
]
