/** The queue of a list on each store: its matters are served while there is room, a few in each commit. */

import { Effect, Layer, Logger, Ref } from "effect"
import { describe, expect, it } from "vitest"
import * as Hosts from "../adapters/host/Hosts.ts"
import { freshSeed } from "../adapters/host/Hosts.ts"
import { reserved } from "../core/bench/testing/Cases.ts"
import { deadlines } from "../core/Deadlines.ts"
import * as Changed from "../core/kernel/Change.ts"
import type * as Court from "../core/kernel/Court.ts"
import { Host, perform } from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { minutes } from "../core/kernel/Time.ts"
import { Matter, records as matterRecords, serveQueued } from "../core/matters/index.ts"
import { listBeforeFirstMatter } from "../core/matters/testing/index.ts"
import { varyParameters } from "../core/registrar/index.ts"
import { operations } from "../core/store/ChangeSet.ts"
import { type Driver, limits, Store, StoreUnavailable } from "../core/store/Store.ts"
import { runDue, tick } from "./Tick.ts"
import { planted } from "./testing/Planted.ts"
import { stores } from "./testing/Stores.ts"
import { clock, noNotary, start } from "./testing/World.ts"

const works = { [serveQueued.taskKind]: deadlines[serveQueued.taskKind] }
const office = { actor: { role: "registrar" } as const }
const placed = 3
const waiting = 23
const numbers = Array.from({ length: waiting }, (_, i) => placed + 1 + i)

/** A queued matter. The ids run against the numbers, so that the order of ids is not the order of filing. */
const queued = (number: number): Matter.Matter =>
  reserved({
    id: `matter-${String(1000 - number)}`,
    number,
    status: "queued",
    list: 0,
    servedAt: null,
    reservedAt: null,
    call: null,
    defence: null,
  })

const docket = { ...listBeforeFirstMatter, placed, queued: waiting, lastNumber: placed + waiting }

/** Plants a full list of three, and the matters that wait for it. */
const begun = Effect.gen(function* () {
  yield* perform(varyParameters, { listCapacity: placed, reasons: "Few at first." }, office)
  yield* planted([
    Changed.put(matterRecords.DocketLists, docket),
    ...numbers.map((number) => Changed.put(Matter.Matters, queued(number))),
  ])
})

/** The numbers of the matters that the journal says were served, in its order. */
const servedNumbers = Effect.gen(function* () {
  const { items } = yield* (yield* Store).journal({ subject: null, after: null, limit: 1000 })
  return items.flatMap(({ type, data }) =>
    type === "matter.served" ? [(data as { readonly number: number }).number] : [],
  )
})

const state = Effect.gen(function* () {
  const { reader } = Reader.make(yield* Store)
  const list = yield* reader.need(matterRecords.DocketLists, listBeforeFirstMatter.id, () => {
    throw new Error("no list")
  })
  // The transactions of other tests may hold back the end of PostgreSQL's journal for a while, so it is read until it has all.
  const served = yield* Effect.repeat(servedNumbers, {
    until: ({ length }) => length === waiting - list.queued,
    times: 100,
  })
  return { served, list }
})

const options = { worker: "w" }
const raise = (listCapacity: number) =>
  perform(varyParameters, { listCapacity, reasons: "More may be heard." }, office)

for (const { name, layer } of stores) {
  describe(`the queue on the ${name} store`, () => {
    const run = <A, E>(
      work: (time: Ref.Ref<number>, sizes: Array<number>) => Effect.Effect<A, E, Court.Ports | Host>,
      commit: (driver: Driver, n: number) => Driver["commit"] = (driver) => driver.commit,
    ) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const time = yield* clock()
          const driver = yield* Store
          const sizes: Array<number> = []
          const watched: Driver = {
            ...driver,
            commit: (set) => {
              sizes.push(operations(set))
              return commit(driver, sizes.length)(set)
            },
          }
          const host = Layer.succeed(Host, {
            now: Ref.get(time),
            seed: freshSeed,
            schedule: Hosts.freshSchedule(driver),
          })
          return yield* work(time, sizes).pipe(
            Effect.provide(
              Layer.mergeAll(
                Layer.succeed(Store, watched),
                host,
                noNotary,
                Logger.remove(Logger.defaultLogger),
              ),
            ),
          )
        }).pipe(Effect.provide(layer)),
      )

    it("PD1 §5 a larger capacity serves the matters that wait, in the order of filing", async () => {
      const { before, after, sizes } = await run((_time, sizes) =>
        Effect.gen(function* () {
          yield* begun
          yield* raise(placed + 17)
          const before = yield* state
          sizes.length = 0
          yield* runDue(works, start, options)
          return { before, after: yield* state, sizes }
        }),
      )
      expect(before.served).toEqual([])
      expect(after.served).toEqual(numbers.slice(0, 17))
      expect(after.list).toMatchObject({ list: 1, placed: placed + 17, queued: waiting - 17 })
      // then every store takes each commit, with operations to spare for five respondents that are enrolled
      expect(Math.max(...sizes)).toBeGreaterThan(25)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.operations - 20)
    })

    it("PD1 §5 if a worker ends at a commit, another continues, and each matter is served once, in order", async () => {
      const after = await run(
        (time) =>
          Effect.gen(function* () {
            yield* begun
            yield* raise(100)
            // when every third commit fails, and each round has a new worker
            for (let round = 0; round < 40; round++) {
              yield* tick(works, { worker: `w${round}`, batch: 1 })
              yield* Ref.update(time, (now) => now + minutes(2))
            }
            return yield* state
          }),
        (driver, n) =>
          n > 4 && n % 3 === 0
            ? () => Effect.fail(new StoreUnavailable({ operation: "commit", cause: "gone" }))
            : driver.commit,
      )
      expect(after.served).toEqual(numbers)
      expect(after.list).toMatchObject({ list: 1, placed: placed + waiting, queued: 0 })
    })
  })
}
