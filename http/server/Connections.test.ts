import { Deferred, Effect, Runtime } from "effect"
import { describe, expect, it } from "vitest"
import { fibers } from "./Connections.ts"

const fiberId = Effect.map(Effect.fiberId, ({ _tag, ...id }) => ("id" in id ? id.id : -1))

describe("fibers that serve", () => {
  it("one fiber serves requests that come one after the other, and two fibers serve two that come at once", async () => {
    // given
    const { run, close } = fibers(Runtime.defaultRuntime)
    const served = (held: Effect.Effect<void> = Effect.void) =>
      new Promise<number>((resolve) =>
        run(
          Effect.flatMap(fiberId, (id) =>
            Effect.zipRight(
              held,
              Effect.sync(() => resolve(id)),
            ),
          ),
        ),
      )
    // when
    const first = await served()
    const second = await served()
    const gate = Effect.runSync(Deferred.make<void>())
    const one = served(Deferred.await(gate))
    const other = await served()
    Effect.runSync(Deferred.succeed(gate, undefined))
    // then
    expect(second).toBe(first)
    expect(await one).toBe(first)
    expect(other).not.toBe(first)
    await Effect.runPromise(close)
  })

  it("a defect ends its own fiber, and the next request is still served", async () => {
    const { run, close } = fibers(Runtime.defaultRuntime)
    run(Effect.die("broken"))
    expect(await new Promise((resolve) => run(Effect.sync(() => resolve("served"))))).toBe("served")
    await Effect.runPromise(close)
  })

  it("closing interrupts requests that hang, and waits for their finalizers", async () => {
    const { run, close } = fibers(Runtime.defaultRuntime)
    let undone = false
    run(Effect.onInterrupt(Effect.never, () => Effect.sync(() => (undone = true))))
    await Effect.runPromise(close)
    expect(undone).toBe(true)
  })
})
