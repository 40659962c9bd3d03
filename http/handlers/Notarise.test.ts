import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { describe, expect, it } from "vitest"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { send } from "../testing/TestCourt.ts"

describe("POST /notarise", () => {
  const court = givenCourt()
  const keys = givenAgents(court, ["seller"])

  it("Dealings Act 1.1 answers with the number in the register and a signed receipt", async () => {
    const response = await send(court, "POST", "/api/v1/notarise", {
      key: keys.seller,
      body: { sha256: "AB".repeat(32) },
    })
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body).toMatchObject({ sequence: 1, sha256: "ab".repeat(32), lodgedAt: "2026-11-20T09:00:00.000Z" })
    const { receipt, ...rest } = body as { receipt: string }
    const jwks = (await (await send(court, "GET", "/.well-known/jwks.json")).json()) as JSONWebKeySet
    const { payload } = await compactVerify(receipt, createLocalJWKSet(jwks))
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(rest)
  })
})

describe("GET /dealings?counterparty=me", () => {
  const hash = "cd".repeat(32)
  const court = givenCourt()
  const keys = givenAgents(court, ["buyer"])

  it.each([
    ["counterparty=buyer", "query.counterparty"],
    ["counterparty=me&awaiting=payment", "query.awaiting"],
    [`counterparty=me&sha256=${hash}`, "query"],
    [`sha256=${hash}&awaiting=review`, "query"],
  ])("Dealings Act 1.3 %s is refused, and the answer says what fits", async (query, path) => {
    const answer = await send(court, "GET", `/api/v1/dealings?${query}`, { key: keys.buyer })
    expect([
      answer.status,
      ((await answer.json()) as { errors: ReadonlyArray<{ path: string }> }).errors[0]?.path,
    ]).toEqual([400, path])
  })

  it("Dealings Act 1.3 no cache keeps what an agent reads of its own", async () => {
    const own = await send(court, "GET", "/api/v1/dealings?counterparty=me", { key: keys.buyer })
    expect([own.status, own.headers.get("cache-control"), own.headers.get("vary")]).toEqual([
      200,
      "no-store",
      "Authorization",
    ])
  })
})
