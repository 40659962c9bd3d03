import { Effect, Layer, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { sandbox } from "../../adapters/host/Hosts.ts"
import { Deadlines, Host } from "../../core/kernel/Host.ts"
import { advance, type Move } from "../../core/sandbox/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"
import { send, startCourt } from "../testing/TestCourt.ts"

const ports = Layer.merge(nothingSealed, Layer.succeed(Deadlines, { runDue: () => Effect.succeed(0) }))

describe("the clock of a sandbox", () => {
  it("stands still between moves, goes only forward, and is moved only by the Registrar", async () => {
    const program = Effect.gen(function* () {
      const host = yield* Host
      const start = yield* host.now
      yield* Effect.sleep(5)
      expect(yield* host.now).toBe(start)
      const move = (role: "registrar" | "judge", by: Move) => Effect.either(advance(by, { actor: { role } }))
      expect((yield* move("judge", { advanceMs: 1 }))._tag).toBe("Left")
      for (const by of [{ advanceMs: 0 }, { advanceMs: -1 }, { to: start }, { to: start + 4e12 }])
        expect((yield* move("registrar", by))._tag).toBe("Left")
      expect((yield* move("registrar", { advanceMs: 250 }))._tag).toBe("Right")
      expect(yield* host.now).toBe(start + 250)
      yield* move("registrar", { to: start + 1000 })
      expect(yield* host.now).toBe(start + 1000)
    })
    const services = Layer.merge(sandbox, ports).pipe(Layer.provideMerge(MemoryStore.layer))
    await Effect.runPromise(Effect.provide(program, services))
  })

  it("gives every process on one store the same time, also after it is opened again", async () => {
    const store = await Effect.runPromise(
      Effect.flatMap(Scope.make(), (scope) => Layer.buildWithScope(MemoryStore.layer, scope)),
    )
    const opened = () =>
      Effect.runPromise(
        Effect.provide(
          Effect.flatMap(Host, (host) => host.now),
          sandbox.pipe(Layer.provide(Layer.succeedContext(store))),
        ),
      )
    const [first, second] = await Promise.all([opened(), opened()])
    expect(second).toBe(first)
    expect(await opened()).toBe(first)
  })
})

describe("a sandbox over HTTP", () => {
  it("says in every answer that it is a sandbox, and refuses a move by the Judge and a malformed move", async () => {
    const court = await startCourt({ sandbox: true })
    const clock = await send(court, "GET", "/api/v1/sandbox/clock")
    expect(clock.headers.get("court-sandbox")).toBe("true")
    expect(clock.headers.get("cache-control")).toBe("no-store")
    expect((await send(court, "GET", "/nowhere")).headers.get("court-sandbox")).toBe("true")
    const move = (body: unknown) =>
      send(court, "POST", "/api/v1/sandbox/clock", { key: court.registrar, body })
    for (const body of [{}, { advanceHours: -1 }, { advanceHours: 1, advanceMs: 1 }, { to: "tomorrow" }])
      expect((await move(body)).status).toBe(400)
    expect(
      (await send(court, "POST", "/api/v1/sandbox/clock", { key: court.judge, body: { advanceMs: 1 } }))
        .status,
    ).toBe(403)
    expect(await (await move({ advanceHours: 72.5 })).json()).toEqual({
      now: "2026-11-23T09:30:00.000Z",
      fired: 0,
    })
    await court.stop()
  })
})
