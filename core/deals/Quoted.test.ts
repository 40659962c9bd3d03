/** The facts of a quote's account, read from the records of a court. */
import { describe, expect, it } from "vitest"
import { notarise, reviewDealing } from "../dealings/index.ts"
import { records as holdRecords } from "../holds/index.ts"
import { confirmed, named } from "../holds/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { acceptQuote, closeQuote, offerQuote, quotes, setRail } from "../quotes/index.ts"
import { close, input, opened } from "../quotes/testing/Opened.ts"
import { dealOfQuote } from "./Quoted.ts"
import { accepted, network, sha256, till, txid, wallet } from "./testing/Accepted.ts"

describe("the facts of a quote's account", () => {
  it("PD14 §3 a quote that nobody accepted has no account", async () => {
    const court = await opened()
    const { id } = await court.offer()
    const context = { now: court.now(), terms: published.at(court.now()) }
    const quote = await court.read((reader) => quotes.need(reader, id))
    expect(await court.read((reader) => dealOfQuote(reader, quote, context))).toBeNull()
  })

  it("Dealings Act 1.4 payments are those of the two sides that name each other, with their reviews", async () => {
    // given a payment that the supplier confirms, a payment that names somebody else, and a stranger's
    const { facts, pay, act, seller, buyer, enrolled, quote } = await accepted()
    const { id } = await pay()
    await pay({ counterparty: "somebody" })
    const stranger = await enrolled("stranger", "op-9")
    await act(notarise, { sha256, kind: "payment", counterparty: "seller", ref: quote.id }, stranger)
    await act(reviewDealing, { id, outcome: "confirmed" }, seller)
    // when the deal is read, then the first payment alone is there, as confirmed
    const deal = await facts()
    expect(deal.stated).toMatchObject([
      { id, kind: "payment", lodger: "buyer", cents: 900, review: { outcome: "confirmed" } },
    ])
    expect(deal.parties).toEqual({ supplier: seller.id, buyer: buyer.id })
  })

  it("Dealings Act 1.4 a transaction is unread, then pending, then found with its sender and who proved it", async () => {
    const { facts, pay, readsChain, proves, sees, buyer } = await accepted()
    await pay({ txid })
    const reading = async () => (await facts()).transactions.map((one) => one.reading)
    expect(await reading()).toEqual([{ status: "unread" }])
    expect((await facts()).rails).toMatchObject([{ network, address: till, saidUnread: true }])
    await readsChain()
    expect(await reading()).toEqual([{ status: "pending" }])
    await proves(buyer, wallet)
    await sees([{ from: wallet, to: till, units: "9000000", index: 1 }])
    expect(await reading()).toMatchObject([
      { status: "found", transfers: [{ from: wallet, to: till, cents: 900 }] },
    ])
    expect((await facts()).proven).toMatchObject([{ agent: buyer.id, address: wallet }])
  })

  it("Dealings Act 1.4 a transaction that its sender first stated on another quote to the same till is shown as taken there", async () => {
    const first = await accepted()
    const { quote: other } = first
    await first.pay({ txid, valueCents: 400 })
    const second = await first.offer()
    await first.act(setRail, { id: second.id, network: "base", asset: "USDC", address: till }, first.seller)
    await first.act(acceptQuote, { id: second.id }, first.buyer)
    await first.pay({ txid, ref: second.id })
    await first.readsChain()
    await first.proves(first.buyer, wallet)
    await first.sees([{ from: wallet, to: till, units: "9000000", index: 1 }])
    const context = { now: first.now(), terms: published.at(first.now()) }
    const quote = await first.read((reader) => quotes.need(reader, second.id))
    const deal = await first.read((reader) => dealOfQuote(reader, quote, context))
    expect(deal?.transactions).toMatchObject([
      { elsewhere: [{ how: "stated", on: other.id, by: first.buyer.id, cents: 400 }] },
    ])
  })

  it("Dealings Act 1.4 a statement on a friend's quote, to whose rail nothing was sent, uses nothing of the transaction", async () => {
    const { facts, pay, readsChain, proves, sees, buyer, act, offer, seller } = await accepted()
    const friend = await offer()
    await act(setRail, { id: friend.id, network: "base", asset: "USDC", address: wallet }, seller)
    await pay({ txid, ref: friend.id })
    await pay({ txid })
    await readsChain()
    await proves(buyer, wallet)
    await sees([{ from: wallet, to: till, units: "9000000", index: 1 }])
    expect((await facts()).transactions).toMatchObject([{ elsewhere: [] }])
  })

  it("PD14 §3 a payment is looked for at every rail that the quote had", async () => {
    const { facts, act, quote, seller, readsChain, codeOf } = await accepted()
    const moved = { id: quote.id, network: "ethereum", asset: "USDC", address: wallet }
    expect(await codeOf(setRail, moved, seller)).toBe("rail_unread")
    await act(setRail, { ...moved, network: "base" }, seller)
    await readsChain()
    expect((await facts()).rails).toMatchObject([
      { address: till, saidUnread: false },
      { address: wallet, saidUnread: false },
    ])
  })

  it("PD14 §5 the closes of both sides stand with what they said, a hash in its one form", async () => {
    const { facts, act, quote, seller, buyer } = await accepted()
    await act(closeQuote, { id: quote.id, ...close, delivered: `sha256:${sha256.toUpperCase()}` }, seller)
    await act(closeQuote, { id: quote.id, ...close, received: false }, buyer)
    expect((await facts()).closes).toMatchObject({
      supplier: { delivered: sha256, dispute: false, received: null },
      buyer: { dispute: false, received: false },
    })
  })

  it("PD15 §5 given a close in words, then they stand as the supplier wrote them", async () => {
    const { facts, act, quote, seller } = await accepted()
    await act(closeQuote, { id: quote.id, ...close }, seller)
    expect((await facts()).closes.supplier).toMatchObject({ delivered: close.delivered })
  })

  it("PD14 §4 given a replacement of an offer that nobody accepted, which replaced an accepted quote, then the first acceptance, its rail and its payments stand", async () => {
    // given an accepted quote with a payment, and two offers that replace it in turn
    const { facts, act, pay, advance, now, quote, seller, buyer } = await accepted()
    const first = now()
    const { id: paid } = await pay()
    advance(hours(1))
    const refused = await act(offerQuote, input({ replaces: quote.id }), seller)
    const { id } = await act(offerQuote, input({ replaces: refused.id }), seller)
    // when the second is accepted
    await act(acceptQuote, { id }, buyer)
    // then its account goes back to the first acceptance
    expect(await facts(id)).toMatchObject({
      acceptedAt: now(),
      firstAcceptedAt: first,
      rails: [{ address: till, from: first }],
      stated: [{ id: paid, cents: 900 }],
    })
  })

  it("PD15 §7 given a refund by the supplier, then it goes from the supplier to the buyer, whoever lodges it", async () => {
    const { facts, act, quote, seller, buyer } = await accepted()
    const refund = { sha256, kind: "refund", ref: quote.id } as const
    await act(notarise, { ...refund, counterparty: "buyer", valueCents: 300 }, seller)
    await act(notarise, { ...refund, counterparty: "seller", valueCents: 200 }, buyer)
    expect((await facts()).stated).toMatchObject([
      { kind: "refund", lodger: "supplier", cents: 300 },
      { kind: "refund", lodger: "buyer", cents: 200 },
    ])
  })

  it("PD15 §7 given a payment that states no value, then it states no part of the price as paid", async () => {
    const { facts, pay } = await accepted()
    await pay({ valueCents: undefined })
    expect((await facts()).stated).toMatchObject([{ kind: "payment", cents: 0, txid: null }])
  })

  it("PD15 §7 given holds on the quote, then each confirmed one stands with its payer, its end, and what left it for the payee", async () => {
    // given a hold that nobody confirmed, a hold that stands, a hold that the supplier pays and that has lapsed, and two that paid out
    const { facts, kept, now, quote, seller, buyer } = await accepted()
    const on = { quoteId: quote.id, longStopAt: now() + hours(100) }
    const parties = (payer: typeof seller, payee: typeof seller) => {
      const sides = confirmed()
      return { payer: { ...sides.payer, ...payer }, payee: { ...sides.payee, ...payee } }
    }
    const byBuyer = { ...on, ...parties(buyer, seller) }
    const ended = now() + hours(2)
    const paidOut = {
      paidOutAt: ended,
      satisfiedFromHold: [],
      notMetInFull: [],
      refundOrdersSatisfied: [],
    }
    const all = [
      named({ ...byBuyer, id: "named" }),
      confirmed({ ...byBuyer, id: "standing" }),
      confirmed({ ...on, ...parties(seller, buyer), id: "lapsed", status: "lapsed", since: ended }),
      confirmed({
        ...byBuyer,
        id: "paid",
        status: "paid_out",
        since: ended,
        paidOut,
        paidToPayee: { cents: 700, txid },
      }),
      confirmed({ ...byBuyer, id: "paid before", status: "paid_out", since: ended, paidOut }),
    ]
    await kept(...all.map((hold) => Changed.put(holdRecords.Holds, hold)))
    // when the deal is read, then the hold that nobody confirmed is missing
    const { holds } = await facts()
    expect(new Map(holds.map(({ id, payer, endedAt, left }) => [id, { payer, endedAt, left }]))).toEqual(
      new Map([
        ["standing", { payer: "buyer", endedAt: null, left: [] }],
        ["lapsed", { payer: "supplier", endedAt: ended, left: [] }],
        ["paid", { payer: "buyer", endedAt: ended, left: [{ at: ended, cents: 700, txid }] }],
        // what left it was not kept
        ["paid before", { payer: "buyer", endedAt: ended, left: [] }],
      ]),
    )
  })
})
