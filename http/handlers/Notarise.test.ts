import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

describe("POST /notarise", () => {
  let court: TestCourt
  let key: string
  beforeAll(async () => {
    court = await startCourt()
    key = await enrolled(court, "seller")
  })
  afterAll(() => court.stop())

  it("Dealings Act 1.1 answers with the number in the register and a signed receipt", async () => {
    const response = await send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "AB".repeat(32) } })
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body).toMatchObject({ sequence: 1, sha256: "ab".repeat(32), lodgedAt: "2026-11-20T09:00:00.000Z" })
    const { receipt, ...rest } = body as { receipt: string }
    const keys = (await (await send(court, "GET", "/.well-known/jwks.json")).json()) as JSONWebKeySet
    const { payload } = await compactVerify(receipt, createLocalJWKSet(keys))
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(rest)
  })
})

describe("GET /dealings?counterparty=me", () => {
  const hash = "cd".repeat(32)
  let court: TestCourt
  let _seller: string
  let buyer: string
  beforeAll(async () => {
    court = await startCourt()
    buyer = await enrolled(court, "buyer")
  })
  afterAll(() => court.stop())

  it.each([
    ["counterparty=buyer", "query.counterparty"],
    ["counterparty=me&awaiting=payment", "query.awaiting"],
    [`counterparty=me&sha256=${hash}`, "query"],
    [`sha256=${hash}&awaiting=review`, "query"],
  ])("Dealings Act 1.3 %s is refused, and the answer says what fits", async (query, path) => {
    const answer = await send(court, "GET", `/api/v1/dealings?${query}`, { key: buyer })
    expect([
      answer.status,
      ((await answer.json()) as { errors: ReadonlyArray<{ path: string }> }).errors[0]?.path,
    ]).toEqual([400, path])
  })

  it("Dealings Act 1.3 no cache keeps what an agent reads of its own", async () => {
    const own = await send(court, "GET", "/api/v1/dealings?counterparty=me", { key: buyer })
    expect([own.status, own.headers.get("cache-control"), own.headers.get("vary")]).toEqual([
      200,
      "no-store",
      "Authorization",
    ])
  })
})
