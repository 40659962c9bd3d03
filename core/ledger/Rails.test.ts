/** Which rails there are, when one is live, and the answer to an agent that asks to pay. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { Networks, Reading } from "../chains/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format, hours, minutes } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { Balances } from "./Account.ts"
import { Invoices, OpenInvoiceCounts } from "./Invoice.ts"
import type { PayRequest } from "./Invoicing.ts"
import { AddressSerieses, notLive, railNamed, railNames, rails, railsView, readingsOf } from "./Rails.ts"
import {
  addresses,
  answered,
  base,
  bitcoin,
  btc,
  buyer,
  invoice,
  priced,
  registrar,
  requesting,
  usdc,
} from "./testing/Rails.ts"

describe("the rails", () => {
  it("PD2 §9 the rails are these six, in this order, and a test network is not a rail", () => {
    expect(rails.map(({ network, asset }) => `${network.aliases[0]} ${asset.symbol}`)).toEqual([
      "base USDC",
      "base USDT",
      "ethereum USDC",
      "ethereum USDT",
      "bitcoin BTC",
      "cardano ADA",
    ])
    expect(Networks.all.some(({ aliases }) => aliases.includes("base-sepolia"))).toBe(true)
    expect(railNamed("base-sepolia", "USDC")).toBeUndefined()
  })

  it("PD2 §9 a rail is named by familiar names or by CAIP ids, with or without blanks around them", () => {
    const named = railNamed("base", "USDC")
    expect([named?.network.id, named?.asset.id]).toEqual([base, usdc])
    expect(railNamed(base, usdc)).toEqual(named)
    expect(railNamed(" base ", " USDC\n")).toEqual(named)
  })

  it.each([
    ["base", "BTC"],
    ["bitcoin", "USDC"],
    ["dogecoin", "USDC"],
    ["base", "DOGE"],
  ])("PD2 §9 there is no rail of %s and %s", (network, asset) => {
    expect(railNamed(network, asset)).toBeUndefined()
  })

  it("PD2 §9 a record is shown by familiar names, and by its ids if there are no names", () => {
    expect(railNames({ network: base, asset: usdc })).toEqual({ network: "base", asset: "USDC" })
    expect(railNames({ network: bitcoin, asset: btc })).toEqual({ network: "bitcoin", asset: "BTC" })
    expect(railNames({ network: "eip155:5", asset: "x" })).toEqual({ network: "eip155:5", asset: "x" })
  })
})

describe("a live rail", () => {
  const found = (network: string, asset: string) => {
    const rail = railNamed(network, asset)
    if (rail === undefined) throw new Error(`there is no rail ${network} ${asset}`)
    return rail
  }
  const reading: Reading.Reading = { ...Reading.unreadNetwork(base), answeredAt: start }
  const why = (read: Reading.Reading, now = start) =>
    notLive(found("base", "USDC"), read, addresses, now, bounds)

  it("PD2 §9 a live rail has an address to pay to and a reader that answered within ten minutes", () => {
    expect(why(reading)).toBeNull()
    expect(why(reading, start + minutes(bounds.railMinutes))).toBeNull()
    expect(why(reading, start + minutes(bounds.railMinutes) + 1)).toBe(
      `The reader of this network last answered at ${format(start)}.`,
    )
  })

  it("PD2 §9 a rail that is not live says why", () => {
    const cardano = notLive(found("cardano", "ADA"), reading, addresses, start, bounds)
    expect(cardano).toBe("The court has no extended public key for addresses of this network.")
    expect(why({ ...reading, problem: "The node is of another chain." })).toBe(
      "The node is of another chain.",
    )
    expect(why(Reading.unreadNetwork(base))).toBe(
      "No reader of this network is configured, or no reader has answered yet.",
    )
  })

  it("PD2 §9 readings of networks come in the order asked, and are unread if there is no reading", () => {
    const { reader } = factsOf(answered(base))
    const read = Effect.runSync(readingsOf(reader, [bitcoin, base]))
    expect(read.map(({ network, answeredAt }) => [network, answeredAt])).toEqual([
      [bitcoin, null],
      [base, start],
    ])
  })

  it("PD2 §9 anybody reads all rails, with the confirmations that their transfers need", () => {
    const view = Effect.runSync(railsView(factsOf(answered(base)).reader, addresses, start, bounds))
    expect(view.rails).toHaveLength(6)
    expect(view.rails[0]).toEqual({
      network: "base",
      asset: "USDC",
      networkId: base,
      assetId: usdc,
      decimals: 6,
      confirmations: bounds.baseConfirmations,
      live: true,
      why: null,
    })
    expect(view.rails.map(({ live }) => live)).toEqual([true, true, false, false, false, false])
  })
})

/** The detail of the refusal in which a decision ended. */
const detailOf = (decided: Either.Either<unknown, Refusal>): string | null =>
  Either.isLeft(decided) ? decided.left.detail : null

