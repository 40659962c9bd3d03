/** Requests that go to a database together: what waits, what is taken back, and what the end of the store does to both. */
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { make, type Outcome } from "./Together.ts"

/** A database that answers each batch when the test opens its gate, and what was asked of it. */
const opened = async (
  run?: (batch: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Outcome<number>>, StoreUnavailable>,
) => {
  const scope = Effect.runSync(Scope.make())
  const gate = Effect.runSync(Deferred.make<void>())
  const batches: Array<ReadonlyArray<number>> = []
  const ask = await Effect.runPromise(
    make<number, number>({
      operation: "double",
      lanes: 1,
      take: (queue) => queue.splice(0),
      run: (batch) => {
        batches.push(batch)
        return Effect.zipRight(
          Deferred.await(gate),
          run?.(batch) ?? Effect.succeed(batch.map((n) => Effect.succeed(n * 2))),
        )
      },
      done: () => {},
    }).pipe(Scope.extend(scope)),
  )
  /** Waits until so many batches have gone. */
  const gone = async (count: number) => {
    while (batches.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ask,
    batches,
    gone,
    open: () => Effect.runPromise(Deferred.succeed(gate, undefined)),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
const closed = { _tag: "Left", left: { _tag: "StoreUnavailable", cause: "the store was closed" } }
const ended = <A>(asked: Effect.Effect<A, StoreUnavailable>) => Effect.runPromise(Effect.either(asked))

describe("requests that go together", () => {
  it("are those of one turn, each answered on its own", async () => {
    const { ask, batches, open, close } = await opened()
    await open()
    expect(await Promise.all([1, 2, 3].map((n) => Effect.runPromise(ask(n))))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
    await close()
  })

  it("leave out one that is taken back while it waits, and not one that has gone", async () => {
    const { ask, batches, gone, open, close } = await opened()
    const first = Effect.runFork(ask(1))
    await gone(1)
    const waiting = Effect.runFork(ask(2))
    const kept = Effect.runPromise(ask(3))
    await Effect.runPromise(Fiber.interrupt(waiting))
    const interrupted = Effect.runPromise(Fiber.interrupt(first))
    await open()
    expect(await kept).toBe(6)
    await interrupted
    expect(batches).toEqual([[1], [3]])
    await close()
  })

  it("are told that the store was closed where they wait, or come after; what is under way ends first", async () => {
    const { ask, gone, open, close } = await opened()
    const first = ended(ask(1))
    await gone(1)
    const waiting = ended(ask(2))
    await new Promise((resolve) => setImmediate(resolve))
    const closing = close()
    expect(await waiting).toMatchObject(closed)
    await open()
    expect(await first).toMatchObject({ right: 2 })
    await closing
    expect(await ended(ask(3))).toMatchObject(closed)
  })

  it("fail together where the store is away, those that wait too", async () => {
    const away = new StoreUnavailable({ operation: "double", cause: "away" })
    const { ask, gone, open, close } = await opened(() => Effect.fail(away))
    const first = ended(ask(1))
    await gone(1)
    const waiting = ended(ask(2))
    await new Promise((resolve) => setImmediate(resolve))
    await open()
    expect(await Promise.all([first, waiting])).toMatchObject([{ left: away }, { left: away }])
    await close()
  })

  it("that a batch leaves without an answer are a defect", async () => {
    const { ask, open, close } = await opened(() => Effect.succeed([Effect.succeed(7)]))
    await open()
    const [one, other] = await Promise.all([1, 2].map((n) => Effect.runPromiseExit(ask(n))))
    expect(one).toEqual(Exit.succeed(7))
    expect(other && Exit.isFailure(other) && String(other.cause)).toContain("answered in part")
    await close()
  })
})
