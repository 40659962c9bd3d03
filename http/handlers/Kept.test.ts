/** Requests for the same answer at the same time. */
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Moved } from "../../adapters/store/Moved.ts"
import { Host } from "../../core/kernel/Host.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { reply } from "../server/Answer.ts"
import { keepAnswers } from "./Kept.ts"

let moves = 0
let made = 0
let answers = keepAnswers<number>()
beforeEach(() => {
  moves = 0
  made = 0
  answers = keepAnswers()
})

const host = Layer.succeed(Host, {
  now: Effect.succeed(0),
  seed: Effect.succeed("0".repeat(20)),
  schedule: Effect.succeed(published),
})
const count = () => moves
const run = <A, E>(effect: Effect.Effect<A, E, Host>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(host), Effect.provideService(Moved, count)))

const at = (now: number) => ({ now, header: () => undefined })
/** Makes the next answer when the gate opens. */
const through = (gate: Deferred.Deferred<void, string>) =>
  Effect.suspend(() => {
    const number = ++made
    return Effect.as(Deferred.await(gate), reply(number))
  })

describe("requests that come while an answer is made", () => {
  it("PD11 §9 given twenty of them, when it is made, then all get the one", async () => {
    const got = await run(
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void, string>()
        const asked = yield* Effect.forkAll(
          Array.from({ length: 20 }, (_, i) => answers("seller", at(i), through(gate))),
        )
        yield* Effect.yieldNow()
        yield* Deferred.succeed(gate, undefined)
        return yield* Fiber.join(asked)
      }),
    )
    expect(got.map(({ value }) => value)).toEqual(Array(20).fill(1))
    expect(made).toBe(1)
  })

  it.each([
    ["of another name", (gate: Deferred.Deferred<void, string>) => answers("buyer", at(0), through(gate))],
    [
      "a second later",
      (gate: Deferred.Deferred<void, string>) => answers("seller", at(1_000), through(gate)),
    ],
    [
      "after the court recorded something of an agent",
      (gate: Deferred.Deferred<void, string>) => {
        moves += 1
        return answers("seller", at(0), through(gate))
      },
    ],
  ])("PD11 §9 given one %s, then it makes its own", async (_when, second) => {
    const got = await run(
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void, string>()
        const first = yield* Effect.fork(answers("seller", at(0), through(gate)))
        yield* Effect.yieldNow()
        const other = yield* Effect.fork(Effect.suspend(() => second(gate)))
        yield* Effect.yieldNow()
        yield* Deferred.succeed(gate, undefined)
        return yield* Effect.all([Fiber.join(first), Fiber.join(other)])
      }),
    )
    expect(got.map(({ value }) => value)).toEqual([1, 2])
  })

  it.each(["fails", "is interrupted"])(
    "PD11 §9 given the request that makes it %s, then each of the others makes its own",
    async (how) => {
      const { first, others } = await run(
        Effect.gen(function* () {
          const gate = yield* Deferred.make<void, string>()
          const open = yield* Deferred.make<void, string>()
          yield* Deferred.succeed(open, undefined)
          const maker = yield* Effect.fork(answers("seller", at(0), through(gate)))
          yield* Effect.yieldNow()
          const asked = yield* Effect.forkAll([
            answers("seller", at(0), through(open)),
            answers("seller", at(0), through(open)),
          ])
          yield* Effect.yieldNow()
          if (how === "fails") yield* Deferred.fail(gate, "no store")
          else yield* Fiber.interrupt(maker)
          return { first: yield* Fiber.await(maker), others: yield* Fiber.join(asked) }
        }),
      )
      expect(Exit.isFailure(first)).toBe(true)
      expect(others.map(({ value }) => value)).toEqual([2, 3])
    },
  )
})
