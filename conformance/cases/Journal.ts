import { Effect } from "effect"
import { type Case, equal, holds, test } from "../Case.ts"
import { changes, commit, event, readJournal, start } from "../Changes.ts"
import { followed, here } from "../Followers.ts"

const journal = test("journal")

export const journalling: ReadonlyArray<Case> = [
  journal("event", "an event comes back in all its parts, with an instant of its own", ({ store, own }) =>
    Effect.gen(function* () {
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
        "a cursor",
        items.every(({ cursor }) => typeof cursor === "string" && cursor !== ""),
        items,
      )
    }),
  ),

  journal(
    "order",
    "events stand in the order of the commits, and within one in the order of the set",
    ({ store, own }) =>
      Effect.gen(function* () {
        const after = yield* here(store)
        const expected: Array<string> = []
        for (let i = 0; i < 6; i++) {
          // Instants go backwards and subjects alternate: neither has a say.
          const events = [0, 1, 2].map((n) => ({
            ...event(own(`subject ${(i + n) % 2}`), [i, n]),
            at: start - i,
          }))
          yield* commit(store, { at: start - i, events })
          expected.push(...events.map(({ id }) => id))
        }
        const { events } = yield* readJournal(store, null, after, 4)
        yield* equal(
          "ids",
          events.map(({ id }) => id),
          expected,
        )
      }),
  ),

  journal(
    "subject",
    "one subject's events are its own alone, however alike another's name is",
    ({ store, own }) =>
      Effect.gen(function* () {
        const subjects = ["a/1", "a/10", "a/", "A/1", "a/1 ", "a_1", "a%"].map(own)
        yield* commit(store, { events: [...subjects, ...subjects].map((subject) => event(subject)) })
        for (const subject of subjects) {
          const { events } = yield* readJournal(store, subject, null, 1)
          yield* equal(
            "subjects found",
            events.map((found) => found.subject),
            [subject, subject],
          )
        }
      }),
  ),

  journal(
    "cursor",
    "reading goes on behind the cursor of any event, in pages of any size",
    ({ store, own }) =>
      Effect.gen(function* () {
        const after = yield* here(store)
        for (let i = 0; i < 5; i++)
          yield* commit(store, { events: [event(own("s"), i), event(own("other"), i)] })
        const { events } = yield* readJournal(store, null, after, 3)
        for (const [i, { cursor }] of events.entries()) {
          const rest = yield* readJournal(store, null, cursor, 1 + (i % 4))
          yield* equal(
            `behind event ${i}`,
            rest.events.map(({ id }) => id),
            events.slice(i + 1).map(({ id }) => id),
          )
          const ofSubject = yield* readJournal(store, own("s"), cursor, 2)
          const expected = events.slice(i + 1).filter(({ subject }) => subject === own("s"))
          yield* equal(
            `of a subject, behind event ${i}`,
            ofSubject.events.map(({ id }) => id),
            expected.map(({ id }) => id),
          )
        }
      }),
  ),

  journal("limit", "a page holds at most as many as asked, and as many where there are", ({ store, own }) =>
    Effect.gen(function* () {
      yield* commit(store, { events: [1, 2, 3, 4].map((n) => event(own("s"), n)) })
      for (const [limit, count] of [
        [1, 1],
        [3, 3],
        [4, 4],
        [5, 4],
        [1000, 4],
      ] as const) {
        const page = yield* store.journal({ subject: own("s"), after: null, limit })
        yield* equal(`how many of at most ${limit}`, page.items.length, count)
      }
    }),
  ),

  journal(
    "next",
    "`next` goes on from where a page ended, even an empty one, and misses nothing that comes",
    ({ store, own }) =>
      Effect.gen(function* () {
        const goOn = (subject: string | null, after: string | null) =>
          Effect.gen(function* () {
            const empty = yield* store.journal({ subject, after, limit: 10 })
            yield* equal("the empty page", empty.items, [])
            yield* holds("a cursor to go on from", typeof empty.next === "string", empty)
            let cursor = empty.next
            for (const n of [1, 2, 3]) {
              const noted = event(own("subject"), n)
              yield* commit(store, { events: [noted] })
              const page = yield* store.journal({ subject, after: cursor, limit: 10 })
              yield* equal(
                "what came",
                page.items.map(({ id }) => id),
                [noted.id],
              )
              const end = yield* store.journal({ subject, after: page.next, limit: 10 })
              yield* equal("behind it", end.items, [])
              cursor = end.next
            }
          })
        yield* goOn(own("subject"), null)
        yield* goOn(null, yield* here(store))
      }),
  ),

  journal(
    "conflict",
    "a commit that ends in a conflict leaves nothing in the journal and no place behind its readers",
    ({ store, own }) =>
      Effect.gen(function* () {
        const stale = { checks: [{ ref: { kind: own("none"), id: "1" }, version: 1 }] }
        yield* store.commit(changes({ ...stale, events: [event(own("s"))] }))
        const page = yield* store.journal({ subject: own("s"), after: null, limit: 10 })
        yield* equal("the page", page.items, [])
      }),
  ),

  journal(
    "followed",
    "readers who follow while many write at once miss nothing and see one order",
    ({ store, own }) => followed([store, store, store, store, store, store], [store, store], own),
  ),
]
