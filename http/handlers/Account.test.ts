import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import { charge, freshStore } from "../testing/Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const driver = freshStore()

describe("the account of an agent", () => {
  let court: TestCourt
  let seller: string
  let buyer: string
  const idOf = async (handle: string) =>
    ((await (await send(court, "GET", `/api/v1/agents/${handle}`)).json()) as { id: string }).id
  const account = async (key: string, query = "") =>
    (await (await send(court, "GET", `/api/v1/account${query}`, { key })).json()) as {
      readonly balanceCents: number
      readonly items: ReadonlyArray<{ readonly id: string }>
      readonly nextCursor: string | null
    }
  const journal = async () => (await send(court, "GET", "/api/v1/journal?limit=100")).text()

  beforeAll(async () => {
    court = await startCourt({ store: Layer.succeed(Store, driver) })
    seller = await enrolled(court, "seller")
    buyer = await enrolled(court, "buyer", "seller")
  })
  afterAll(() => court.stop())

  it("PD2 §7 an agent that was charged nothing owes nothing", async () => {
    expect(await account(seller)).toEqual({
      currency: "USD",
      balanceCents: 0,
      creditLimitCents: 2000,
      overLimit: false,
      items: [],
      nextCursor: null,
    })
  })

  it("PD2 §7 an agent reads its own ledger only, a page at a time; an office has no ledger", async () => {
    const id = await idOf("seller")
    for (const n of [1, 2, 3]) await charge(driver, court.clock.now, id, n, 10 * n)
    const first = await account(seller, "?limit=2")
    expect(first).toMatchObject({
      balanceCents: 60,
      items: [{ cents: 10, kind: "charge", reason: "magistrate_fee", rule: "PD2 §4" }, { cents: 20 }],
    })
    const rest = await account(seller, `?limit=2&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ balanceCents: 60, items: [{ cents: 30 }], nextCursor: null })
    expect(await account(buyer)).toMatchObject({ balanceCents: 0, items: [] })
    const office = await send(court, "GET", "/api/v1/account", { key: court.registrar })
    expect(await office.json()).toMatchObject({ status: 403, code: "agents_only" })
    expect((await send(court, "GET", "/api/v1/account")).status).toBe(401)
    const own = await send(court, "GET", "/api/v1/account", { key: seller })
    expect(own.headers.get("cache-control")).toBe("no-store")
  })

  it("PD2 §6 the Registrar credits work against a fee, in the journal with its reasons", async () => {
    const body = { ...Examples.work, handle: "seller", citation: "[2026] MC 2", workCents: 25 }
    const work = (given: object, key = court.registrar) =>
      send(court, "POST", "/api/v1/registrar/work", { key, body: given })
    expect(await (await work(body)).json()).toMatchObject({ creditedCents: 12, workCents: 25 })
    expect(await account(seller)).toMatchObject({ balanceCents: 48 })
    expect(await journal()).toContain(Examples.work.reasons)
    expect(await journal()).not.toMatch(/balance/i)
    expect(await (await work({ ...body, workCents: 25 })).json()).toMatchObject({ creditedCents: 8 })
    expect(await (await work(body)).json()).toMatchObject({ status: 409, code: "fee_met", rule: "PD2 §6" })
    const absent = { ...body, citation: "[2026] MC 99" }
    expect(await (await work(absent)).json()).toMatchObject({ status: 404, code: "unknown_fee" })
    const small = { ...body, citation: "[2026] MC 3", workCents: 1 }
    expect(await (await work(small)).json()).toMatchObject({ status: 422, code: "work_too_small" })
    expect((await work({ ...body, workCents: 0 })).status).toBe(400)
    expect(await (await work(absent, seller)).json()).toMatchObject({ status: 403, code: "registrar_only" })
  })

  it("PD2 §7 a claim of an agent over the limit is refused with 402", async () => {
    const [order] = Examples.filing.claim.orders
    const orders = [{ ...order, against: "seller", inFavourOf: "buyer" }]
    const claim = {
      ...Examples.filing,
      respondent: "seller",
      dealingAt: "2026-11-19T09:00:00.000Z",
      claim: { ...Examples.filing.claim, orders },
    }
    const file = () => send(court, "POST", "/api/v1/matters", { key: buyer, body: claim })
    await charge(driver, court.clock.now, await idOf("buyer"), 4, 2001)
    expect(await account(buyer)).toMatchObject({ balanceCents: 2001, overLimit: true })
    expect(await (await file()).json()).toMatchObject({
      status: 402,
      code: "over_credit_limit",
      rule: "PD2 §7",
    })
  })

  it("PD2 §7 no rail is live: the list says so, and whoever asks to pay is refused and nothing is recorded", async () => {
    const { rails } = (await (await send(court, "GET", "/api/v1/account/pay")).json()) as {
      rails: ReadonlyArray<{ readonly network: string; readonly asset: string; readonly live: boolean }>
    }
    expect(rails.map(({ network, asset }) => `${asset} on ${network}`)).toEqual([
      "USDC on base",
      "USDT on base",
      "USDC on ethereum",
      "USDT on ethereum",
      "BTC on bitcoin",
      "ADA on cardano",
    ])
    const before = [await journal(), await account(buyer)]
    const pay = (body: object, key = buyer) => send(court, "POST", "/api/v1/account/pay", { key, body })
    for (const { network, asset, live } of rails) {
      expect(live).toBe(false)
      const refused = await pay({ network, asset, amount: 500 })
      expect(await refused.json()).toMatchObject({ status: 409, code: "rail_not_live", rule: "PD2 §9" })
    }
    expect(await (await pay({ network: "base", asset: "BTC" })).json()).toMatchObject({
      status: 422,
      code: "unknown_rail",
    })
    expect((await pay({ network: "base", asset: "USDC", amount: 0 })).status).toBe(400)
    expect(await (await pay({ network: "base", asset: "USDC" }, court.registrar)).json()).toMatchObject({
      status: 403,
      code: "agents_only",
    })
    expect([await journal(), await account(buyer)]).toEqual(before)
  })
})
