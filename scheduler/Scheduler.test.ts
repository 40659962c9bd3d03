import { Deferred, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Bench } from "../adapters/judge/index.ts"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { Judge } from "../core/bench/index.ts"
import { Entry } from "../core/compliance/index.ts"
import * as Reader from "../core/kernel/Reader.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { Store } from "../core/store/Store.ts"
import { bell, ringing } from "./Loop.ts"
import * as Scheduler from "./Scheduler.ts"
import { turn } from "./Scheduler.ts"
import * as Planted from "./testing/Planted.ts"
import { clock, host, noKeys, noNotary, start } from "./testing/World.ts"

const statusOf = (id: string) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(Reader.make(store).reader.find(Entry.Entries, id), (found) =>
      found._tag === "Some" ? found.value.status : null,
    ),
  )

describe("the scheduler of a court", () => {
  it("Rule 2.7 a notice whose delivery hangs delays no deadline", async () => {
    const statuses = await Effect.runPromise(
      Effect.gen(function* () {
        // given e-mail that never ends, and a notice that is being carried
        const carrying = yield* Deferred.make<void>()
        const hanging = Effect.zipRight(Deferred.succeed(carrying, undefined), Effect.never)
        const time = yield* clock()
        const world = Layer.mergeAll(
          ringing.pipe(Layer.provideMerge(bell), Layer.provide(MemoryStore.layer)),
          host(time),
          noKeys,
          noNotary,
          turn,
          Layer.succeed(Carrier, { toService: () => hanging, challenge: () => hanging, mail: () => hanging }),
          Layer.succeed(Judge.Judge, { line: "", decide: () => Effect.succeed(null) }),
          Bench.estimator,
        )
        const given = Effect.gen(function* () {
          yield* Planted.planted(Planted.agents(2))
          yield* Planted.planted(Planted.entries(1, 1, start))
          yield* Scheduler.start({ sandbox: false, origin: "court.example/log", graceMs: 10 })
          yield* Deferred.await(carrying)
          // when another deadline falls due
          yield* Planted.planted(Planted.entries(2, 1, start))
          // then it is passed
          return yield* Effect.repeat(Effect.delay(statusOf("entry-2-0"), 2), {
            until: (status) => status === "notified",
          })
        })
        return yield* Effect.scoped(given).pipe(Effect.provide(world), Effect.timeout(5_000))
      }),
    )
    expect(statuses).toBe("notified")
  })
})
