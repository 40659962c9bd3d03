/** The court's calls out, to servers that keep their answer to themselves: under Node and under Deno alike. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { make } from "./Fetch.ts"
import { chosenByOperator } from "./Guard.ts"

const closings: Array<() => void> = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

const serving = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()))
  closings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const fetched = (url: string) =>
  Effect.runPromise(make(chosenByOperator)({ url, headers: {} }, { timeoutMs: 200, maxBytes: 1000 }))

describe("a call out", () => {
  it("Rule 2.7 to a server that never answers ends in time", async () => {
    expect(await fetched(await serving(() => {}))).toEqual({ _tag: "Failed", why: "timed_out" })
  })

  it("Rule 2.7 whose answer begins and never ends is given up in time", async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200)
      response.write("half of an answer")
    })
    expect(await fetched(url)).toEqual({ _tag: "Failed", why: "timed_out" })
  })

  it("Rule 2.7 whose answer is too long is cut", async () => {
    const url = await serving((_request, response) => response.end("x".repeat(1001)))
    expect(await fetched(url)).toMatchObject({ _tag: "Answered", status: 200, end: "too_large" })
  })
})
