import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Resolve } from "../outbound/Guard.ts"
import { listen } from "../outbound/testing/Listening.ts"
import { makePost, type Options } from "./Carrier.ts"

const post = (url: string, options: Options = {}) =>
  Effect.runPromise(makePost(options)({ url, headers: {}, body: "{}" }))

const names: Resolve = async (hostname) => {
  const known: Record<string, ReadonlyArray<string>> = {
    "inside.example": ["10.0.0.7"],
    "both.example": ["93.184.216.34", "127.0.0.1"],
    "mapped.example": ["::ffff:169.254.169.254"],
    "nobody.example": [],
    "localhost.example": ["127.0.0.1"],
  }
  return known[hostname] ?? Promise.reject(new Error("ENOTFOUND"))
}

const refused = { outcome: "address_refused", status: null }

describe("what a service URL may not reach", () => {
  const hostile = [
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://[::1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://１２７.０.０.１/",
    "https://inside.example/",
    "https://both.example/",
    "https://mapped.example/",
    "https://nobody.example/",
    "http://93.184.216.34/",
    "https://user:secret@93.184.216.34/",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "not a url",
  ]
  for (const url of hostile) {
    it(`Rule 2.7 ${url} is refused before anything is sent`, async () => {
      expect(await post(url, { resolve: names })).toEqual(refused)
    })
  }

  it("Rule 2.7 a name of this machine is refused, although a server listens there", async () => {
    const { port, requests } = await listen((_request, response) => response.end())
    expect(await post(`https://localhost.example:${port}/`, { resolve: names })).toEqual(refused)
    expect(requests).toEqual([])
  })

  it("Rule 2.7 a sandbox that allows loopback still refuses private addresses and plain http to the world", async () => {
    const options = { resolve: names, allowLoopback: true }
    expect(await post("https://inside.example/", options)).toEqual(refused)
    expect(await post("http://93.184.216.34/", options)).toEqual(refused)
  })
})

describe("a call that is allowed", () => {
  const options = { allowLoopback: true, resolve: names }

  it("Rule 2.7 goes to the address that was examined, with the name that was asked for as its host", async () => {
    let looked = 0
    const rebinding: Resolve = async () => {
      looked += 1
      return looked === 1 ? ["127.0.0.1"] : ["10.0.0.1"]
    }
    const { port, requests } = await listen((_request, response) => response.end())
    const tried = await post(`http://rebind.example:${port}/in`, { allowLoopback: true, resolve: rebinding })
    expect(tried).toEqual({ outcome: "delivered", status: 200 })
    expect(looked).toBe(1)
    expect(requests[0]?.headers.host).toBe(`rebind.example:${port}`)
  })

  it("Rule 2.7 follows no redirect", async () => {
    const target = await listen((_request, response) => response.end())
    const { port } = await listen((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
    )
    expect(await post(`http://127.0.0.1:${port}/`, options)).toEqual({
      outcome: "answered_otherwise",
      status: 307,
    })
    expect(target.requests).toEqual([])
  })

  it("Rule 2.7 stops reading an endless answer", async () => {
    let sent = 0
    const { port } = await listen((_request, response) => {
      const more = () => {
        while (!response.destroyed) {
          sent += 16_384
          if (!response.write("x".repeat(16_384))) return void response.once("drain", more)
        }
      }
      more()
    })
    const tried = await post(`http://127.0.0.1:${port}/`, options)
    expect(tried).toEqual({ outcome: "delivered", status: 200 })
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  it("Rule 2.7 gives up on a server that never answers", async () => {
    const { port } = await listen(() => {})
    const tried = await post(`http://127.0.0.1:${port}/`, { ...options, timeoutMs: 60 })
    expect(tried).toEqual({ outcome: "timed_out", status: null })
  })

  it("Rule 2.7 gives up on a name server that never answers", async () => {
    const tried = await post("https://slow.example/", { resolve: () => new Promise(() => {}), timeoutMs: 30 })
    expect(tried).toEqual({ outcome: "timed_out", status: null })
  })

  it("Rule 2.7 is unreachable if nothing listens there or the name is unknown", async () => {
    expect(await post("http://127.0.0.1:1/", options)).toEqual({ outcome: "unreachable", status: null })
    expect(await post("https://unknown.example/", options)).toEqual({ outcome: "unreachable", status: null })
  })

  it("Rule 2.7 given an answer with Retry-After, then it has the wait in seconds or until a time, and nothing of what is neither", async () => {
    const waitOf = async (field: string) => {
      const { port } = await listen((_request, response) =>
        response.writeHead(503, { "retry-after": field }).end(),
      )
      return (await post(`http://127.0.0.1:${port}/`, options)).retryAfterMs
    }
    expect(await waitOf("120")).toBe(120_000)
    expect(await waitOf("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0)
    const until = await waitOf(new Date(Date.now() + 3_600_000).toUTCString())
    expect(until).toBeGreaterThan(3_500_000)
    expect(until).toBeLessThanOrEqual(3_600_000)
    expect(await waitOf("soon")).toBeUndefined()
  })
})
