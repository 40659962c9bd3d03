import { Effect } from "effect"
import type { Driver, Leased } from "../../core/Store.ts"
import { type Case, type Kit, test } from "../Case.ts"
import { changes, commit, commitEnds, conflict, start, task } from "../Changes.ts"
import { equal, holds } from "../Expect.ts"

const lease = test("lease")

type Query = Parameters<Driver["lease"]>[0]
/** Leases tasks of the case's own kind. */
const take = ({ store, own }: Kit, query: Partial<Query> = {}) =>
  store.lease({ kinds: [own("kind")], worker: "w", now: start, until: start + 1000, limit: 100, ...query })
const idsOf = (leased: ReadonlyArray<Leased>) => leased.map(({ id }) => id)
const settle = ({ id, token }: Leased) => ({ id, token })

/** Puts tasks `[name, due after the start]` of the case's own kind. */
const waiting = ({ store, own }: Kit, tasks: ReadonlyArray<readonly [name: string, due: number]>) =>
  commit(store, { tasks: tasks.map(([name, due]) => task(own(name), own("kind"), start + due, name)) })

/** The one task that a lease must give. */
const takeOne = (kit: Kit, query: Partial<Query> = {}) =>
  Effect.flatMap(take(kit, query), (leased) => {
    const [only] = leased
    return only !== undefined && leased.length === 1
      ? Effect.succeed(only)
      : Effect.flatMap(equal("how many were leased", leased.length, 1), () =>
          Effect.dieMessage("unreachable"),
        )
  })

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
