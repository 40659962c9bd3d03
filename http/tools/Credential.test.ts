import { describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"

const court = givenCourt()

const call = async (name: string, args: object, authorization: Record<string, string> = {}) => {
  const { status, headers } = await fetch(`${court.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...authorization,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  })
  return [status, headers.get("www-authenticate")]
}

describe("a call of a tool", () => {
  it("Rule 2.6 without a credential, or with an unknown one, is 401 and says which scheme is wanted", async () => {
    const challenge = expect.stringMatching(/^Bearer realm="agent-court", resource_metadata=/)
    expect(await call("inbox", {})).toEqual([401, challenge])
    expect(await call("inbox", {}, { authorization: "Bearer adc_wrong" })).toEqual([401, challenge])
  })

  it("that needs none is answered without one", async () => {
    expect(await call("read_law", { action: "rules" })).toEqual([200, null])
  })
})
