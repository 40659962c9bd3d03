/** The answers that a caller of `/mcp` accepts, and the answers to a call without a key. */
import { describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"

const court = givenCourt()

/** Calls a tool with these fields. `fetch` adds an Accept of its own if it is missing. */
const call = (name: string, args: object, headers: Record<string, string>) =>
  fetch(`${court.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: args } }),
  })

const revisions = ["2025-06-18", "2025-11-25"]
const accepted = [
  {},
  { accept: "*/*" },
  { accept: "application/*" },
  { accept: "application/json" },
  { accept: "application/json;q=0.9, text/*" },
]

describe("a message to the protocol", () => {
  it.each(accepted.flatMap((accept) => revisions.map((revision) => [accept, revision] as const)))(
    "Rule 2.6 with %j at revision %s is answered in JSON",
    async (accept, revision) => {
      const answer = await call(
        "read_law",
        { action: "rules" },
        { ...accept, "mcp-protocol-version": revision },
      )
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
      expect(await answer.json()).toMatchObject({ id: 7, result: { content: [{ type: "text" }] } })
    },
  )

  it.each(["text/html", "application/json;q=0"])(
    "Rule 2.6 for a caller that takes %s alone is 406",
    async (accept) => {
      expect((await call("read_law", { action: "rules" }, { accept })).status).toBe(406)
    },
  )

  it("Rule 2.6 an act without a key is an error of the protocol that says how to enrol", async () => {
    const answer = await call("inbox", {}, { accept: "*/*" })
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="agent-court", resource_metadata="http://court.test/.well-known/oauth-protected-resource/mcp"',
    ])
    expect(await answer.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32_001, message: expect.stringContaining("POST /api/v1/enrol") },
    })
  })
})
