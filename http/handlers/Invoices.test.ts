import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readAddress, recordLook, transferId } from "../../core/chains/index.ts"
import { reverseTransfer } from "../../core/compliance/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { hours, minutes } from "../../core/kernel/Time.ts"
import { expireInvoice } from "../../core/ledger/index.ts"
import { Store } from "../../core/store/Store.ts"
import { accounts, answers, arrives, asReader, base, charge, freshStore, usdc } from "../testing/Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

interface Invoice {
  readonly id: string
  readonly address: string
  readonly amountDue: string
  readonly amountCents: number
  readonly rate: string
  readonly rateUntil: string
  readonly status: string
  readonly credits: ReadonlyArray<{ readonly units: string; readonly cents: number; readonly txid: string }>
}

const driver = freshStore()

describe("invoices", () => {
  let court: TestCourt
  let payer: string
  let payerId: string
  let other: string
  const json = async <A>(method: string, path: string, key: string, body?: object): Promise<A> =>
    (await (
      await send(court, method, `/api/v1${path}`, body === undefined ? { key } : { key, body })
    ).json()) as A
  const pay = <A = Invoice>(body: object, key = payer) => json<A>("POST", "/account/pay", key, body)
  const read = <A = Invoice>(id: string, key = payer) => json<A>("GET", `/account/pay/${id}`, key)
  const balance = async () => (await json<{ balanceCents: number }>("GET", "/account", payer)).balanceCents
  const five = { network: "base", asset: "USDC", amount: 500 }
  let sent = 0
  /** Reports a transfer of USDC to an invoice's address. Gives the transfer and what became of it. */
  const paid = async ({ address }: Invoice, units: string, changes: object = {}) => {
    sent += 1
    const txid = `0x${sent.toString(16).padStart(64, "0")}`
    const reply = await arrives(driver, court.clock.now, { to: address, units, txid, ...changes })
    return { id: transferId({ network: base, txid, index: 0 }), txid, reception: reply.reception }
  }

  beforeAll(async () => {
    court = await startCourt({ store: Layer.succeed(Store, driver), accounts })
    payer = await enrolled(court, "payer")
    other = await enrolled(court, "other")
    payerId = (await json<{ id: string }>("GET", "/agents/payer", payer)).id
    await answers(driver, court.clock.now, base)
  })
  afterAll(() => court.stop())

  it("PD2 §9 each rail says whether it is live, and why if it is not", async () => {
    const { rails } = await json<{ rails: ReadonlyArray<Record<string, unknown>> }>(
      "GET",
      "/account/pay",
      payer,
    )
    const railOf = (network: string, asset: string) =>
      rails.find((rail) => rail.network === network && rail.asset === asset)
    expect(railOf("base", "USDC")).toMatchObject({
      live: true,
      why: null,
      networkId: base,
      assetId: usdc,
      confirmations: 20,
      decimals: 6,
    })
    expect(railOf("bitcoin", "BTC")).toMatchObject({ live: false, why: expect.stringContaining("No reader") })
    expect(railOf("cardano", "ADA")).toMatchObject({
      live: false,
      why: expect.stringContaining("extended public key"),
    })
  })

  it("PD2 §9 a rail is not live if its reader has not answered for over ten minutes or has a problem", async () => {
    court.clock.now += minutes(bounds.railMinutes)
    expect((await pay(five)).status).toBe("open")
    court.clock.now += 1
    expect(await pay<object>(five)).toMatchObject({
      status: 409,
      code: "rail_not_live",
      detail: expect.stringContaining("last answered at 2026-11-20T09:00:00.000Z"),
    })
    await answers(driver, court.clock.now, base)
    const why = "The node is of chain 1 and not of 8453, as configured."
    await asReader(driver, court.clock.now, recordLook, { network: base, problem: why })
    expect(await pay<object>(five)).toMatchObject({
      code: "rail_not_live",
      detail: expect.stringContaining(why),
    })
    await answers(driver, court.clock.now, base)
    expect((await pay(five)).status).toBe("open")
  })

  it("PD2 §9 an invoice has its own address and the exact sum due; its agent and the Registrar alone can read it", async () => {
    const [one, another] = [await pay(five), await pay(five)]
    expect(one).toMatchObject({
      asset: "USDC",
      network: "base",
      amountDue: "5000000",
      amountCents: 500,
      rate: "1000000",
      rateUntil: new Date(court.clock.now + hours(24)).toISOString(),
      status: "open",
      credits: [],
    })
    expect(readAddress({ ...five, address: one.address })?.address).toBe(one.address)
    expect(another.address).not.toBe(one.address)
    expect(await read(one.id)).toEqual(one)
    expect(await read(one.id, court.registrar)).toEqual(one)
    expect(await read<object>(one.id, other)).toMatchObject({ status: 403, code: "not_own" })
    const absent = "00000000-0000-7000-8000-000000000000"
    expect(await read<object>(absent)).toMatchObject({ status: 404, code: "unknown_invoice", rule: "PD2 §9" })
  })

  it("PD2 §9 an invoice without a stated sum is for what the agent owes; a sum out of bounds is refused", async () => {
    const owed = { network: "base", asset: "USDT" }
    expect(await pay<object>(owed)).toMatchObject({ status: 422, code: "invoice_amount" })
    await charge(driver, court.clock.now, payerId, 1, 1234)
    expect(await pay(owed)).toMatchObject({ amountCents: 1234, amountDue: "12340000" })
    for (const amount of [99, 1_000_001, 100.5])
      expect(await pay<object>({ ...five, amount })).toMatchObject({ status: 400 })
  })

  it("PD2 §9 a transfer of another listed asset is recorded and not credited; one to no invoice's address is passed by", async () => {
    const invoice = await pay(five)
    const usdt = "eip155:8453/erc20:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"
    expect((await paid(invoice, "5000000", { asset: usdt })).reception).toBe("counted")
    expect(await read(invoice.id)).toMatchObject({ status: "open", credits: [] })
    const told = await json<{ items: ReadonlyArray<object> }>("GET", "/registrar/transfers", court.registrar)
    expect(told.items).toMatchObject([
      { why: "other_asset", asset: usdt, to: invoice.address, towards: { kind: "invoice", id: invoice.id } },
    ])
    expect(await json("GET", "/registrar/transfers", payer)).toMatchObject({ code: "registrar_only" })
    const nobody = { ...invoice, address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }
    expect((await paid(nobody, "5000000")).reception).toBe("passed_by")
  })

  it("PD2 §9 the credit of a transfer that a reorganisation drops is reversed once; if the transfer comes again, it is credited again", async () => {
    const invoice = await pay(five)
    const before = await balance()
    const { id, txid } = await paid(invoice, "5000000")
    const reverse = (hash: string) => asReader(driver, court.clock.now, reverseTransfer, { id, hash })
    expect(await reverse("0x101")).toEqual({ reversed: false })
    expect(await reverse("0xother")).toEqual({ reversed: true })
    expect(await reverse("0xother")).toEqual({ reversed: false })
    expect(await read(invoice.id)).toMatchObject({ status: "open", credits: [] })
    expect(await balance()).toBe(before)
    const { items } = await json<{ items: ReadonlyArray<{ kind: string; subject: string }> }>(
      "GET",
      "/account?limit=100",
      payer,
    )
    const about = items.filter(({ subject }) => subject === `invoice/${invoice.id}`)
    expect(about.sort((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
      { kind: "charge", cents: 500, reason: "payment_reversed", rule: "PD2 §9" },
      { kind: "credit", cents: 500, reason: "payment", rule: "PD2 §9" },
    ])
    const told = await json<{ items: ReadonlyArray<object> }>("GET", "/registrar/transfers", court.registrar)
    expect(told.items.at(-1)).toMatchObject({
      why: "reorganised",
      cents: 500,
      reversedAt: expect.any(String),
    })
    const again = {
      to: invoice.address,
      units: "5000000",
      txid,
      blockHash: "0xother",
    }
    expect(await arrives(driver, court.clock.now, again)).toEqual({ reception: "counted" })
    expect(await read(invoice.id)).toMatchObject({ status: "paid" })
    expect(await balance()).toBe(before - 500)
  })

  it("PD2 §9 an agent has at most ten open invoices, even if it asks at once for more; an invoice that is paid in part or expires makes room", async () => {
    const key = await enrolled(court, "many")
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send(court, "POST", "/api/v1/account/pay", { key, body: five })),
    )
    const made = responses.filter(({ status }) => status === 200)
    expect(made).toHaveLength(bounds.openInvoicesMax)
    const invoices = (await Promise.all(made.map((one) => one.json()))) as ReadonlyArray<Invoice>
    expect(new Set(invoices.map(({ address }) => address)).size).toBe(bounds.openInvoicesMax)
    expect(await pay<object>(five, key)).toMatchObject({ status: 422, code: "open_invoices" })
    await paid(needPresent(invoices[0], "the first invoice"), "1000000")
    expect((await pay(five, key)).status).toBe("open")
    expect(await pay<object>(five, key)).toMatchObject({ code: "open_invoices" })
    court.clock.now += hours(48)
    await asReader(driver, court.clock.now, expireInvoice, {
      invoiceId: needPresent(invoices[1], "the second invoice").id,
    })
    await answers(driver, court.clock.now, base)
    expect((await pay(five, key)).status).toBe("open")
  })

  it("PD2 §9 the public journal says nothing of what anybody pays", async () => {
    const journal = await (await send(court, "GET", "/api/v1/journal?limit=100")).text()
    expect(journal).not.toMatch(/invoice|payment|0x[0-9a-f]{40}/i)
  })
})
