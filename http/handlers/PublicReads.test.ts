import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send } from "../testing/TestCourt.ts"

describe("public reads", () => {
  const court = givenCourt()
  const keys = givenAgents(court, ["seller"])

  it.each([
    "/api/v1/docket",
    "/api/v1/rules",
    "/api/v1/instruments",
    "/api/v1/instruments/PD11",
    "/api/v1/clauses",
    "/api/v1/causes",
    "/api/v1/restatement",
    "/api/v1/agents/seller",
    "/api/v1/agents/seller/compliance",
    "/api/v1/agents/seller/loss-run",
    "/api/v1/judgments",
    "/api/v1/compliance",
    "/api/v1/journal",
    "/api/v1/account/pay",
    "/openapi.json",
    "/docs",
    "/.well-known/notary.json",
    "/.well-known/jwks.json",
    "/.well-known/security.txt",
    "/.well-known/agent-card.json",
    "/.well-known/dispute-resolution.json",
    "/.well-known/legal-context.json",
  ])("GET %s may be read from any origin and revalidated by its tag", async (path) => {
    const first = await send(court, "GET", path)
    expect(first.status).toBe(200)
    expect(first.headers.get("access-control-allow-origin")).toBe("*")
    expect(first.headers.get("cache-control")).toContain("public")
    const etag = first.headers.get("etag") ?? ""
    expect(etag).toMatch(/^(W\/)?"[\w-]{27}(-br|-gzip)?"$/)
    const again = await send(court, "GET", path, {
      headers: { "if-none-match": `"other", W/${etag.replace("W/", "")}` },
    })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe("")
    expect(again.headers.get("etag")).toBe(etag)
    const head = await send(court, "HEAD", path)
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(first.headers.get("content-length"))
  })

  it.each(["/api/v1/docket", "/api/v1/notarise", "/api/v1/compliance/x", "/api/v1/dealings/x", "/healthz"])(
    "a page of any origin may ask whether it may call %s, and with what",
    async (path) => {
      const headers = { origin: "https://app.example", "access-control-request-method": "POST" }
      const allowed = await send(court, "OPTIONS", path, { headers })
      expect(allowed.status).toBe(204)
      expect(allowed.headers.get("access-control-allow-origin")).toBe("*")
      expect(allowed.headers.get("access-control-allow-methods")).toBe(allowed.headers.get("allow"))
      expect(allowed.headers.get("access-control-allow-headers")).toContain("Authorization")
    },
  )

  it("a page of any origin may read every answer, also refusals; answers to a credential are not cached", async () => {
    const inbox = await send(court, "GET", "/api/v1/inbox", { key: keys.seller })
    expect(inbox.headers.get("cache-control")).toBe("no-store")
    const entry = await send(court, "GET", "/api/v1/compliance/none")
    const wrong = await send(court, "POST", "/api/v1/notarise", { body: {} })
    const nowhere = await send(court, "GET", "/nowhere")
    expect([entry.status, wrong.status, nowhere.status]).toEqual([404, 401, 404])
    for (const answer of [inbox, entry, wrong, nowhere]) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*")
      expect(answer.headers.get("access-control-expose-headers")).toBe("*")
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
    }
  })

  it("Dealings Act 1.3 what only a credential shows is never cached, and is not shown without the credential", async () => {
    const buyer = await enrolled(court, "buyer")
    const body = { sha256: "12".repeat(32), counterparty: "buyer", valueCents: 77_123 }
    const { id } = (await (
      await send(court, "POST", "/api/v1/notarise", { key: keys.seller, body })
    ).json()) as {
      id: string
    }
    const path = `/api/v1/dealings/${id}`
    const open = await send(court, "GET", path)
    expect(await open.text()).not.toMatch(/77123|counterparty/)
    expect(open.headers.get("vary")).toBe("Authorization")
    for (const credential of [keys.seller, buyer, court.registrar]) {
      const seen = await send(court, "GET", path, { key: credential })
      expect(await seen.json()).toMatchObject({ counterparty: "buyer", valueCents: 77_123 })
      expect(seen.headers.get("cache-control")).toBe("no-store")
      expect(seen.headers.get("etag")).toBeNull()
    }
    const stranger = await enrolled(court, "stranger")
    expect(await (await send(court, "GET", path, { key: stranger })).text()).not.toContain("77123")
    expect((await send(court, "GET", path, { key: "adc_wrong" })).status).toBe(401)
  })

  it("PD17 §1 an instrument says whether it is published, and has the digest of its words", async () => {
    const response = await send(court, "GET", "/api/v1/instruments/PD11")
    const text = await response.text()
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8")
    expect(response.headers.get("court-publication-status")).toBe("published")
    const digest = createHash("sha256").update(text).digest("base64")
    expect(response.headers.get("repr-digest")).toBe(`sha-256=:${digest}:`)
    const draft = await send(court, "GET", "/api/v1/instruments/code-of-dealings")
    expect(draft.headers.get("court-publication-status")).toBe("draft")
    expect(await (await send(court, "GET", "/api/v1/instruments/PD99")).json()).toMatchObject({
      code: "unknown_instrument",
    })
  })

  it("/docs is a page that loads only the stylesheet and runs no script", async () => {
    const response = await send(court, "GET", "/docs")
    const html = await response.text()
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|src=|@import|url\(/i)
    expect(html).toContain("/api/v1/notarise")
  })

  it("a court that is not a sandbox has no operations on a clock, and its description has none", async () => {
    expect((await send(court, "GET", "/api/v1/sandbox/clock")).status).toBe(404)
    const response = await send(court, "GET", "/openapi.json")
    expect(response.headers.get("court-sandbox")).toBeNull()
    expect(await response.text()).not.toContain("sandbox/clock")
  })
})
