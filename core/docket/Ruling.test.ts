/** A judgment as other protocols are told of it. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Determination } from "../account/index.ts"
import { delivered, draft, pay } from "../bench/testing/Cases.ts"
import { Dealing } from "../dealings/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { published } from "../kernel/Schedule.ts"
import { Quote } from "../quotes/index.ts"
import { offered } from "../quotes/testing/Given.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { readRuling } from "./Ruling.ts"

const context = (now: number) => ({
  actor: { role: "public" } as const,
  now,
  terms: published.at(now),
  schedule: published,
})
const quote = offered({ id: "quote-1" })
const account = (changes: Partial<Determination.Determination> = {}): Determination.Determination => ({
  deal: { kind: "quote", id: "quote-1" },
  price: 5_000,
  owed: 2_000,
  paid: 5_000,
  refunded: 0,
  balance: -3_000,
  undecided: null,
  ...changes,
})
const judgment = (determined?: ReadonlyArray<Determination.Determination>): Judgment.Judgment => ({
  ...delivered(draft({ orders: [pay(3_000)] })),
  ...(determined === undefined ? {} : { determined }),
})
/** The entry of an offer of x402 that its buyer has lodged. */
const offer: Dealing.Dealing = {
  id: "offer-1",
  sha256: "1".repeat(64),
  kind: "offer",
  label: null,
  lodger: "buyer",
  counterparty: "shop",
  counterpartyId: "shop-id",
  valueCents: null,
  ref: null,
  dealingAt: null,
  lodgedAt: start,
  review: null,
}
const toNobody: Dealing.Dealing = { ...offer, id: "offer-2", counterparty: null, counterpartyId: null }
/** The account of that purchase: the seller owes back what it didn't serve. */
const purchase = (
  owed: number,
  changes: Partial<Determination.Determination> = {},
): Determination.Determination =>
  account({ deal: { kind: "debt", id: offer.id }, owed, balance: owed, paid: 0, ...changes })
const ruled = (one: Judgment.Judgment, now = start) =>
  Either.getOrThrow(
    factsOf(
      Changed.put(Judgment.Judgments, one),
      Changed.put(Quote.Quotes, quote),
      Changed.put(Quote.Quotes, offered({ id: "quote-2" })),
      Changed.put(Dealing.Dealings, offer),
      Changed.put(Dealing.Dealings, toNobody),
    ).ask(readRuling, { citation: one.citation }, context(now)),
  )

describe("a judgment for its renderings", () => {
  it("PD15 §11 given the account of one quote, determined to its end, then it has the supplier, the price and what is owed", () => {
    const { deal, disposition, isFinal } = ruled(judgment([account()]))
    expect(deal).toEqual({ supplier: quote.supplier.handle, priceCents: 5_000, owedCents: 2_000 })
    expect([disposition.finality, isFinal]).toEqual(["open to appeal", false])
  })

  it.each([
    [5_000, 0],
    [0, 5_000],
    [1_250, 3_750],
  ])(
    "PD15 §1D given a purchase of which the seller owes %i of 5,000 cents back, then it earned %i",
    (owed, owedCents) => {
      const { deal } = ruled(judgment([purchase(owed)]))
      expect(deal).toEqual({ supplier: "shop", priceCents: 5_000, owedCents })
    },
  )

  it("PD15 §11 given a debt beside the account of a quote, then the quote is rendered, since a debt has no supplier to speak of", () => {
    const debt = account({ deal: { kind: "debt", id: "debt-1" } })
    expect(ruled(judgment([debt, account()])).deal).toMatchObject({ supplier: quote.supplier.handle })
  })

  it("Rule 6.0 given a judgment whose time for an appeal has passed, then it is final", () => {
    expect(ruled(judgment(), start + 80 * 3_600_000)).toMatchObject({ isFinal: true, deal: null })
  })

  it.each<[string, ReadonlyArray<Determination.Determination> | undefined]>([
    ["no account", undefined],
    ["the account of a debt", [account({ deal: { kind: "debt", id: "debt-1" } })]],
    ["the accounts of two quotes", [account(), account({ deal: { kind: "quote", id: "quote-2" } })]],
    ["an account with a part left open", [account({ undecided: 100 })]],
    ["an account that is left open", [account({ owed: null, undecided: "all" })]],
    ["an account between two sums", [account({ owed: { min: 0, max: 10 } })]],
    ["an account without a price", [account({ price: null })]],
    ["an account of nothing", [account({ price: 0, owed: 0 })]],
    ["the accounts of a quote and a purchase", [account(), purchase(5_000)]],
    ["a purchase of which more is owed back than its price", [purchase(5_001)]],
    ["a purchase of which less than nothing is owed back", [purchase(-1)]],
    ["a purchase from nobody", [purchase(0, { deal: { kind: "debt", id: toNobody.id } })]],
  ])("PD15 §11 given %s, then there is no deal to render", (_, determined) => {
    expect(ruled(judgment(determined)).deal).toBeNull()
  })

  it("Rule 5.5 given a citation of no judgment, then it is refused", () => {
    const refused = factsOf().ask(readRuling, { citation: "[2026] MC 99" }, context(start))
    expect(Either.isLeft(refused) && refused.left.code).toBe("unknown_judgment")
  })
})
