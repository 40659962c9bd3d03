import { connect } from "node:net"
import { Deferred, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../adapters/memory/index.ts"
import { Store } from "../core/Store.ts"
import { enrolled, send, startCourt } from "./testing/TestCourt.ts"

/** A store whose commits wait until they are let go, once it is told to hold them. */
const holding = (state: { hold: Deferred.Deferred<void> | null; waiting: () => void }) =>
  Layer.effect(
    Store,
    Effect.map(MemoryStore.make, (driver) => ({
      ...driver,
      commit: (set) => {
        if (state.hold === null) return driver.commit(set)
        state.waiting()
        return Effect.zipRight(Deferred.await(state.hold), driver.commit(set))
      },
    })),
  )

describe("node:http", () => {
  it("stops by finishing what is under way, refusing what is new, and closing what is idle", async () => {
    const arrived = Effect.runSync(Deferred.make<void>())
    const state = {
      hold: null as Deferred.Deferred<void> | null,
      waiting: () => Deferred.unsafeDone(arrived, Effect.void),
    }
    const court = await startCourt({ store: holding(state) })
    const key = await enrolled(court, "seller")
    state.hold = Effect.runSync(Deferred.make<void>())
    const underWay = send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "ab".repeat(32) } })
    await Effect.runPromise(Deferred.await(arrived))
    const stopped = court.stop()
    await expect(send(court, "GET", "/healthz")).rejects.toThrow()
    Effect.runSync(Deferred.succeed(state.hold, undefined))
    const response = await underWay
    expect(response.status).toBe(200)
    expect(response.headers.get("connection")).toBe("close")
    await stopped
  })

  it("answers what is no HTTP with a problem, and goes on", async () => {
    const court = await startCourt()
    const port = Number(new URL(court.url).port)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"))
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk
      })
      socket.on("close", () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s)
    expect((await send(court, "GET", "/healthz")).status).toBe(200)
    await court.stop()
  })

  it("limits a body that does not say how long it is", async () => {
    const court = await startCourt()
    const chunk = new TextEncoder().encode(" ".repeat(64 * 1024))
    let sent = 0
    const body = new ReadableStream({
      pull: (controller) => {
        if (sent++ < 40) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } }
    const response = await fetch(`${court.url}/api/v1/enrol`, init as RequestInit)
    expect(response.status).toBe(413)
    await court.stop()
  })
})
