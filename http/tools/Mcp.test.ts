import { request } from "node:http"
import { beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import * as Examples from "../api/Examples.ts"
import { bodyBytesMax } from "../server/Body.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { type Era, type McpClient, mcpClient } from "../testing/McpClient.ts"
import { enrolled, send } from "../testing/TestCourt.ts"
import type { HostInstructions } from "./Invoke.ts"

const seller = "translator-7"
const buyer = "buyer-3"

describe.each(["modern", "legacy"] as const)("a dispute played over MCP (%s)", (era: Era) => {
  const court = givenCourt()
  const agents: Record<string, McpClient> = {}
  const as = (handle: string): McpClient => needPresent(agents[handle], "a client")

  beforeAll(async () => {
    for (const handle of [seller, buyer])
      agents[handle] = await mcpClient(court.url, await enrolled(court, handle), era)
    await send(court, "POST", "/api/v1/registrar/eligibility", {
      key: court.registrar,
      body: Examples.confirmation,
    })
  })

  it("begins with the revision that the client asks for", () => {
    const wanted = era === "modern" ? "2026-07-28" : "2025-11-25"
    expect(as(buyer).client.getNegotiatedProtocolVersion()).toBe(wanted)
    expect(as(buyer).client.getInstructions()).toContain("check_counterparty")
  })

  it("Rule 2.6 a host enrols an agent with the request that the tool describes, and no key passes through the tool", async () => {
    const nobody = await mcpClient(court.url, null, era)
    const told = await nobody.call("credentials", { action: "enrol", ...enrolmentBody(`told-${era}`) })
    expect([told.refused, Object.keys(told.value.secrets as object)]).toEqual([
      false,
      ["x-court-install-approval", "invitation"],
    ])
    const { method, url, headers, body } = (told.value as unknown as HostInstructions).request
    const { pathname } = new URL(url)
    expect([method, pathname]).toEqual(["POST", "/api/v1/enrol"])
    const sent = await fetch(`${court.url}${pathname}`, { method, headers, body: JSON.stringify(body) })
    const { apiKey } = (await sent.json()) as { apiKey: string }
    expect(apiKey).toMatch(/^adc_/)

    const rotation = { action: "rotate_key", handle: `told-${era}` }
    const rotated = await (await mcpClient(court.url, apiKey, era)).call("credentials", rotation)
    expect(rotated.value.request).toMatchObject({
      url: expect.stringContaining(`/api/v1/agents/told-${era}/keys`),
      headers: { authorization: "Bearer <the key of your agent>" },
    })
    // The host's own key is not in the answer, and no key was rotated.
    expect(rotated.text).not.toContain(apiKey)
    expect((await (await mcpClient(court.url, apiKey, era)).call("inbox")).refused).toBe(false)
  })

  it.each([
    [{ action: "accept_agent", token: "x" }, "token"],
    [{ action: "enrol", ...enrolmentBody("told"), invitation: "x" }, "invitation"],
    [{ action: "rotate_key" }, "handle"],
    [{ action: "forge" }, "action"],
  ])("Rule 2.6 credentials of %j is refused at %s", async (args, path) => {
    const { refused, value } = await as(seller).call("credentials", args)
    expect([refused, value.errors]).toMatchObject([true, [{ path }]])
  })

  it("goes from a claim to an order that is honoured", async () => {
    const filed = await as(buyer).call("file_matter", {
      ...Examples.filing,
      dealingAt: new Date(court.clock.now).toISOString(),
    })
    expect(filed.text).toContain("served")
    const { id, next } = filed.value.matter as { id: string; next: ReadonlyArray<object> }
    expect(next[0]).toMatchObject({ who: seller, act: "defence", tool: "plead", action: "file_defence" })
    const notice = await as(seller).call("inbox", { limit: 5 })
    expect(notice.text).toContain(
      `POST /api/v1/matters/${id}/defence (the tool plead with action file_defence)`,
    )

    const { orders } = Examples.filing.claim
    const offered = await as(seller).call("conduct_matter", { action: "offer_consent", id, orders })
    expect(offered.refused).toBe(false)
    const { offerId } = offered.value
    const accepted = await as(buyer).call("conduct_matter", { action: "accept_consent", id, offerId })
    expect(accepted.value.citation).toMatch(/^\[2026\] MC \d+$/)
    const judgment = await as(buyer).call("read_judgment", {
      action: "read",
      citation: accepted.value.citation,
    })
    expect(judgment.value).toMatchObject({ verified: true, intact: true })

    const before = await as(buyer).call("check_compliance", { handle: seller })
    expect(before.value).toMatchObject({ label: "good", reputation: 0 })
    const [first] = before.value.entries as ReadonlyArray<{ id: string; status: string }>
    const entry = needPresent(first, "an entry")
    expect(entry.status).toBe("open")
    const performed = { id: entry.id, date: new Date(court.clock.now).toISOString(), evidence: "Paid back." }

    const wrong = await as(buyer).call("attest_compliance", performed)
    expect(wrong.refused).toBe(true)
    expect(wrong.value).toMatchObject({ status: 403 })
    expect(wrong.value.rule).toMatch(/^PD11/)

    const attested = await as(seller).call("attest_compliance", performed)
    expect(attested.value).toMatchObject({ status: "attested" })
    const disputed = await as(buyer).call("dispute_compliance", { id: entry.id, ...Examples.dispute })
    expect(disputed.value).toMatchObject({ status: "disputed" })
    const late = await as(buyer).call("confirm_compliance", { id: entry.id })
    expect([late.refused, late.value.status]).toEqual([true, 409])
    await send(court, "POST", `/api/v1/registrar/compliance/${entry.id}/decide`, {
      key: court.registrar,
      body: Examples.decision,
    })
    const after = await as(buyer).call("check_compliance", { handle: seller })
    expect(after.value).toMatchObject({ label: "good", counts: { satisfied: 1 } })
  })

  it("a call that is repeated under its idempotency key acts once, whatever the order of its arguments", async () => {
    const key = { "Idempotency-Key": "lodge-1" }
    const lodge = { action: "notarise", sha256: "ab".repeat(32), ref: "one", ...key }
    const first = await as(seller).call("lodge_dealing", lodge)
    const again = await as(seller).call("lodge_dealing", {
      ...key,
      ref: "one",
      sha256: lodge.sha256,
      action: "notarise",
    })
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(again.value).toEqual(first.value)
    const other = await as(seller).call("lodge_dealing", { ...lodge, ref: "two" })
    expect(other.value).toMatchObject({ status: 422, code: "key_reused" })
  })

  it("without a credential public reads work, and other calls are refused with what to do", async () => {
    const nobody = await mcpClient(court.url, null, era)
    expect((await nobody.call("read_law", { action: "rules" })).text).toContain("Rule 2.2")
    const lodge = { action: "notarise", sha256: "ab".repeat(32) }
    // The body of the answer still is the refusal, with what to do.
    await expect(nobody.call("lodge_dealing", lodge)).rejects.toThrow(/A credential is needed/)
    const wrong = await mcpClient(court.url, "adc_wrong", era)
    await expect(wrong.call("inbox")).rejects.toThrow(/unauthenticated/)
  })

  it.each([
    ["plead", {}, ["action"]],
    ["plead", { action: "defend" }, ["action"]],
    ["check_compliance", { handle: seller, action: "x" }, ["action"]],
    ["check_compliance", {}, ["handle"]],
    ["check_compliance", { handle: seller, limit: 0 }, ["limit"]],
    ["check_compliance", { handle: seller, limitt: 5 }, ["limitt"]],
    ["attest_compliance", { id: "x", evidence: 7 }, ["date", "evidence"]],
    ["lodge_dealing", { action: "notarise", sha256: "zz", label: "l", to: "x" }, ["sha256", "to"]],
  ] as const)("%s with %j is refused with the arguments that do not fit", async (name, args, places) => {
    const { refused, value } = await as(seller).call(name, args)
    expect(refused).toBe(true)
    expect(value).toMatchObject({ status: 400, code: "invalid_request" })
    const errors = value.errors as ReadonlyArray<{ path: string }>
    expect(errors.map(({ path }) => path).sort()).toEqual([...places].sort())
  })

  it("an argument can't lead out of its place in a path", async () => {
    const { value } = await as(seller).call("check_compliance", { handle: "../../journal?limit=1" })
    expect(value).toMatchObject({ status: 404, code: "unknown_agent" })
    const deep = await as(seller).call("read_matter", { action: "read", id: ".." })
    expect(deep.value).toMatchObject({ status: 404, code: "unknown_matter" })
  })

  it("a call of an unknown tool is an error of the protocol", async () => {
    await expect(as(seller).call("no_such_tool")).rejects.toThrow(/Unknown tool/)
  })
})

describe("the endpoint /mcp", () => {
  const limit = { perSecond: 0.01, burst: 24 }
  const court = givenCourt({ rateLimit: limit })
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${court.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body,
    })
  const message = (method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })

  it("gives no session and opens no stream", async () => {
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(`${court.url}/mcp`, { method })
      expect(response.status).toBe(405)
    }
    const listed = await post(message("tools/list"))
    expect(listed.headers.get("mcp-session-id")).toBeNull()
    expect(listed.headers.get("x-content-type-options")).toBe("nosniff")
    expect(await listed.text()).toContain("attest_compliance")
    const subscribed = await post(
      message("subscriptions/listen", {
        notifications: { toolsListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      }),
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" },
    )
    // -32603: the library's answer if no further stream may be opened
    const error = { code: -32_603, message: "Subscription limit reached" }
    expect([subscribed.status, await subscribed.json()]).toMatchObject([200, { error }])
  })

  it("refuses another host name, which an attacker may have pointed at this address", async () => {
    const asked = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const accept = "application/json, text/event-stream"
        const headers = { host, accept, "content-type": "application/json" }
        const sent = request(`${court.url}/mcp`, { method: "POST", headers }, ({ statusCode }) =>
          resolve(statusCode),
        )
        sent.on("error", reject).end(message("tools/list"))
      })
    expect(await asked("evil.example")).toBe(403)
    expect(await asked("court.test")).toBe(200)
  })

  it("refuses pages of other origins, other media types, bodies that are too long, and bodies that are no message", async () => {
    const list = message("tools/list")
    expect((await post(list, { origin: "https://evil.example" })).status).toBe(403)
    expect((await post(list, { "content-type": "text/plain" })).status).toBe(415)
    expect((await post(`"${"x".repeat(bodyBytesMax)}"`)).status).toBe(413)
    const unreadable = await post("{")
    expect([unreadable.status, await unreadable.json()]).toMatchObject([400, { code: "invalid_json" }])
    // -32600: the library's answer to what is JSON and no message
    const text = await post('"tools/list"')
    expect([text.status, await text.json()]).toMatchObject([400, { error: { code: -32_600 } }])
  })

  it("refuses batches", async () => {
    for (const batch of ["[]", `[${message("tools/list")},${message("tools/list")}]`]) {
      const answer = await post(batch)
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: "batch_refused" }])
    }
  })

  it("answers each request for the list alike, with the id of its message", async () => {
    const ask = async (id: string | number, params: object, headers: Record<string, string> = {}) => {
      const asked = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params })
      const answer = await (await post(asked, headers)).text()
      const data = answer.startsWith("event:") ? answer.slice(answer.indexOf("data:") + 5) : answer
      const { id: answered, ...rest } = JSON.parse(data)
      expect(answered).toBe(id)
      return rest
    }
    const first = await ask(1, {})
    const tricky = '"id":1}\n\n"'
    expect(await ask(tricky, {})).toEqual(first)
    expect(await ask("$&", {})).toEqual(first)
    expect(await ask(tricky, { cursor: tricky })).toEqual(first)
  })

  it("counts a call once, against the rate of its credential, and every other message against that of its address", async () => {
    const key = await enrolled(court, "counted")
    const call = message("tools/call", { name: "inbox", arguments: {} })
    const limited: Array<boolean> = []
    for (let i = 0; i <= limit.burst; i++) {
      const answer = await post(call, { authorization: `Bearer ${key}` })
      limited.push((await answer.text()).includes("rate_limited"))
    }
    expect(limited).toEqual([...Array<boolean>(limit.burst).fill(false), true])
    const lists = Array.from({ length: limit.burst + 1 }, () => post(message("tools/list")))
    const answers = await Promise.all(lists)
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})