describe("asking for an invoice", () => {
  const owing = (chargedCents: number) =>
    Changed.put(Balances, { agentId: buyer.id, chargedCents, creditedCents: 0 })
  const open = (count: number) => Changed.put(OpenInvoiceCounts, { agentId: buyer.id, open: count })
  const five: PayRequest = { network: "base", asset: "USDC", amount: 500 }
  const ask = (
    given: ReadonlyArray<Change>,
    body: PayRequest = five,
    {
      actor = buyer,
      now = start,
      from = addresses,
    }: { actor?: Actor; now?: number; from?: typeof addresses } = {},
  ) => factsOf(...given).decide(requesting(from), body, contextFor(actor, now))

  it("PD2 §9 the answer has an address of its own, the sum due there, and until when its rate holds", () => {
    const { changes, reply } = allowed(ask([answered(), open(1)]))
    const [made] = putsOf(Invoices, changes)
    expect(made).toEqual(
      invoice({
        id: contextFor(buyer).fresh("invoice"),
        index: 0,
        address: "evm-0",
        rateUntil: start + hours(bounds.rateHours),
        expiresAt: start + hours(bounds.rateHours + bounds.invoiceGraceHours),
      }),
    )
    expect(reply).toMatchObject({ address: "evm-0", amountDue: "5000000", status: "open", credits: [] })
    expect(putsOf(OpenInvoiceCounts, changes)).toEqual([{ agentId: buyer.id, open: 2 }])
    expect(changes).toContainEqual(Changed.claim("address/evm/evm-0", contextFor(buyer).fresh("invoice")))
    expect(changes).toContainEqual(Changed.put(AddressSerieses, { family: "evm", next: 1 }))
  })

  it("PD2 §9 the next invoice of a family has the next address", () => {
    const facts = factsOf(answered())
    facts.decide(requesting(), five, contextFor(buyer))
    const { changes } = allowed(facts.decide(requesting(), five, contextFor(buyer, start + 1)))
    expect(putsOf(Invoices, changes)).toMatchObject([{ index: 1, address: "evm-1" }])
    expect(putsOf(AddressSerieses, changes)).toEqual([{ family: "evm", next: 2 }])
    expect(AddressSerieses.name).toBe("address-series")
  })

  it("PD2 §9 the invoice keeps the height of the newest block, so that earlier transfers don't count", () => {
    const height = (given: ReadonlyArray<Change>) =>
      putsOf(Invoices, allowed(ask(given)).changes)[0]?.sinceHeight
    expect(height([answered()])).toBe(100)
    expect(() => height([answered(base, start, { tip: null })])).toThrow("the newest block of a live rail")
  })

  it("PD2 §9 the sum is the one requested, or what is owed if no sum is requested", () => {
    const amount = (given: ReadonlyArray<Change>, body: PayRequest) =>
      putsOf(Invoices, allowed(ask(given, body)).changes)[0]?.amountCents
    const owed = { network: "base", asset: "USDT" }
    expect(amount([answered(), owing(1234)], owed)).toBe(1234)
    expect(amount([answered(), owing(1234)], { ...owed, amount: 200 })).toBe(200)
  })

  it("PD2 §9 the sum due in bitcoin is computed at the market price", () => {
    const ten: PayRequest = { network: "bitcoin", asset: "BTC", amount: 1000 }
    const { changes } = allowed(ask([answered(bitcoin), priced("50000000000")], ten))
    expect(putsOf(Invoices, changes)).toMatchObject([
      { network: bitcoin, asset: btc, family: "bitcoin", amountDue: "20000", rate: "50000000000" },
    ])
  })

  it("PD2 §9 the sum is within the bounds of an invoice, both included", () => {
    const code = (amount: number) => codeOf(ask([answered()], { ...five, amount }))
    const [min, max] = [bounds.invoiceCentsMin, bounds.invoiceCentsMax]
    expect([min - 1, min, max, max + 1].map(code)).toEqual(["invoice_amount", null, null, "invoice_amount"])
    const nothingOwed = ask([answered()], { network: "base", asset: "USDC" })
    expect(codeOf(nothingOwed)).toBe("invoice_amount")
    expect(detailOf(nothingOwed)).toBe(refusal("invoice_amount", { owedCents: 0, min, max }).detail)
  })

  it("PD2 §9 ten invoices may be open at once, and an eleventh is refused", () => {
    const code = (count: number) => codeOf(ask([answered(), open(count)]))
    const max = bounds.openInvoicesMax
    expect([code(max - 1), code(max)]).toEqual([null, "open_invoices"])
    expect(detailOf(ask([answered(), open(max)]))).toBe(refusal("open_invoices", { max }).detail)
  })

  it("PD2 §9 the request is refused if the rail is not live (with the reason), has no fresh price, or does not exist", () => {
    const refused = ask([])
    expect(codeOf(refused)).toBe("rail_not_live")
    expect(JSON.stringify(refused)).toContain("No reader of this network is configured")
    const ten: PayRequest = { network: "bitcoin", asset: "BTC", amount: 1000 }
    const old = priced("50000000000", start - minutes(bounds.priceMinutes) - 1)
    const stale = ask([answered(bitcoin), old], ten)
    expect(codeOf(stale)).toBe("no_price")
    expect(JSON.stringify(stale)).toContain(String(bounds.priceMinutes))
    expect(codeOf(ask([answered()], { ...five, asset: "DOGE" }))).toBe("unknown_rail")
  })

  it("PD2 §9 the request is refused if the key gives the first address and not the next", () => {
    const exhausted = { derive: (_family: string, index: number) => (index === 0 ? "evm-0" : null) }
    const series = Changed.put(AddressSerieses, { family: "evm", next: 5 })
    const refused = ask([answered(), series], five, { from: exhausted })
    expect(codeOf(refused)).toBe("rail_not_live")
    expect(detailOf(refused)).toBe(
      refusal("rail_not_live", { why: "Every address of this network has been given out." }).detail,
    )
  })

  it("PD2 §7 only an agent has a ledger to pay", () => {
    expect(codeOf(ask([answered()], five, { actor: registrar }))).toBe("agents_only")
  })
})
