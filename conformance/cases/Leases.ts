import { Effect } from "effect"
import { type Case, equal, holds, test } from "../Case.ts"
import { commit, commitWaiting, idsOf, leaseAll, start, take, takeOne, task } from "../Changes.ts"

const lease = test("lease")

export const leases: ReadonlyArray<Case> = [
  lease(
    "due",
    "a task can be leased from its due instant on, and comes with its kind, body and due instant",
    function* (kit) {
      const { store, own } = kit
      yield* commit(store, { tasks: [task(own("t"), own("kind"), start, { a: [1, "ü"] })] })
      yield* equal(
        "tasks leased a millisecond before the due instant",
        idsOf(yield* take(kit, { now: start - 1, until: start })),
        [],
      )
      const { token, ...leased } = yield* takeOne(kit)
      yield* equal("the task", leased, {
        id: own("t"),
        kind: own("kind"),
        dueAt: start,
        body: { a: [1, "ü"] },
      })
      yield* holds("a token", typeof token === "string" && token !== "", token)
    },
  ),

  lease(
    "order",
    "tasks are leased in the order of their due instants, whatever their ids and the order of the puts",
    function* (kit) {
      yield* commitWaiting(kit, [
        ["a", -10],
        ["b", -500],
        ["c", -1],
        ["d", -300_000_000],
        ["e", 0],
        ["f", -70],
        ["g", 1],
      ])
      yield* equal(
        "the tasks of the first lease",
        idsOf(yield* take(kit, { limit: 2 })),
        ["d", "b"].map(kit.own),
      )
      yield* equal(
        "the tasks of the second lease",
        idsOf(yield* take(kit, { limit: 2 })),
        ["f", "a"].map(kit.own),
      )
      yield* equal("the tasks of the third lease", idsOf(yield* take(kit)), ["c", "e"].map(kit.own))
    },
  ),

  lease(
    "expired-order",
    "a task whose lease ran out keeps its place in the order of due instants",
    function* (kit) {
      yield* commitWaiting(kit, [
        ["early", -100],
        ["late", -10],
      ])
      yield* take(kit, { limit: 1 })
      yield* equal(
        "the tasks leased after the lease ran out",
        idsOf(yield* take(kit, { now: start + 1000, until: start + 2000 })),
        ["early", "late"].map(kit.own),
      )
    },
  ),

  lease(
    "kinds",
    "only tasks of the kinds asked for are leased; null asks for all kinds, an empty list for none",
    function* (kit) {
      const { store, own } = kit
      const kinds = ["x", "y", "z"].map(own)
      yield* commit(store, { tasks: kinds.map((kind, i) => task(own(`t${i}`), kind, start + i - 10)) })
      yield* equal("tasks of no kind", idsOf(yield* take(kit, { kinds: [] })), [])
      yield* equal(
        "tasks of two kinds",
        idsOf(yield* take(kit, { kinds: [own("z"), own("x"), own("other")] })),
        [own("t0"), own("t2")],
      )
      const all = yield* store.lease({
        kinds: null,
        worker: "w",
        now: start,
        until: start + 1,
        limit: 1000,
      })
      yield* equal(
        "the remaining tasks of all kinds",
        idsOf(all).filter((id) => id.startsWith(own("t"))),
        [own("t1")],
      )
    },
  ),

  lease(
    "held",
    "a leased task is not leased again before the lease ends, and can be leased from that instant on",
    function* (kit) {
      yield* commitWaiting(kit, [["t", 0]])
      const first = yield* takeOne(kit)
      yield* equal("tasks leased to another worker at once", idsOf(yield* take(kit, { worker: "other" })), [])
      yield* equal("tasks leased to the same worker at once", idsOf(yield* take(kit)), [])
      const last = { worker: "other", now: start + 999, until: start + 2000 }
      yield* equal("tasks leased a millisecond before the lease ends", idsOf(yield* take(kit, last)), [])
      const second = yield* takeOne(kit, { ...last, now: start + 1000 })
      yield* holds("a new token with the second lease", second.token !== first.token, [
        first.token,
        second.token,
      ])
    },
  ),

  lease(
    "race",
    "workers that lease at the same time never get the same task, and together get all tasks",
    function* (kit) {
      for (let i = 0; i < 3; i++)
        yield* commitWaiting(
          kit,
          Array.from({ length: 50 }, (_, n) => [`${i}/${n}`, -n] as const),
        )
      const worker = (name: string) => Effect.map(leaseAll(take(kit, { worker: name, limit: 7 }), 150), idsOf)
      const shares = yield* Effect.all(["a", "b", "c", "d", "e", "f"].map(worker), {
        concurrency: "unbounded",
      })
      const all = shares.flat()
      yield* equal(
        "the number of tasks leased, and of different tasks among them",
        [all.length, new Set(all).size],
        [150, 150],
      )
    },
  ),
]
