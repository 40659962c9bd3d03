import { Effect } from "effect"
import { type Case, equal, holds, test } from "../Case.ts"
import { commit, idsOf, start, take, takeOne, task, waiting } from "../Changes.ts"

const lease = test("lease")

export const leases: ReadonlyArray<Case> = [
  lease("due", "a task is leased from its instant on, with its kind, body and due instant", (kit) =>
    Effect.gen(function* () {
      const { store, own } = kit
      yield* commit(store, { tasks: [task(own("t"), own("kind"), start, { a: [1, "ü"] })] })
      yield* equal("a millisecond early", idsOf(yield* take(kit, { now: start - 1, until: start })), [])
      const { token, ...leased } = yield* takeOne(kit)
      yield* equal("the task", leased, {
        id: own("t"),
        kind: own("kind"),
        dueAt: start,
        body: { a: [1, "ü"] },
      })
      yield* holds("a token", typeof token === "string" && token !== "", token)
    }),
  ),

  lease(
    "order",
    "tasks are leased earliest due first, whatever their ids and the order of their putting",
    (kit) =>
      Effect.gen(function* () {
        yield* waiting(kit, [
          ["a", -10],
          ["b", -500],
          ["c", -1],
          ["d", -300_000_000],
          ["e", 0],
          ["f", -70],
          ["g", 1],
        ])
        yield* equal("the first", idsOf(yield* take(kit, { limit: 2 })), ["d", "b"].map(kit.own))
        yield* equal("the next", idsOf(yield* take(kit, { limit: 2 })), ["f", "a"].map(kit.own))
        yield* equal("the rest", idsOf(yield* take(kit)), ["c", "e"].map(kit.own))
      }),
  ),

  lease("expired-order", "a task whose lease ran out comes in its order by due instant, not behind", (kit) =>
    Effect.gen(function* () {
      yield* waiting(kit, [
        ["early", -100],
        ["late", -10],
      ])
      yield* take(kit, { limit: 1 })
      yield* equal(
        "both",
        idsOf(yield* take(kit, { now: start + 1000, until: start + 2000 })),
        ["early", "late"].map(kit.own),
      )
    }),
  ),

  lease("kinds", "a lease takes only the kinds asked for; null means all and an empty list none", (kit) =>
    Effect.gen(function* () {
      const { store, own } = kit
      const kinds = ["x", "y", "z"].map(own)
      yield* commit(store, { tasks: kinds.map((kind, i) => task(own(`t${i}`), kind, start + i - 10)) })
      yield* equal("none", idsOf(yield* take(kit, { kinds: [] })), [])
      yield* equal("two kinds", idsOf(yield* take(kit, { kinds: [own("z"), own("x"), own("other")] })), [
        own("t0"),
        own("t2"),
      ])
      const all = yield* store.lease({ kinds: null, worker: "w", now: start, until: start + 1, limit: 1000 })
      yield* equal(
        "all that is left",
        idsOf(all).filter((id) => id.startsWith(own("t"))),
        [own("t1")],
      )
    }),
  ),

  lease("held", "a leased task is nobody else's until the lease ends, which it does at its instant", (kit) =>
    Effect.gen(function* () {
      yield* waiting(kit, [["t", 0]])
      const first = yield* takeOne(kit)
      yield* equal("at once", idsOf(yield* take(kit, { worker: "other" })), [])
      yield* equal("to the same worker", idsOf(yield* take(kit)), [])
      const last = { worker: "other", now: start + 999, until: start + 2000 }
      yield* equal("a millisecond before the end", idsOf(yield* take(kit, last)), [])
      const second = yield* takeOne(kit, { ...last, now: start + 1000 })
      yield* holds("another token", second.token !== first.token, [first.token, second.token])
    }),
  ),

  lease("race", "workers that lease at once never get the same task, and together get all", (kit) =>
    Effect.gen(function* () {
      for (let i = 0; i < 3; i++)
        yield* waiting(
          kit,
          Array.from({ length: 50 }, (_, n) => [`${i}/${n}`, -n] as const),
        )
      const worker = (name: string) =>
        Effect.gen(function* () {
          const mine: Array<string> = []
          for (;;) {
            const leased = yield* take(kit, { worker: name, limit: 7 })
            if (leased.length === 0) return mine
            mine.push(...idsOf(leased))
          }
        })
      const shares = yield* Effect.all(["a", "b", "c", "d", "e", "f"].map(worker), {
        concurrency: "unbounded",
      })
      const all = shares.flat()
      yield* equal("tasks leased, and different ones", [all.length, new Set(all).size], [150, 150])
    }),
  ),
]
