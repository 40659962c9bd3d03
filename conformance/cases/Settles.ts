/** Cases for settling, replacing and cancelling tasks. */
import { type Case, equal, test } from "../Case.ts"
import {
  changes,
  commit,
  commitEnds,
  commitWaiting,
  conflict,
  idsOf,
  settle,
  start,
  take,
  takeOne,
  task,
} from "../Changes.ts"

const lease = test("lease")

export const settling: ReadonlyArray<Case> = [
  lease("settled", "a settled task is removed", function* (kit) {
    yield* commitWaiting(kit, [["t", 0]])
    const leased = yield* takeOne(kit)
    yield* commit(kit.store, { settles: [settle(leased)] })
    yield* equal(
      "tasks leased later",
      idsOf(yield* take(kit, { now: start + 5000, until: start + 6000 })),
      [],
    )
  }),

  lease(
    "token",
    "only the token of the current lease settles a task; with any other token the commit is a conflict",
    function* (kit) {
      const { store, own } = kit
      yield* commitWaiting(kit, [
        ["t", 0],
        ["unleased", 10_000],
      ])
      const first = yield* takeOne(kit)
      const second = yield* takeOne(kit, { worker: "other", now: start + 1000, until: start + 2000 })
      const tallies = [{ name: own("tally"), add: 1 }]
      for (const { id, token } of [
        first,
        { id: first.id, token: "" },
        { id: own("unleased"), token: first.token },
        { id: own("none"), token: second.token },
      ]) {
        const result = yield* store.commit(changes({ tallies, settles: [{ id, token }] }))
        yield* equal("the result of settling with another token", result, conflict({ lost: [id] }))
      }
      yield* equal("the tally", yield* store.tallies([own("tally")]), [0])
      yield* commit(store, { settles: [settle(second)] })
      const again = yield* store.commit(changes({ settles: [settle(second)] }))
      yield* equal("the result of settling a second time", again, conflict({ lost: [second.id] }))
    },
  ),

  lease(
    "token-outlives",
    "the token of a lease that ran out still settles the task until it is leased again",
    function* (kit) {
      yield* commitWaiting(kit, [["t", 0]])
      const leased = yield* takeOne(kit)
      yield* commitEnds(kit.store, { at: start + 5000, settles: [settle(leased)] }, "Committed")
    },
  ),

  lease(
    "settle-all-named",
    "a conflict names every lost lease, and the other tasks stay leased",
    function* (kit) {
      yield* commitWaiting(kit, [
        ["a", 0],
        ["b", 0],
        ["c", 0],
      ])
      const leased = yield* take(kit)
      const [good, ...others] = leased
      if (good === undefined) return yield* equal("the number of tasks leased", leased.length, 3)
      yield* commit(kit.store, { cancels: idsOf(others) })
      const result = yield* kit.store.commit(changes({ settles: leased.map(settle) }))
      const lost = result._tag === "Conflict" ? [...result.lost].sort() : []
      yield* equal("the lost leases", lost, idsOf(others).sort())
      yield* equal("tasks leased while all are leased", idsOf(yield* take(kit)), [])
      yield* commit(kit.store, { settles: [settle(good)] })
    },
  ),

  lease(
    "settle-and-put",
    "settles come before tasks, so that one change set can settle a task and put it again",
    function* (kit) {
      const { store, own } = kit
      yield* commitWaiting(kit, [["t", 0]])
      const leased = yield* takeOne(kit)
      yield* commit(store, {
        settles: [settle(leased)],
        tasks: [task(own("t"), own("kind"), start + 500, "again")],
      })
      yield* equal(
        "tasks leased before the new due instant",
        idsOf(yield* take(kit, { now: start + 499 })),
        [],
      )
      const again = yield* takeOne(kit, { now: start + 500 })
      yield* equal(
        "the due instant and the body of the new task",
        [again.dueAt, again.body],
        [start + 500, "again"],
      )
      const late = yield* store.commit(changes({ settles: [settle(leased)] }))
      yield* equal("the result of settling with the old token", late, conflict({ lost: [own("t")] }))
    },
  ),

  lease(
    "replaced",
    "a task that is put again is replaced in all its parts, and its lease ends",
    function* (kit) {
      const { store, own } = kit
      yield* commitWaiting(kit, [
        ["t", 0],
        ["u", 0],
      ])
      const leased = yield* take(kit)
      yield* commit(store, {
        tasks: [
          task(own("t"), own("kind"), start - 5, "new"),
          task(own("u"), own("other"), start + 5, "new"),
        ],
      })
      const first = leased.find(({ id }) => id === own("t"))
      const lost = yield* store.commit(changes({ settles: [{ id: own("t"), token: first?.token ?? "" }] }))
      yield* equal("the result of settling with the old token", lost, conflict({ lost: [own("t")] }))
      const again = yield* takeOne(kit)
      yield* equal(
        "the due instant and the body of the new task",
        [again.id, again.dueAt, again.body],
        [own("t"), start - 5, "new"],
      )
      const other = yield* takeOne(kit, { kinds: [own("other")], now: start + 5 })
      yield* equal("the other task", [other.id, other.dueAt, other.body], [own("u"), start + 5, "new"])
    },
  ),

  lease(
    "cancelled",
    "a cancelled task is removed, leased or not; cancelling a task that does not exist is no conflict",
    function* (kit) {
      const { store, own } = kit
      yield* commitWaiting(kit, [
        ["t", 0],
        ["u", 10],
      ])
      const leased = yield* takeOne(kit)
      yield* commit(store, { cancels: [own("t"), own("u"), own("none")] })
      yield* equal(
        "tasks leased later",
        idsOf(yield* take(kit, { now: start + 5000, until: start + 6000 })),
        [],
      )
      const lost = yield* store.commit(changes({ settles: [settle(leased)] }))
      yield* equal("the result of settling a cancelled task", lost, conflict({ lost: [own("t")] }))
    },
  ),

  lease(
    "conflict",
    "a commit that ends in a conflict leaves the tasks that it would settle leased",
    function* (kit) {
      const { store, own } = kit
      yield* commitWaiting(kit, [["t", 0]])
      const leased = yield* takeOne(kit)
      const stale = { checks: [{ ref: { kind: own("none"), id: "1" }, version: 1 }] }
      yield* commitEnds(store, { ...stale, settles: [settle(leased)] }, "Conflict")
      yield* equal("tasks leased to others after the conflict", idsOf(yield* take(kit)), [])
      yield* commit(store, { settles: [settle(leased)] })
    },
  ),
]
