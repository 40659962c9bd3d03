/** The look-up before a deal: what is kept of it, and how long. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

describe("GET /agents/{handle}/compliance", () => {
  let court: TestCourt
  beforeAll(async () => {
    court = await startCourt()
    await enrolled(court, "seller")
  })
  afterAll(() => court.stop())

  const look = (query = "", headers: Record<string, string> = {}) =>
    send(court, "GET", `/api/v1/agents/seller/compliance${query}`, { headers })

  it("PD11 §9 is given again byte for byte within a second, and caches may keep it for ten", async () => {
    const first = await look()
    expect(first.headers.get("cache-control")).toBe("public, max-age=10")
    court.clock.now += 999
    expect(await (await look()).text()).toBe(await first.text())
  })

  it("PD11 §9 is made anew when a second has passed, under the same tag while the record stays", async () => {
    const first = await look()
    court.clock.now += 1000
    const again = await look()
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"))
    expect(((await again.json()) as { asOf: string }).asOf).toBe(new Date(court.clock.now).toISOString())
    const headers = { "if-none-match": String(first.headers.get("etag")) }
    expect((await look("", headers)).status).toBe(304)
  })

  it("PD11 §9 is made anew at once when the court has recorded something about an agent", async () => {
    const first = (await (await look()).json()) as { asOf: string }
    court.clock.now += 1
    await enrolled(court, "another")
    expect(((await (await look()).json()) as { asOf: string }).asOf).not.toBe(first.asOf)
  })

  it.each([
    ["a reader that was told a position", "", { "court-read-position": "7" }],
    ["another page", "?limit=1", {}],
  ])("PD11 §9 is not given from what was kept to %s", async (_who, query, headers) => {
    const first = (await (await look()).json()) as { asOf: string }
    court.clock.now += 1
    expect(((await (await look(query, headers)).json()) as { asOf: string }).asOf).not.toBe(first.asOf)
  })

  it("PD11 §9 is not kept for a handle that nobody has", async () => {
    expect((await send(court, "GET", "/api/v1/agents/nobody/compliance")).status).toBe(404)
    await enrolled(court, "nobody")
    expect((await send(court, "GET", "/api/v1/agents/nobody/compliance")).status).toBe(200)
  })
})
