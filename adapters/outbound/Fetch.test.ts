/** The court's outbound calls to servers that answer late, endlessly or too much, under Node and under Deno. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { make } from "./Fetch.ts"
import { chosenByOperator } from "./Guard.ts"
import { listen } from "./testing/Listening.ts"

const fetched = (url: string, timeoutMs = 200) =>
  Effect.runPromise(make(chosenByOperator)({ url, headers: {} }, { timeoutMs, maxBytes: 1000 }))

describe("an outbound call", () => {
  it("Rule 2.7 times out if the server never answers", async () => {
    const { url } = await listen(() => {})
    expect(await fetched(url)).toEqual({ _tag: "Failed", why: "timed_out" })
  })

  it("Rule 2.7 times out if the answer begins but never ends", async () => {
    const { url } = await listen((_request, response) => {
      response.writeHead(200)
      response.write("half of an answer")
    })
    expect(await fetched(url)).toEqual({ _tag: "Failed", why: "timed_out" })
  })

  it("Rule 2.7 stops reading an answer that is too large", async () => {
    const { url } = await listen((_request, response) => response.end("x".repeat(1001)))
    expect(await fetched(url, 10_000)).toMatchObject({ _tag: "Answered", status: 200, end: "too_large" })
  })
})
