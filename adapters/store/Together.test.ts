/** Requests that are sent to a database together: their answers, interruptions, failures, and the end of the store. */
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { make, type Outcome, type Wait } from "./Together.ts"

/** A database that answers its batches once the test has opened its gate, and the batches that it got. */
const opened = async (
  run?: (batch: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Outcome<number>>, StoreUnavailable>,
  waits?: ReadonlyArray<Wait>,
  more: { readonly lanes?: number; readonly patienceMs?: number } = {},
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
      ...more,
      // Negative requests do not count.
      ...(waits === undefined ? {} : { gather: { waits, counts: (n: number) => n >= 0 } }),
    }).pipe(Scope.extend(scope)),
  )
  /** Waits until this number of batches has been sent. */
  const sent = async (count: number) => {
    while (batches.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ask,
    batches,
    sent,
    open: () => Effect.runPromise(Deferred.succeed(gate, undefined)),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
const closed = { _tag: "Left", left: { _tag: "StoreUnavailable", cause: "the store was closed" } }
const ended = <A>(asked: Effect.Effect<A, StoreUnavailable>) => Effect.runPromise(Effect.either(asked))

describe("requests that are sent together", () => {
  it("are those of one turn, each answered on its own", async () => {
    const { ask, batches, open, close } = await opened()
    await open()
    expect(await Promise.all([1, 2, 3].map((n) => Effect.runPromise(ask(n))))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
    await close()
  })

  it("wait for more after a batch of many, until there are enough or for their time, and not after a batch of few", async () => {
    const hour = 3_600_000
    const { ask, batches, sent, open, close } = await opened(undefined, [{ after: 3, enough: 2, ms: hour }])
    const asked = (n: number) => Effect.runPromise(ask(n))
    await open()
    await asked(1)
    await Promise.all([2, 3, 4].map(asked))
    const waiting = asked(5)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(batches).toEqual([[1], [2, 3, 4]])
    await Promise.all([waiting, asked(6)])
    await Promise.all([7, -8, -9].map(asked))
    await asked(10)
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6], [7, -8, -9], [10]])
    await Promise.all([11, 12, 13].map(asked))
    const late = ended(ask(14))
    await sent(6)
    await close()
    expect(await late).toMatchObject(closed)

    const brief = await opened(undefined, [{ after: 1, enough: 2, ms: 1 }])
    await brief.open()
    for (const n of [1, 2]) await Effect.runPromise(brief.ask(n))
    expect(brief.batches).toEqual([[1], [2]])
    await brief.close()
  })

  it("wait after a batch of several for as many as it had, if no larger one sets another wait", async () => {
    const hour = 3_600_000
    const waits = [
      { after: 4, enough: 1, ms: hour },
      { after: 2, enough: "as many", ms: hour },
    ] as const
    const { ask, batches, open, close } = await opened(undefined, waits)
    const asked = (n: number) => Effect.runPromise(ask(n))
    await open()
    await Promise.all([1, 2, 3].map(asked))
    const waiting = [4, 5].map(asked)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(batches).toEqual([[1, 2, 3]])
    await Promise.all([...waiting, ...[6, 7].map(asked)])
    // After four, one is enough.
    await asked(8)
    // After one, nobody waits.
    await asked(9)
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6, 7], [8], [9]])
    await close()
  })

  it("that come while a statement runs go in another statement at once if nobody shall wait, and in few if there are few lanes", async () => {
    const { ask, batches, sent, open, close } = await opened(undefined, undefined, {
      lanes: 2,
      patienceMs: 0,
    })
    const first = Effect.runPromise(ask(1))
    await sent(1)
    // when others come while no statement has ended
    const second = [2, 3].map((n) => Effect.runPromise(ask(n)))
    await sent(2)
    const third = [4, 5].map((n) => Effect.runPromise(ask(n)))
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(batches).toEqual([[1], [2, 3]])
    await open()
    expect(await Promise.all([first, ...second, ...third])).toEqual([2, 4, 6, 8, 10])
    expect(batches).toEqual([[1], [2, 3], [4, 5]])
    await close()
  })

  it("leave out a request that is interrupted while it waits, but not one that has been sent", async () => {
    const { ask, batches, sent, open, close } = await opened()
    const first = Effect.runFork(ask(1))
    await sent(1)
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

  it("fail when the store is closed, whether they wait or come later, but those that were sent are answered first", async () => {
    const { ask, sent, open, close } = await opened()
    const first = ended(ask(1))
    await sent(1)
    const waiting = ended(ask(2))
    await new Promise((resolve) => setImmediate(resolve))
    const closing = close()
    expect(await waiting).toMatchObject(closed)
    await open()
    expect(await first).toMatchObject({ right: 2 })
    await closing
    expect(await ended(ask(3))).toMatchObject(closed)
  })

  it("all fail if the store is unavailable, even those that wait", async () => {
    const away = new StoreUnavailable({ operation: "double", cause: "away" })
    const { ask, sent, open, close } = await opened(() => Effect.fail(away))
    const first = ended(ask(1))
    await sent(1)
    const waiting = ended(ask(2))
    await new Promise((resolve) => setImmediate(resolve))
    await open()
    expect(await Promise.all([first, waiting])).toMatchObject([{ left: away }, { left: away }])
    await close()
  })

  it("are a defect if a batch leaves them without an answer", async () => {
    const { ask, open, close } = await opened(() => Effect.succeed([Effect.succeed(7)]))
    await open()
    const [one, other] = await Promise.all([1, 2].map((n) => Effect.runPromiseExit(ask(n))))
    expect(one).toEqual(Exit.succeed(7))
    expect(other && Exit.isFailure(other) && String(other.cause)).toContain("answered in part")
    await close()
  })
})
