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
  let seller: string
  let buyer: string
  beforeAll(async () => {
    court = await startCourt()
    seller = await enrolled(court, "seller")
    buyer = await enrolled(court, "buyer")
  })
  afterAll(() => court.stop())

  interface Page {
    readonly items: ReadonlyArray<{ readonly id: string; readonly next?: unknown }>
    readonly nextCursor: string | null
  }
  const list = async (query: string, key: string) =>
    (await (await send(court, "GET", `/api/v1/dealings?${query}`, { key })).json()) as Page
  const lodge = async (body: object) =>
    String(
      (
        (await (await send(court, "POST", "/api/v1/notarise", { key: seller, body })).json()) as {
          id: string
        }
      ).id,
    )
  const review = async (id: string, outcome: string) =>
    (await send(court, "POST", `/api/v1/dealings/${id}/review`, { key: buyer, body: { outcome } })).json()

  it("Dealings Act 1.2 an agent polls for what awaits its review until nothing does, page by page", async () => {
    const ids: Array<string> = []
    for (let i = 0; i < 3; i++) ids.push(await lodge({ sha256: hash, counterparty: "buyer", valueCents: i }))
    await lodge({ sha256: hash })
    const found: Array<string> = []
    for (let cursor = ""; ; ) {
      const page = await list(`counterparty=me&limit=2${cursor}`, buyer)
      found.push(...page.items.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(found).toEqual(ids)
    for (const outcome of ["confirmed", "contested", "confirmed"]) {
      const { items } = await list("counterparty=me&awaiting=review&limit=1", buyer)
      expect(items).toMatchObject([{ next: [{ who: "buyer", act: "review", dueBy: null }] }])
      const id = String(items[0]?.id)
      // The answer is the entry as it is read from then on.
      const reviewed = await review(id, outcome)
      expect(reviewed).toMatchObject({ id, review: { outcome }, next: [] })
      const read = await send(court, "GET", `/api/v1/dealings/${id}`, { key: buyer })
      expect(await read.json()).toEqual(reviewed)
    }
    expect(await list("counterparty=me&awaiting=review", buyer)).toEqual({ items: [], nextCursor: null })
    expect((await list("counterparty=me", seller)).items).toEqual([])
  })

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
