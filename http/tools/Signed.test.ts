import { Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Store } from "../../core/store/Store.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { freshStore } from "../testing/Rails.ts"
import { provenKey, type SigningKey, type Spoiled, signedHeaders } from "../testing/Signing.ts"
import { enrolled } from "../testing/TestCourt.ts"

const driver = freshStore()
const court = givenCourt({ store: Layer.succeed(Store, driver) })
let key: SigningKey
let bearer: string
beforeAll(async () => {
  bearer = await enrolled(court, "seller")
  key = await provenKey(driver, court, "seller")
})

const call = async (name: string, args: object, spoiled: Spoiled = {}) => {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  })
  const answer = await fetch(`${court.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...signedHeaders(key, "POST", "/mcp", { body }, spoiled),
      ...spoiled.sent?.headers,
    },
    body: spoiled.sent?.body ?? body,
  })
  const text = await answer.text()
  return {
    status: answer.status,
    base: answer.headers.get("court-signature-base"),
    code: /\\?"code\\?":\s*\\?"(\w+)/.exec(text)?.[1],
    text,
  }
}
const lodgement = { action: "notarise", sha256: "ab".repeat(32) }

describe("a message that is signed", () => {
  it("Rule 2.6 reads and acts as the agent of its key, and its act leaves the hash of what was signed", async () => {
    expect(await call("inbox", {})).toMatchObject({ status: 200, base: null, code: undefined })
    const lodged = await call("lodge_dealing", { ...lodgement, "Idempotency-Key": "lodged" })
    expect(lodged).toMatchObject({ status: 200, code: undefined })
    expect(lodged.base).toMatch(/^sha-256=[0-9a-f]{64}$/)
    const journal = await (await fetch(`${court.url}/api/v1/journal?limit=100`)).text()
    expect(journal).toContain(lodged.base)
    const again = await call("lodge_dealing", { ...lodgement, "Idempotency-Key": "lodged" })
    expect(again).toMatchObject({ status: 200, base: null })
  })

  it("Rule 2.6 must name its act in the arguments", async () => {
    expect(await call("lodge_dealing", lodgement)).toMatchObject({ code: "signature_incomplete" })
  })

  it("Rule 2.6 must be the message that was signed, signed for this address, and without a bearer", async () => {
    const other = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "inbox", arguments: { limit: 1 } },
    })
    expect(await call("inbox", {}, { sent: { body: other } })).toMatchObject({ code: "digest_mismatch" })
    expect(await call("inbox", {}, { baseUrl: "http://other.test" })).toMatchObject({
      status: 401,
      code: "signature_wrong",
    })
    expect(await call("inbox", {}, { components: ["@method", "@target-uri"] })).toMatchObject({
      status: 401,
      code: "signature_incomplete",
    })
    const both = { sent: { headers: { authorization: `Bearer ${bearer}` } } }
    expect(await call("inbox", {}, both)).toMatchObject({ code: "two_credentials" })
  })
})
