import { Effect } from "effect"
import { type Case, equal, test } from "../Case.ts"
import {
  changes,
  commit,
  commitEnds,
  conflict,
  idsOf,
  settle,
  start,
  take,
  takeOne,
  task,
  waiting,
} from "../Changes.ts"

const lease = test("lease")

export const settling: ReadonlyArray<Case> = [
  lease("settled", "a settled task is gone", (kit) =>
    Effect.gen(function* () {
      yield* waiting(kit, [["t", 0]])
      const leased = yield* takeOne(kit)
      yield* commit(kit.store, { settles: [settle(leased)] })
      yield* equal("later", idsOf(yield* take(kit, { now: start + 5000, until: start + 6000 })), [])
    }),
  ),

  lease(
    "token",
    "only the token of the present lease settles a task; any other is lost and writes nothing",
    (kit) =>
      Effect.gen(function* () {
        const { store, own } = kit
        yield* waiting(kit, [
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
          yield* equal("a settle with another token", result, conflict({ lost: [id] }))
        }
        yield* equal("the tally", yield* store.tallies([own("tally")]), [0])
        yield* commit(store, { settles: [settle(second)] })
        const again = yield* store.commit(changes({ settles: [settle(second)] }))
        yield* equal("the same settle again", again, conflict({ lost: [second.id] }))
      }),
  ),

  lease(
    "token-outlives",
    "a lease that ran out settles its task as long as nobody has leased it since",
    (kit) =>
      Effect.gen(function* () {
        yield* waiting(kit, [["t", 0]])
        const leased = yield* takeOne(kit)
        yield* commitEnds(kit.store, { at: start + 5000, settles: [settle(leased)] }, "Committed")
      }),
  ),

  lease("settle-all-named", "every lost lease is named, and the others stay leased", (kit) =>
    Effect.gen(function* () {
      yield* waiting(kit, [
        ["a", 0],
        ["b", 0],
        ["c", 0],
      ])
      const leased = yield* take(kit)
      const [good, ...others] = leased
      if (good === undefined) return yield* equal("how many were leased", leased.length, 3)
      yield* commit(kit.store, { cancels: idsOf(others) })
      const result = yield* kit.store.commit(changes({ settles: leased.map(settle) }))
      const lost = result._tag === "Conflict" ? [...result.lost].sort() : []
      yield* equal("lost", lost, idsOf(others).sort())
      yield* equal("still leased", idsOf(yield* take(kit)), [])
      yield* commit(kit.store, { settles: [settle(good)] })
    }),
  ),

  lease(
    "settle-and-put",
    "settles come before tasks: one change set settles a task and puts it anew",
    (kit) =>
      Effect.gen(function* () {
        const { store, own } = kit
        yield* waiting(kit, [["t", 0]])
        const leased = yield* takeOne(kit)
        yield* commit(store, {
          settles: [settle(leased)],
          tasks: [task(own("t"), own("kind"), start + 500, "again")],
        })
        yield* equal("not yet", idsOf(yield* take(kit, { now: start + 499 })), [])
        const again = yield* takeOne(kit, { now: start + 500 })
        yield* equal("the new task", [again.dueAt, again.body], [start + 500, "again"])
        const late = yield* store.commit(changes({ settles: [settle(leased)] }))
        yield* equal("the old token", late, conflict({ lost: [own("t")] }))
      }),
  ),

  lease("replaced", "a task put again is replaced in all its parts, and its lease ends", (kit) =>
    Effect.gen(function* () {
      const { store, own } = kit
      yield* waiting(kit, [
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
      yield* equal("the old token", lost, conflict({ lost: [own("t")] }))
      const again = yield* takeOne(kit)
      yield* equal("the new task", [again.id, again.dueAt, again.body], [own("t"), start - 5, "new"])
      const other = yield* takeOne(kit, { kinds: [own("other")], now: start + 5 })
      yield* equal("the other", [other.id, other.dueAt, other.body], [own("u"), start + 5, "new"])
    }),
  ),

  lease("cancelled", "a cancelled task is gone, leased or not; one that is not there is no conflict", (kit) =>
    Effect.gen(function* () {
      const { store, own } = kit
      yield* waiting(kit, [
        ["t", 0],
        ["u", 10],
      ])
      const leased = yield* takeOne(kit)
      yield* commit(store, { cancels: [own("t"), own("u"), own("none")] })
      yield* equal(
        "what is due later",
        idsOf(yield* take(kit, { now: start + 5000, until: start + 6000 })),
        [],
      )
      const lost = yield* store.commit(changes({ settles: [settle(leased)] }))
      yield* equal("the cancelled task's token", lost, conflict({ lost: [own("t")] }))
    }),
  ),

  lease("conflict", "a change set that ends in a conflict leaves its tasks leased and unsettled", (kit) =>
    Effect.gen(function* () {
      const { store, own } = kit
      yield* waiting(kit, [["t", 0]])
      const leased = yield* takeOne(kit)
      const stale = { checks: [{ ref: { kind: own("none"), id: "1" }, version: 1 }] }
      yield* commitEnds(store, { ...stale, settles: [settle(leased)] }, "Conflict")
      yield* equal("nobody gets it", idsOf(yield* take(kit)), [])
      yield* commit(store, { settles: [settle(leased)] })
    }),
  ),
]
