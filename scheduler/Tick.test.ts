import { Deferred, Effect, Either, Layer, Option, Ref, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { completionOf, type Firing } from "../core/Deadlines.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Kind from "../core/kernel/Kind.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { refusal } from "../core/kernel/Refusal.ts"
import { hours, Instant } from "../core/kernel/Time.ts"
import { type Driver, Store, StoreUnavailable } from "../core/store/Store.ts"
import { anything } from "../core/testing/Anything.ts"
import { nothing, runDue, tick } from "./Tick.ts"
import { stores } from "./testing/Stores.ts"
import { clock, host, logged, noNotary, start } from "./testing/World.ts"
import { failures, NotNow } from "./Work.ts"

/** A record of the instants at which the task of its id was done. */
const Done = Kind.make({
  name: "done",
  schema: Schema.Struct({ id: Schema.String, at: Schema.Array(Instant) }),
  id: (done) => done.id,
})

const plant = command({
  name: "plant",
  sections: [],
  input: anything<ReadonlyArray<{ readonly id: string; readonly kind: string; readonly dueAt: Instant }>>(),
  gather: (_tasks: ReadonlyArray<{ readonly id: string; readonly kind: string; readonly dueAt: Instant }>) =>
    Effect.void,
  decide: (_facts, tasks) =>
    Either.right({
      changes: tasks.map(({ id, kind, dueAt }) => Changed.task(id, kind, dueAt, {})),
      reply: null,
    }),
})

const mark = command({
  name: "mark",
  sections: [],
  input: anything<string>(),
  gather: (id: string, _context, reader) => reader.find(Done, id),
  decide: (found, id, { now }) => {
    const earlier = Option.match(found, { onNone: () => [], onSome: ({ at }) => at })
    const next = /^chain-(\d)$/.exec(id)?.[1]
    return Either.right({
      changes: [
        Changed.put(Done, { id, at: [...earlier, now] }),
        ...(next === undefined || next === "0"
          ? []
          : [Changed.task(`chain-${Number(next) - 1}`, "mark", now + hours(1), {})]),
      ],
      reply: null,
    })
  },
})

const markWork = (firing: Firing) => Effect.asVoid(Host.perform(mark, firing.task.id, completionOf(firing)))

const works = {
  mark: markWork,
  refuse: () => Effect.fail(refusal("contention", {})),
  away: () => new NotNow({ reason: "nobody answers" }),
  defect: () => Effect.die(new Error("adc_secret")),
}

const many = (count: number, kind: string, dueAt: Instant = start) =>
  Array.from({ length: count }, (_, i) => ({ id: `${kind}-${String(i).padStart(4, "0")}`, kind, dueAt }))

const planted = (tasks: Parameters<typeof plant.decide>[1]) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(tasks.length / 50) }, (_, i) => tasks.slice(i * 50, i * 50 + 50)),
    (some) => Host.perform(plant, some, { actor: { role: "registrar" } }),
  )

const done = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(Reader.make(store).reader.findAll(Done, ids), (found) =>
      found.map(Option.match({ onNone: () => [] as ReadonlyArray<Instant>, onSome: ({ at }) => at })),
    ),
  )

