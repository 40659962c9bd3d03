/** The clock of a sandbox without a server: it only goes forward, and a repeated move changes nothing. */

import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { Deadlines, Host } from "../kernel/Host.ts"
import { published } from "../kernel/Schedule.ts"
import { days } from "../kernel/Time.ts"
import * as MemoryStore from "../store/MemoryStore.ts"
import { Store } from "../store/Store.ts"
import { start } from "../testing/Context.ts"
import { nothingSealed } from "../testing/NothingSealed.ts"
import { advance, type Move, now } from "./SandboxClock.ts"

const registrar: Actor = { role: "registrar" }

/** A sandbox that begins at the start of the day. `fired` in the answer of a move is the number of runs so far of what is due. */
const sandbox = () => {
  const driver = Effect.runSync(MemoryStore.make)
  const clock = now(driver, Effect.succeed(start))
  let drawn = 0
  let runs = 0
  const services = Layer.mergeAll(
    Layer.succeed(Store, driver),
    nothingSealed,
    Layer.succeed(Host, {
      now: clock,
      seed: Effect.sync(() => String(++drawn).padStart(20, "0")),
      schedule: Effect.succeed(published),
    }),
    Layer.succeed(Deadlines, { runDue: () => Effect.sync(() => ++runs) }),
  )
  const moved = (move: Move, key?: string, actor: Actor = registrar) => {
    const named = (id: string) => ({ id, fingerprint: "f", expiresAt: start + 1e9 })
    const options = key === undefined ? { actor } : { actor, idempotency: named(key) }
    return Effect.runPromise(
      advance(move, options).pipe(
        Effect.catchTag("Refusal", ({ code }) => Effect.succeed(code)),
        Effect.provide(services),
      ),
    )
  }
  return { moved, now: () => Effect.runPromise(clock) }
}
const at = (ms: number) => new Date(start + ms).toISOString()

describe("the clock of a sandbox", () => {
  it("stands still until the Registrar moves it, and each move runs what is due", async () => {
    const { moved, now } = sandbox()
    expect([await now(), await now()]).toEqual([start, start])
    expect(await moved({ advanceMs: 1_000 })).toEqual({ now: at(1_000), fired: 1, replayed: false })
    expect(await moved({ to: start + 5_000 })).toEqual({ now: at(5_000), fired: 2, replayed: false })
    expect(await now()).toBe(start + 5_000)
  })

  it("is moved forward only, not too far at once, and by the Registrar alone", async () => {
    const { moved, now } = sandbox()
    expect(await moved({ to: start })).toBe("clock_backwards")
    expect(await moved({ advanceMs: -1 })).toBe("clock_backwards")
    expect(await moved({ advanceMs: 1e15 })).toBe("clock_backwards")
    expect(await moved({ advanceMs: 1 }, undefined, { role: "judge" })).toBe("registrar_only")
    expect(await now()).toBe(start)
  })

  it("never leaves the years that a date-time can name, however often it is moved", async () => {
    const { moved, now } = sandbox()
    while ((await moved({ advanceMs: days(36_525) })) !== "clock_backwards");
    expect(new Date(await now()).getUTCFullYear()).toBe(9827)
    expect(await moved({ to: Date.UTC(9900, 0) })).toBe("clock_backwards")
    expect(await moved({ to: Date.UTC(9899, 0) })).toMatchObject({ now: "9899-01-01T00:00:00.000Z" })
  })

  it("is moved once by a move under one name, and a repetition gets the same answer", async () => {
    const { moved, now } = sandbox()
    const first = await moved({ advanceMs: 1_000 }, "key")
    expect(first).toEqual({ now: at(1_000), fired: 1, replayed: false })
    expect(await moved({ advanceMs: 1_000 }, "key")).toEqual({ now: at(1_000), fired: 1, replayed: true })
    expect(await now()).toBe(start + 1_000)
  })
})
