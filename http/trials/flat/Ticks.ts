/** A tick of the scheduler on a store that is filled, with nothing due and with many deadlines due. */
import { Effect, Layer, Ref } from "effect"
import { Bench } from "../../../adapters/judge/index.ts"
import { Carrier } from "../../../adapters/notices/Carrier.ts"
import { Judge } from "../../../core/bench/index.ts"
import { hours } from "../../../core/kernel/Time.ts"
import type { Store } from "../../../core/store/Store.ts"
import { works } from "../../../scheduler/Scheduler.ts"
import { tick } from "../../../scheduler/Tick.ts"
import * as Planted from "../../../scheduler/testing/Planted.ts"
import { clock, host, noKeys, noNotary, start } from "../../../scheduler/testing/World.ts"

const looks = 50
const rounds = 4

const nobody = Effect.succeed({ outcome: "unreachable" as const, status: null })
const world = Layer.mergeAll(
  noKeys,
  noNotary,
  Layer.succeed(Carrier, { toService: () => nobody, challenge: () => nobody, mail: null }),
  Layer.succeed(Judge.Judge, { line: "", decide: () => Effect.succeed(null) }),
  Bench.estimator,
)

const median = (times: ReadonlyArray<number>): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* effect
    return performance.now() - began
  })

/** Medians in milliseconds. The clock is in the past of the store, so that no other deadline is due. */
export const measure = (layer: Layer.Layer<Store, unknown>, due: number) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const time = yield* clock(start - hours(2_000))
      const once = tick(works, { worker: "flat" })
      const given = Effect.gen(function* () {
        yield* Planted.planted(Planted.agents(due))
        const idle = yield* Effect.replicateEffect(timed(once), looks)
        const busy: Array<number> = []
        for (let round = 1; round <= rounds; round++) {
          const at = start - hours(2_000 - round * 20)
          yield* Planted.planted(Planted.entries(round, due, at))
          yield* Ref.set(time, at)
          busy.push(yield* timed(once))
        }
        // The first round warms up.
        return { idle: median(idle), busy: median(busy.slice(1)) }
      })
      return yield* Effect.provide(given, Layer.merge(host(time), world))
    }).pipe(Effect.provide(layer)),
  )
