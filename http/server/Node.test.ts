import { connect } from "node:net"
import { Deferred, Effect, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { closed, headOf, sent } from "../testing/Attacked.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send, startCourt } from "../testing/TestCourt.ts"
import { bodyBytesMax } from "./Body.ts"
import { connectionBounds } from "./Node.ts"

/** A store that holds its commits, once it is told to, until it is told to let them go. */
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

describe("a court on node:http", () => {
  it("stops by completing requests under way and refusing new ones", async () => {
    const arrived = Effect.runSync(Deferred.make<void>())
    const state = {
      hold: null as Deferred.Deferred<void> | null,
      waiting: () => Deferred.unsafeDone(arrived, Effect.void),
    }
    const court = await startCourt({ store: holding(state), arrivingMs: 1_000 })
    const key = await enrolled(court, "seller")
    state.hold = Effect.runSync(Deferred.make<void>())
    const underWay = send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "ab".repeat(32) } })
    await Effect.runPromise(Deferred.await(arrived))
    const stopped = court.stop()
    // For a moment longer, new requests are answered that they should go elsewhere.
    const late = await send(court, "GET", "/healthz")
    expect([late.status, late.headers.get("connection")]).toEqual([503, "close"])
    Effect.runSync(Deferred.succeed(state.hold, undefined))
    const response = await underWay
    expect(response.status).toBe(200)
    expect(response.headers.get("connection")).toBe("close")
    await stopped
  })

  it("answers bytes that are not HTTP with a problem, and serves on", async () => {
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

  it("refuses a body that is too long, though its length was not stated", async () => {
    const court = await startCourt()
    const chunk = new TextEncoder().encode(" ".repeat(64 * 1024))
    let sent = 0
    const body = new ReadableStream({
      pull: (controller) => {
        if (sent++ * chunk.length <= bodyBytesMax) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } }
    const response = await fetch(`${court.url}/api/v1/enrol`, init as RequestInit)
    expect(response.status).toBe(413)
    await court.stop()
  })
})

describe("connections", () => {
  const court = givenCourt()
  let port: number
  let key: string
  beforeAll(async () => {
    port = Number(new URL(court.url).port)
    key = await enrolled(court, "seller")
  })

  it.each([
    ["of another type", 415, headOf("/api/v1/enrol", 9).replace("application/json", "text/plain")],
    ["that is too long", 413, headOf("/api/v1/enrol", bodyBytesMax + 1)],
    ["of nobody", 401, headOf("/api/v1/notarise", 900_000)],
    ["in another charset", 400, headOf("/api/v1/enrol", 9).replace("json", "json; charset=utf-16")],
  ])("a body %s is refused (%d) by its head, before any of it has arrived", async (_, status, head) => {
    const { socket, received } = await sent(port, head)
    await expect.poll(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  })

  it("a client that sends `Expect: 100-continue` is told to go on only if its body is wanted", async () => {
    const body = JSON.stringify({ sha256: "ab".repeat(32) })
    const asks = headOf(
      "/api/v1/notarise",
      body.length,
      "expect: 100-continue",
      `authorization: Bearer ${key}`,
    )
    const wanted = await sent(port, asks)
    await expect.poll(wanted.received).toMatch(/^HTTP\/1.1 100 /)
    wanted.socket.write(body)
    await expect.poll(wanted.received).toMatch(/HTTP\/1.1 200 /)
    wanted.socket.destroy()
    const unwanted = await sent(port, headOf("/api/v1/notarise", 900_000, "expect: 100-continue"))
    await expect.poll(unwanted.received).toMatch(/^HTTP\/1.1 401 /)
    unwanted.socket.destroy()
  })

  it("a short body that is refused is read and dropped, and the connection serves the next request", async () => {
    const body = "x".repeat(1_000)
    const next = "GET /healthz HTTP/1.1\r\nhost: court.test\r\n\r\n"
    const { socket, received } = await sent(port, headOf("/api/v1/notarise", body.length) + body + next)
    await expect.poll(received).toMatch(/^HTTP\/1.1 401 [\s\S]*HTTP\/1.1 200 /)
    socket.destroy()
  })

  it("Dealings Act 1.1 acts that are sent at once take effect in the order in which they were sent", async () => {
    const lodge = (i: number) => {
      const body = JSON.stringify({ sha256: "ab".repeat(32), ref: `act-${i}` })
      return headOf("/api/v1/notarise", body.length, `authorization: Bearer ${key}`) + body
    }
    const acts = Array.from({ length: 12 }, (_, i) => lodge(i))
    const { socket, received } = await sent(port, acts.join(""))
    await expect.poll(() => received().match(/"sequence":\d+/g)?.length).toBe(acts.length)
    const sequences = [...received().matchAll(/"sequence":(\d+)/g)].map(([, n]) => Number(n))
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    socket.destroy()
  })

  it("an address may have 512; the next one is closed unread, other addresses are served, and this one again once those have ended", async () => {
    const open = await Promise.all(
      Array.from({ length: connectionBounds.perAddress }, () => sent(port, "", "127.0.0.77")),
    )
    const healthz = "GET /healthz HTTP/1.1\r\nhost: court.test\r\n\r\n"
    const more = await sent(port, healthz, "127.0.0.77")
    await closed(more.socket)
    expect(more.received()).toBe("")
    const other = await sent(port, healthz, "127.0.0.78")
    await expect.poll(other.received).toMatch(/^HTTP\/1.1 200 /)
    for (const { socket } of [...open, other]) socket.destroy()
    await Promise.all(open.map(({ socket }) => closed(socket)))
    const again = async () => {
      const { socket, received } = await sent(port, healthz, "127.0.0.77")
      await Promise.race([closed(socket), expect.poll(received).not.toBe("")])
      socket.destroy()
      return received()
    }
    await expect.poll(again).toMatch(/^HTTP\/1.1 200 /)
  })

  it("an address that has sent too many requests at once gets a few answers, and its next connection is closed unread", async () => {
    const healthz = "GET /healthz HTTP/1.1\r\nhost: court.test\r\n\r\n"
    const first = await sent(port, healthz.repeat(100), "127.0.0.79")
    await closed(first.socket)
    expect(first.received().match(/HTTP\/1.1 200/g)).toHaveLength(connectionBounds.waiting + 1)
    const next = await sent(port, healthz, "127.0.0.79")
    await closed(next.socket)
    expect(next.received()).toBe("")
  })
})
