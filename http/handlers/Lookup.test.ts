/** The look-up before a deal: what is kept of it, and how long. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Keys } from "../../adapters/keys/Keys.ts"
import * as Serve from "../Serve.ts"
import { bodyText } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send, services } from "../testing/TestCourt.ts"

const plain = { contact: null, rateLimit: null, trustedProxies: [], sandbox: false, formats: [], mail: false }
const asking = (target: string): Incoming => ({
  method: "GET",
  target,
  header: () => undefined,
  address: "127.0.0.1",
  body: () => Effect.succeed(new Uint8Array()),
})

describe("GET /agents/{handle}/compliance", () => {
  const court = givenCourt()
  givenAgents(court, ["seller"])

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

describe("GET /check", () => {
  const court = givenCourt()
  givenAgents(court, ["seller"])

  const look = (query: string, headers: Record<string, string> = {}) =>
    send(court, "GET", `/api/v1/check?${query}`, { headers })

  it("PD11 §14 is signed, small, kept for ten seconds, and has a tag that stays while the record does", async () => {
    const first = await look("party=seller&priceCents=5000")
    expect(first.headers.get("cache-control")).toBe("public, max-age=10")
    const text = await first.text()
    // 600 tokens of 4 characters.
    expect(text.length).toBeLessThan(2_400)
    expect(JSON.parse(text)).toMatchObject({
      agent: "seller",
      advice: "unknown",
      signature: expect.any(String),
    })
    court.clock.now += 1_000
    const headers = { "if-none-match": String(first.headers.get("etag")) }
    expect((await look("party=seller&priceCents=5000", headers)).status).toBe(304)
    expect((await look("party=seller&priceCents=5001", headers)).status).toBe(304)
    expect((await look("party=other", headers)).status).toBe(200)
  })

  it("PD11 §14 answers another price from what was read within the second, as it was then, and reads again after it", async () => {
    const asOf = async (price: number) =>
      ((await (await look(`party=seller&priceCents=${price}`)).json()) as { asOf: string }).asOf
    court.clock.now += 1_000
    const first = await asOf(1)
    court.clock.now += 999
    expect(await asOf(2)).toBe(first)
    court.clock.now += 1
    // an answer for a price is as old as the reading, however late it was made
    expect(await asOf(2)).toBe(new Date(court.clock.now).toISOString())
    court.clock.now += 1
    await enrolled(court, "changed")
    expect(await asOf(3)).toBe(new Date(court.clock.now).toISOString())
  })

  it("PD11 §14 given many prices, then one signature serves those with the same advice and the same reasons", async () => {
    const { layer } = services({})
    const app = Serve.app({ ...plain, baseUrl: "http://court.test" })
    let signed = 0
    const asked = Effect.gen(function* () {
      const keys = yield* Keys
      const sign: typeof keys.sign = (...given) => Effect.tap(keys.sign(...given), () => ++signed)
      const askFor = (query: string) => app(asking(`/api/v1/check?${query}`))
      const all = Effect.forEach(["one&priceCents=1", "one&priceCents=2", "one", "two"], (query) =>
        Effect.map(askFor(`party=${query}`), bodyText),
      )
      return yield* Effect.provideService(all, Keys, { ...keys, sign })
    })
    const [first, ...others] = await Effect.runPromise(Effect.provide(asked, layer))
    expect(others.map((body) => body === first)).toEqual([true, true, false])
    expect(signed).toBe(2)
  })

  it("PD11 §14 given a price above the stake, then the answer is another within the second too", async () => {
    court.clock.now += 1_000
    const why = async (price: number) =>
      ((await (await look(`party=seller&priceCents=${price}`)).json()) as { why: ReadonlyArray<string> }).why
    expect((await why(1_000_000)).length).toBe((await why(0)).length + 1)
  })

  it("PD11 §14 is made anew once the name that was unknown is an agent's", async () => {
    expect(await (await look("party=later")).json()).toMatchObject({ agent: null })
    await enrolled(court, "later")
    expect(await (await look("party=later")).json()).toMatchObject({ agent: "later" })
  })

  it.each([
    "",
    "party=",
    `party=${"x".repeat(401)}`,
    "party=a&priceCents=1.5",
    "party=a&priceCents=-1",
    "party=a&x=1",
  ])("PD11 §14 refuses a request that does not fit: %s", async (query) => {
    expect((await look(query)).status).toBe(400)
  })

  it("PD11 §14 takes up to a hundred parties, and records nothing", async () => {
    const ask = (parties: ReadonlyArray<string>) =>
      send(court, "POST", "/api/v1/check", { body: { parties, priceCents: 10 } })
    const answer = (await (await ask(["seller", "a b"])).json()) as { items: ReadonlyArray<object> }
    expect(answer.items).toMatchObject([{ agent: "seller" }, { agent: null }])
    expect((await ask(Array.from({ length: 101 }, () => "seller"))).status).toBe(400)
    expect((await ask([])).status).toBe(400)
  })

  it.each([
    ["/check", "Before a deal"],
    ["/check?party=seller&priceCents=", "advice: unknown"],
    ["/check?party=seller&priceCents=500", "USD"],
    [`/check?party=${encodeURIComponent("<b>x</b>")}`, "&lt;b&gt;x"],
  ])("PD11 §14 has a page for people: %s", async (path, words) => {
    const page = await send(court, "GET", path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(words)
  })
})
