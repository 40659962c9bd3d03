import { Deferred, Duration, Effect, Either, Exit, Layer, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { completionOf, type Firing } from "../core/Deadlines.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import * as Host from "../core/kernel/Host.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { StoreUnavailable } from "../core/store/Store.ts"
import { anything } from "../core/testing/Anything.ts"
import { bell, ringing, start as startLoop } from "./Loop.ts"
import { tick } from "./Tick.ts"
import { clock, host, logged, noNotary, start } from "./testing/World.ts"
import { settle } from "./Work.ts"

const plant = command({
  name: "plant",
  sections: [],
  input: anything<string>(),
  gather: (_id: string) => Effect.void,
  decide: (_facts, id) => Either.right({ changes: [Changed.task(id, "work", start, {})], reply: null }),
})
const planted = (id: string) => Host.perform(plant, id, { actor: { role: "registrar" } })
const plantOne = planted("one")

const surroundings = Effect.map(clock(), (time) =>
  Layer.mergeAll(
    ringing.pipe(Layer.provideMerge(bell), Layer.provide(MemoryStore.layer)),
    host(time),
    noNotary,
  ),
)

const run = <A, E>(
  effect: Effect.Effect<A, E, Layer.Layer.Success<Effect.Effect.Success<typeof surroundings>>>,
) => Effect.runPromise(Effect.flatMap(surroundings, (layer) => Effect.provide(effect, layer)))

describe("the scheduler's loop", () => {
  it("Rule 4.9 does a task that this process commits at once, however long the wait between looks", async () => {
    await run(
      Effect.scoped(
        Effect.gen(function* () {
          // given a loop that looks once an hour
          const seen = yield* Deferred.make<string>()
          const work = ({ task }: Firing) => Effect.asVoid(Deferred.succeed(seen, task.id))
          yield* startLoop((stopping) => tick({ work }, { worker: "a", stopping, batch: 1 }), {
            everyMs: 3_600_000,
          })
          // when this process commits a task, then it is done within that hour
          yield* plantOne
          expect(yield* Deferred.await(seen)).toBe("one")
        }),
      ),
    )
  })

  it("Rule 4.9 finishes the task that is under way when it stops, and begins no other", async () => {
    const order: Array<string> = []
    await run(
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        const goOn = yield* Deferred.make<void>()
        const work = (firing: Firing) =>
          Effect.gen(function* () {
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(goOn)
            yield* Host.perform(settle, firing.task, completionOf(firing))
            order.push(`${firing.task.id} done`)
          })
        const scope = yield* Scope.make()
        yield* Scope.extend(
          startLoop((stopping) => tick({ work }, { worker: "a", stopping, batch: 1 }), { everyMs: 10 }),
          scope,
        )
        // given two tasks, the first of which is under way
        yield* planted("one")
        yield* Deferred.await(begun)
        yield* planted("two")
        // when the loop is stopped
        const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
        yield* Effect.yieldNow()
        yield* Deferred.succeed(goOn, undefined)
        yield* closing.await
        order.push("stopped")
      }),
    )
    // then the first is finished before the loop has stopped, and the second is left to other schedulers
    expect(order).toEqual(["one done", "stopped"])
  })

  it("Rule 4.9 continues after a look that failed, and logs a defect with its stack", async () => {
    const { lines, layer: log } = logged()
    const looks: Array<Effect.Effect<void, StoreUnavailable>> = [
      Effect.die(new TypeError("adc_secret")),
      new StoreUnavailable({ operation: "lease", cause: null }),
    ]
    await run(
      Effect.scoped(
        Effect.gen(function* () {
          const third = yield* Deferred.make<void>()
          // given a look that dies of a defect, and a look that can't reach the store
          const look = Effect.suspend(() => looks.shift() ?? Deferred.succeed(third, undefined))
          yield* startLoop(() => look, { everyMs: 1 })
          // then there is a third
          yield* Deferred.await(third)
        }),
      ).pipe(Effect.provide(log)),
    )
    // and the log has only the defect, because the health of the store is reported elsewhere
    expect(lines).toEqual([
      expect.stringMatching(/ERROR .*mistake of this program[\s\S]*TypeError[\s\S]*Loop\.test\.ts/),
    ])
    expect(lines.join()).not.toContain("adc_secret")
  })

  it("Rule 4.9 does not wait for ever for work that hangs", async () => {
    await run(
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        const work = () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)
        const scope = yield* Scope.make()
        yield* Scope.extend(
          startLoop((stopping) => tick({ work }, { worker: "a", stopping, batch: 1 }), {
            everyMs: 10,
            graceMs: 20,
          }),
          scope,
        )
        yield* plantOne
        yield* Deferred.await(begun)
        const [waited] = yield* Effect.timed(Scope.close(scope, Exit.void))
        expect(Duration.toMillis(waited)).toBeLessThan(2_000)
      }),
    )
  })
})
