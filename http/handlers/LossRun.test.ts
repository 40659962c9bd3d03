/** The statement of losses over HTTP: its signature, its tag, and the ranges that are refused. */
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { beforeAll, describe, expect, it } from "vitest"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { send } from "../testing/TestCourt.ts"

describe("GET /agents/{handle}/loss-run", () => {
  const court = givenCourt()
  givenAgents(court, ["seller"])
  beforeAll(() => {
    court.clock.now += 1_000
  })

  const look = (query = "", headers: Record<string, string> = {}) =>
    send(court, "GET", `/api/v1/agents/seller/loss-run${query}`, { headers })

  it("PD11 §14C is signed over the RFC 8785 form of all other members", async () => {
    const { signature, ...rest } = (await (await look()).json()) as { readonly [name: string]: Json }
    const keys = (await (await send(court, "GET", "/.well-known/jwks.json")).json()) as JSONWebKeySet
    const { payload } = await compactVerify(String(signature), createLocalJWKSet(keys))
    expect(new TextDecoder().decode(payload)).toBe(canonical(rest))
    expect(rest).toMatchObject({ handle: "seller", to: null, standing: { label: "no record" } })
  })

  it("PD11 §14C keeps its tag while the record stays, whatever the time", async () => {
    const first = await look()
    expect(first.headers.get("cache-control")).toBe("public, max-age=10")
    court.clock.now += 2_000
    const headers = { "if-none-match": String(first.headers.get("etag")) }
    expect((await look("", headers)).status).toBe(304)
  })

  it("PD11 §14C tells ranges apart, and gives each again within a second", async () => {
    const from = new Date(court.clock.now).toISOString()
    const whole = await (await look()).text()
    const part = await (await look(`?from=${from}`)).text()
    expect(part).not.toBe(whole)
    expect(await (await look(`?from=${from}`)).text()).toBe(part)
  })

  it.each([
    ["?from=yesterday", 400, "invalid_request"],
    ["?to=2026-02-30T00:00:00Z", 400, "invalid_request"],
    ["?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z", 422, "range_empty"],
    ["?from=9999-01-01T00:00:00Z", 422, "range_empty"],
    ["?to=1970-01-01T00:00:00Z", 422, "range_empty"],
    ["?until=2026-11-20T00:00:00Z", 400, "invalid_request"],
  ])("PD11 §14C refuses %s", async (query, status, code) => {
    const answer = await look(query)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  })

  it("Rule 2.6 knows no agent that isn't enrolled", async () => {
    expect((await send(court, "GET", "/api/v1/agents/nobody/loss-run")).status).toBe(404)
  })
})
