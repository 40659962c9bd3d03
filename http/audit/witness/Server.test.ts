/** The bounds of a witness that is open to all: addresses that ask without end, long bodies and slow ones. */
import { connect } from "node:net"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { logOf } from "./testing/Log.ts"
import { close, opened, removeFiles } from "./testing/Opened.ts"

afterEach(close)
afterAll(removeFiles)

describe("what a witness takes of a stranger", () => {
  it("C2SP tlog-witness given an address that asks without end, then it waits, and others don't", async () => {
    const witness = await opened()
    const asked = await Promise.all(Array.from({ length: 70 }, () => witness.added("garbage", "192.0.2.1")))
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10)
    expect(await witness.add("garbage", "192.0.2.2")).toBe(400)
  })

  it("C2SP tlog-witness given a huge checkpoint or request, then nothing of it is kept", async () => {
    const witness = await opened()
    const log = logOf("log.example/one")
    await witness.enrol(log)
    const huge = Array.from({ length: 40 }, () => "x".repeat(60))
    expect(await witness.add(log.request(0, 5, huge))).toBe(413)
    expect(await witness.add("x".repeat(200_000))).toBe(413)
    expect((await witness.send("x".repeat(5_000))).status).toBe(413)
    expect(witness.memory.origins()).toEqual([])
    expect(witness.failed).toEqual([])
  })

  it("C2SP tlog-witness given bodies that never end, then one address has twenty connections, and each ends in its time", async () => {
    const witness = await opened([], true, "slow", "10.0.0.0")
    const sockets = Array.from({ length: 25 }, () => connect(witness.port, "127.0.0.1"))
    let over = 0
    const closed = sockets.map(
      (slow) =>
        new Promise<void>((resolve) => {
          slow.on("error", () => {})
          slow.once("close", () => {
            // A connection over the bound is closed without a word; the others are told that they took too long.
            if (slow.bytesRead === 0) over++
            resolve()
          })
          slow.write("POST /enrol HTTP/1.1\r\nhost: w\r\ncontent-length: 4000\r\n\r\na")
          slow.resume()
        }),
    )
    await Promise.all(closed)
    expect(over).toBe(5)
    expect(witness.failed).toEqual([])
  })

  it("C2SP tlog-witness given what is not for a method, then it says which is", async () => {
    const witness = await opened()
    const got = await fetch(`${witness.url}/enrol`)
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"])
    const put = await fetch(`${witness.url}/logs`, { method: "PUT" })
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })
})