for (const { name, layer } of stores) {
  describe(`a scheduler on the ${name} store`, () => {
    const run = <A, E>(
      given: (
        time: Ref.Ref<Instant>,
      ) => Effect.Effect<A, E, Store | Host.Host | Layer.Layer.Success<typeof noNotary>>,
    ) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const time = yield* clock()
          return yield* given(time).pipe(Effect.provide(Layer.mergeAll(layer, host(time), noNotary)))
        }),
      )

    it("Rule 4.9 four schedulers at once do each task once", async () => {
      // given 400 tasks that are due
      const tasks = many(400, "mark")
      const { reports, times } = await run(() =>
        Effect.gen(function* () {
          yield* planted(tasks)
          // when four workers tick at the same time
          const reports = yield* Effect.all(
            ["a", "b", "c", "d"].map((worker) => tick(works, { worker, batch: 16 })),
            { concurrency: 4 },
          )
          return { reports, times: yield* done(tasks.map(({ id }) => id)) }
        }),
      )
      // then every task was done once, by one of them
      expect(times.map((at) => at.length)).toEqual(tasks.map(() => 1))
      expect(reports.reduce((sum, report) => sum + report.done, 0)).toBe(400)
    })

    it("Rule 4.9 given more tasks than a batch, then a task that takes long keeps no later task waiting", async () => {
      // given 20 tasks, of which the first goes on until the last has begun
      const { report, times } = await run(() =>
        Effect.gen(function* () {
          yield* planted(many(20, "mark"))
          const lastBegan = yield* Deferred.make<void>()
          const slow = (firing: Firing) =>
            Effect.gen(function* () {
              if (firing.task.id === "mark-0019") yield* Deferred.succeed(lastBegan, undefined)
              if (firing.task.id === "mark-0000") yield* Deferred.await(lastBegan)
              yield* markWork(firing)
            })
          // when they are leased six at a time and run three at a time
          const report = yield* tick({ mark: slow }, { worker: "a", batch: 6, concurrency: 3 })
          return { report, times: yield* done(many(20, "mark").map(({ id }) => id)) }
        }),
      )
      // then all are done once
      expect(report).toEqual({ ...nothing, done: 20 })
      expect(times).toEqual(many(20, "mark").map(() => [start]))
    })

    it("Rule 4.9 given a store that fails when the next tasks are leased, then the tasks that run go on, and the next lease takes the others", async () => {
      const { report, times, leases } = await run(() =>
        Effect.gen(function* () {
          yield* planted(many(10, "mark"))
          const store = yield* Store
          let leases = 0
          const failing: Driver = {
            ...store,
            lease: (query) => {
              leases += 1
              return leases === 2
                ? Effect.fail(new StoreUnavailable({ operation: "lease", cause: "away" }))
                : store.lease(query)
            },
          }
          const once = tick(works, { worker: "a", batch: 6, concurrency: 3 })
          const report = yield* Effect.provideService(once, Store, failing)
          return { report, leases, times: yield* done(many(10, "mark").map(({ id }) => id)) }
        }),
      )
      expect(report).toEqual({ ...nothing, done: 10 })
      expect(times).toEqual(many(10, "mark").map(() => [start]))
      expect(leases).toBe(3)
    })

    it("Rule 4.9 given a scheduler that stops, then what it has leased is done, and no more is leased", async () => {
      const { report, times } = await run(() =>
        Effect.gen(function* () {
          yield* planted(many(10, "mark"))
          const stopping = yield* Ref.make(false)
          const stop = (firing: Firing) => Effect.zipRight(Ref.set(stopping, true), markWork(firing))
          const options = { worker: "a", batch: 4, concurrency: 2, stopping: Ref.get(stopping) }
          const report = yield* tick({ mark: stop }, options)
          return { report, times: yield* done(many(10, "mark").map(({ id }) => id)) }
        }),
      )
      expect(report).toEqual({ ...nothing, done: 4 })
      expect(times.filter((at) => at.length === 1)).toHaveLength(4)
    })

    it("Rule 4.9 a task that is not due is left alone", async () => {
      const report = await run(() =>
        Effect.zipRight(planted(many(3, "mark", start + 1)), tick(works, { worker: "a" })),
      )
      expect(report).toEqual(nothing)
    })

    it("Rule 4.9 a scheduler that was away does all tasks that fell due", async () => {
      const { report, times } = await run((time) =>
        Effect.gen(function* () {
          yield* planted([...many(3, "mark", start + hours(1)), ...many(1, "chain", start)])
          yield* Ref.set(time, start + hours(100))
          const report = yield* tick(works, { worker: "a" })
          return { report, times: yield* done(["mark-0000", "mark-0001", "mark-0002"]) }
        }),
      )
      expect(report.done).toBe(3)
      expect(times).toEqual([[start + hours(100)], [start + hours(100)], [start + hours(100)]])
    })

    it("Rule 4.9 a task that a dead worker had leased is done by another, once, when the lease ends", async () => {
      const seen = await run((time) =>
        Effect.gen(function* () {
          yield* planted(many(1, "mark"))
          // given a worker that leases a task and dies
          const store = yield* Store
          const [held] = yield* store.lease({
            kinds: ["mark"],
            worker: "dead",
            now: start,
            until: start + 60_000,
            limit: 1,
          })
          // when another ticks during the lease and after it
          const during = yield* tick(works, { worker: "b" })
          yield* Ref.set(time, start + 60_000)
          const after = yield* tick(works, { worker: "b" })
          // and the dead worker comes back and continues its task
          const late =
            held === undefined
              ? null
              : yield* Effect.either(Host.perform(mark, held.id, completionOf({ task: held, at: null })))
          return { during, after, late, times: yield* done(["mark-0000"]) }
        }),
      )
      expect(seen.during.done).toBe(0)
      expect(seen.after.done).toBe(1)
      expect(seen.late).toMatchObject({ _tag: "Left", left: { _tag: "LeaseLost" } })
      expect(seen.times).toEqual([[start + 60_000]])
    })

    it("Rule 4.9 when the clock steps back, no task is done twice, early or never", async () => {
      const seen = await run((time) =>
        Effect.gen(function* () {
          const store = yield* Store
          yield* planted(many(1, "mark", start))
          const query = { kinds: ["mark"], worker: "dead", now: start + hours(1), limit: 1 }
          // given a task that was done an hour after the start, a task that a dead worker leased then, and a task that is due at the start
          yield* Ref.set(time, start + hours(1))
          const first = yield* tick(works, { worker: "a" })
          yield* planted([{ id: "leased", kind: "mark", dueAt: start }])
          yield* store.lease({ ...query, until: start + hours(1) + 60_000 })
          yield* planted([{ id: "due", kind: "mark", dueAt: start }])
          // when the clock steps back to before all of them, and then runs again
          yield* Ref.set(time, start - hours(1))
          const back = yield* tick(works, { worker: "b" })
          yield* Ref.set(time, start)
          const again = yield* tick(works, { worker: "b" })
          yield* Ref.set(time, start + hours(1) + 60_000)
          const last = yield* tick(works, { worker: "b" })
          const times = yield* done(["mark-0000", "due", "leased"])
          return { ticks: [first, back, again, last].map((report) => report.done), times }
        }),
      )
      expect(seen.ticks).toEqual([1, 0, 1, 1])
      expect(seen.times).toEqual([[start + hours(1)], [start], [start + hours(1) + 60_000]])
    })

    it("Rule 4.9 when a clock is moved, the tasks are done in order, each at its own instant, and so are the tasks that they set", async () => {
      const { count, times } = await run((time) =>
        Effect.gen(function* () {
          yield* planted([
            { id: "late", kind: "mark", dueAt: start + hours(10) },
            { id: "early", kind: "mark", dueAt: start + hours(1) },
            { id: "chain-3", kind: "mark", dueAt: start + hours(2) },
            { id: "after", kind: "mark", dueAt: start + hours(11) },
          ])
          const count = yield* runDue(works, start + hours(10), { worker: "a" })
          yield* Ref.set(time, start + hours(10))
          return {
            count,
            times: yield* done(["early", "chain-3", "chain-2", "chain-1", "chain-0", "late", "after"]),
          }
        }),
      )
      expect(count).toBe(6)
      expect(times).toEqual([[1], [2], [3], [4], [5], [10], []].map((at) => at.map((h) => start + hours(h))))
    })

    it("Rule 4.9 a task that fails is postponed with a growing wait, and stops no other", async () => {
      const { lines, layer: log } = logged()
      const { first, second, waiting } = await run((time) =>
        Effect.gen(function* () {
          yield* planted([...many(1, "refuse"), ...many(1, "away"), ...many(1, "defect"), ...many(5, "mark")])
          const first = yield* tick(works, { worker: "a" })
          yield* Ref.set(time, start + 5_000)
          const second = yield* tick(works, { worker: "a" })
          const store = yield* Store
          const query = { kinds: null, worker: "x", until: start + hours(2), limit: 10 }
          const early = yield* store.lease({ ...query, now: start + 34_999 })
          const waiting = yield* store.lease({ ...query, now: start + 35_000 })
          return { first, second, waiting: [early.length, ...waiting.map(({ body }) => failures(body))] }
        }).pipe(Effect.provide(log)),
      )
      expect(first).toEqual({ ...nothing, done: 5, postponed: 3 })
      expect(second).toEqual({ ...nothing, postponed: 3 })
      expect(waiting).toEqual([0, 2, 2, 2])
      // and the log has a failure as a warning, and a defect as an error with its stack and without its message
      const of = (kind: string) => lines.filter((line) => line.includes(`kind=${kind}`))
      expect(of("away")).toEqual([0, 1].map(() => expect.stringMatching(/WARN .*reason=NotNow/)))
      expect(of("refuse")).toEqual([0, 1].map(() => expect.stringMatching(/WARN .*reason=contention/)))
      expect(of("defect")).toEqual(
        [0, 1].map(() => expect.stringMatching(/ERROR .*mistake of this program[\s\S]*Tick\.test\.ts/)),
      )
      expect(lines.join()).not.toContain("adc_secret")
      // A task's id may be that of a matter.
      expect(lines.join()).not.toMatch(/(?:away|refuse|defect)-0000/)
    })
  })
}
