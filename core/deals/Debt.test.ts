/** The facts of a debt, read from the records of a court. */
import { describe, expect, it } from "vitest"
import { drawUp } from "../account/index.ts"
import { notarise, reviewDealing } from "../dealings/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { fileMatter } from "../matters/index.ts"
import { dealt, quotes as ids } from "../matters/testing/Dealt.ts"
import { acceptQuote, closeQuote } from "../quotes/index.ts"
import { claim } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { quoteOfEntry, readDebt } from "./Debt.ts"
import { accepted, sha256, till, txid, wallet } from "./testing/Accepted.ts"

const unknown = "019abc00-0000-7000-8000-0000000000ff"

/** A court in which the seller has an accepted quote of USD 50.00 with the buyer, and lodges invoices. */
const court = async () => {
  const made = await accepted()
  const { act, seller, buyer, now } = made
  const invoice = async (more: object = {}) => {
    const entry = { sha256, kind: "invoice", counterparty: "buyer", valueCents: 700, ...more } as const
    return (await act(notarise, entry, seller)).id
  }
  const reviews = (id: string, outcome: "confirmed" | "contested" = "confirmed") =>
    act(reviewDealing, { id, outcome }, buyer)
  const confirmed = async (more: object = {}) => {
    const id = await invoice(more)
    await reviews(id)
    return id
  }
  const debt = (id: string) =>
    made.read((reader) => readDebt(reader, id, { now: now(), terms: published.at(now()) }))
  return { ...made, invoice, reviews, confirmed, debt }
}

describe("the facts of a debt", () => {
  it("PD15 §1 given an invoice, then it is a debt once the agent charged has confirmed it", async () => {
    const { invoice, reviews, debt, seller, buyer, now, advance } = await court()
    const lodgedAt = now()
    const id = await invoice({ dealingAt: lodgedAt - hours(5) })
    expect(await debt(id)).toBeNull()
    advance(hours(1))
    await reviews(id)
    expect(await debt(id)).toMatchObject({
      kind: "debt",
      id,
      from: "invoice",
      parties: { supplier: seller.id, buyer: buyer.id },
      cents: 700,
      lodgedAt,
      madeAt: now(),
      dealingAt: lodgedAt - hours(5),
      stated: [],
      matter: null,
      ordered: [],
    })
  })

  it("PD15 §1 given an entry that is contested, without a value, of another kind, for nobody enrolled, or unknown, then there is no debt", async () => {
    const { invoice, reviews, confirmed, debt } = await court()
    const contested = await invoice()
    await reviews(contested, "contested")
    const others = [
      contested,
      await confirmed({ sha256: "01".repeat(32), valueCents: 0 }),
      await confirmed({ sha256: "02".repeat(32), kind: "offer" }),
      await confirmed({ sha256: "03".repeat(32), kind: undefined }),
      await invoice({ sha256: "04".repeat(32), counterparty: "Smith Ltd" }),
      unknown,
    ]
    for (const id of others) expect(await debt(id)).toBeNull()
  })

  it("PD15 §1A given an entry that nobody has, then it belongs to no quote", async () => {
    const { read, now } = await court()
    const context = { now: now(), terms: published.at(now()) }
    expect(await read((reader) => quoteOfEntry(reader, unknown, context))).toBeNull()
  })

  it("PD15 §1 given a promise of refund, then its lodger owes it at once; a refund that names a deal or a transaction does not promise anything", async () => {
    const { invoice, debt, seller, buyer, now, quote } = await court()
    const id = await invoice({ kind: "refund" })
    expect(await debt(id)).toMatchObject({
      from: "refund",
      parties: { supplier: buyer.id, buyer: seller.id },
      madeAt: now(),
      dealingAt: now(),
    })
    const other = { sha256: "05".repeat(32), kind: "refund" }
    expect(await debt(await invoice({ ...other, ref: quote.id }))).toBeNull()
    expect(await debt(await invoice({ ...other, txid }))).toBeNull()
  })
})

describe("entries that are one debt", () => {
  it("PD15 §1 given an invoice lodged twice, then the first that was confirmed is the debt, and payments that name either count", async () => {
    const { invoice, reviews, debt, pay, act, seller, advance, now } = await court()
    const first = await invoice({ valueCents: 900 })
    const second = await invoice({ valueCents: 700 })
    await reviews(second)
    advance(hours(1))
    await reviews(first)
    const payments = [await pay({ ref: first, valueCents: 100 }), await pay({ ref: second, valueCents: 50 })]
    for (const { id } of payments) await act(reviewDealing, { id, outcome: "confirmed" }, seller)
    const found = await debt(first)
    expect(found).toMatchObject({ id: second, cents: 700 })
    expect(found).toEqual(await debt(second))
    expect(found && drawUp(found, now(), published.at(now()))).toMatchObject({ paid: 150, balance: 550 })
  })

  it("PD15 §1 given a creditor that hides an invoice behind other papers of its hash, then a second invoice is still the same debt", async () => {
    const { invoice, confirmed, debt, advance } = await court()
    for (let i = 0; i <= bounds.paymentsMax; i++) await invoice({ kind: "other" })
    const first = await confirmed()
    advance(1000)
    const second = await confirmed({ valueCents: 800 })
    expect(await debt(second)).toMatchObject({ id: first, cents: 700 })
  })

  it("PD15 §1 given an invoice of the same hash for another agent, then the agent that confirmed first owes it", async () => {
    const { confirmed, act, debt, invoice, enrolled, buyer } = await court()
    const first = await confirmed()
    const stranger = await enrolled("stranger", "op-9")
    const second = await invoice({ counterparty: "stranger" })
    await act(reviewDealing, { id: second, outcome: "confirmed" }, stranger)
    expect(await debt(second)).toMatchObject({ id: first, parties: { buyer: buyer.id } })
  })
})

describe("what counts on a debt", () => {
  it("PD15 §7A given a transfer to an address that the creditor has proven, then it is paid", async () => {
    const { confirmed, debt, pay, readsChain, proves, sees, buyer, seller, now } = await court()
    const id = await confirmed()
    await pay({ ref: id, txid, valueCents: 700 })
    const readings = (await debt(id))?.transactions.map(({ reading }) => reading.status)
    expect(new Set(readings)).toEqual(new Set(["unread"]))
    await readsChain()
    await proves(buyer, wallet)
    await proves(seller, till)
    await sees([{ from: wallet, to: till, units: "7000000", index: 1 }])
    const found = await debt(id)
    expect(found && drawUp(found, now(), published.at(now()))).toMatchObject({ paid: 700, balance: 0 })
  })

  it("PD15 §10 given matters on the entry, then the one before the court is there, and what an earlier judgment ordered", async () => {
    const { act, agents, against, decide, read, now, advance } = await dealt()
    const entry = { sha256: "06".repeat(32), kind: "invoice", counterparty: "seller", valueCents: 5_000 }
    const { id } = await act(notarise, { ...entry, kind: "invoice" }, agents.buyer)
    await act(reviewDealing, { id, outcome: "confirmed" }, agents.seller)
    const order = { kind: "pay", text: "Pay.", amountCents: 5_000, restsOn: [] } as const
    const debt = (judged: string | null = null) =>
      read((reader) => readDebt(reader, id, { now: now(), terms: published.at(now()) }, judged))
    const sues = async (of: "buyer" | "seller") => {
      const parties = { against: of === "buyer" ? "seller" : "buyer", inFavourOf: of }
      const orders = [{ ...order, ...parties, cause: "debt" as const, on: id }]
      return (await act(fileMatter, against(of, { claim: claim({ orders }) }), agents[of])).matter.id
    }
    const first = await sues("buyer")
    expect((await debt())?.matter).toMatchObject({ id: first, claimant: "supplier" })
    const citation = await decide(first, 4_000)
    const ordered = [{ citation, n: 1, against: "buyer", cents: 4_000 }]
    expect(await debt()).toMatchObject({ matter: null, ordered })
    // when the debtor sues on the same entry, then that matter is before the court; for the first, its own order is not an earlier order
    advance(1000)
    const second = await sues("seller")
    expect(await debt()).toMatchObject({ matter: { id: second, claimant: "buyer" }, ordered })
    expect(await debt(first)).toMatchObject({ matter: { id: first }, ordered: [] })
  })
})

describe("invoices of a quote", () => {
  it("PD15 §1A given an invoice that names its quote, or is of its price or charge, then the price is not claimed a second time as a debt", async () => {
    const { confirmed, debt, quote, act, seller } = await court()
    expect(await debt(await confirmed({ ref: quote.id }))).toBeNull()
    expect(await debt(await confirmed({ sha256: "07".repeat(32), valueCents: 5_000 }))).toBeNull()
    expect(await debt(await confirmed({ sha256: "08".repeat(32), valueCents: 4_500 }))).not.toBeNull()
    await act(closeQuote, { id: quote.id, priceChargedCents: 4_500, delivered: "so" }, seller)
    expect(await debt(await confirmed({ sha256: "09".repeat(32), valueCents: 4_500 }))).toBeNull()
  })

  it("PD15 §1A given an invoice of the price that names another dealing of both, then it is a debt; a dealing that one of them alone recorded makes no difference", async () => {
    const { confirmed, invoice, debt, offer, act, buyer, enrolled, quote, advance } = await court()
    let papers = 10
    const ofPrice = async (ref: string) => {
      papers += 1
      return debt(await confirmed({ sha256: `${papers}`.repeat(32), valueCents: 5_000, ref }))
    }
    const other = await offer({ priceCents: 100 })
    expect(await ofPrice(other.id)).toBeNull()
    await act(acceptQuote, { id: other.id }, buyer)
    // given a second quote, then an invoice that names it belongs to it
    expect(await ofPrice(other.id)).toBeNull()
    const paper = { sha256: "0a".repeat(32), kind: "order" }
    expect(await ofPrice(await invoice(paper))).toBeNull()
    expect(await ofPrice(await confirmed(paper))).not.toBeNull()
    expect(await ofPrice("my own reference")).toBeNull()
    // given a paper between the seller and somebody else
    const stranger = await enrolled("stranger", "op-9")
    const theirs = await invoice({ ...paper, counterparty: "stranger" })
    await act(reviewDealing, { id: theirs, outcome: "confirmed" }, stranger)
    expect(await ofPrice(theirs)).toBeNull()
    // given a quote between two others
    advance(hours(1))
    expect(await ofPrice(quote.id)).toBeNull()
  })

  it("PD15 §1A given a quote that is paid and settled, then a new invoice of the same sum is a debt", async () => {
    const { confirmed, debt, quote, act, seller, buyer, pay, advance } = await court()
    await act(closeQuote, { id: quote.id, priceChargedCents: 5_000, delivered: "so" }, seller)
    const before = await confirmed({ sha256: "0b".repeat(32), valueCents: 5_000 })
    advance(hours(1))
    await act(closeQuote, { id: quote.id, priceChargedCents: 5_000, delivered: "so" }, buyer)
    const { id } = await pay({ valueCents: 5_000 })
    await act(reviewDealing, { id, outcome: "confirmed" }, seller)
    advance(hours(1))
    const after = await confirmed({ sha256: "0c".repeat(32), valueCents: 5_000 })
    expect(await debt(before)).toBeNull()
    expect(await debt(after)).toMatchObject({ cents: 5_000 })
  })

  it("PD15 §1A given a quote whose account was decided, then a new invoice of the same sum is a debt", async () => {
    const { act, agents, file, decide, read, now, advance } = await dealt()
    const matter = await file("buyer", { quoteId: ids.q })
    const lodge = async (sha256: string) => {
      const entry = { sha256, kind: "invoice", counterparty: "buyer", valueCents: 40_000 } as const
      const { id } = await act(notarise, entry, agents.seller)
      await act(reviewDealing, { id, outcome: "confirmed" }, agents.buyer)
      return id
    }
    const before = await lodge("0d".repeat(32))
    advance(1000)
    const citation = await decide(matter, 4_000)
    advance(1000)
    const after = await lodge("0e".repeat(32))
    const debt = (id: string) =>
      read((reader) => readDebt(reader, id, { now: now(), terms: published.at(now()) }))
    expect(await debt(before)).toBeNull()
    expect(await debt(after)).toMatchObject({ id: after })
    // given a judgment that leaves an order undecided, then the account counts as decided only if it determined it
    const [judgment] = await read((reader) => Judgment.needAll(reader, [citation]))
    if (judgment === undefined) throw new Error("no judgment")
    const orders = judgment.orders.map((order) => ({ ...order, decided: false as const }))
    const sums = { price: 40_000, owed: 0, paid: 0, refunded: 0, balance: 0, undecided: null }
    const determined = [{ deal: { kind: "quote" as const, id: ids.q }, ...sums }]
    for (const [more, found] of [
      [{}, null],
      [{ determined }, { id: after }],
    ] as const) {
      await act(put, [Changed.put(Judgment.Judgments, { ...judgment, ...more, orders })], registrar)
      if (found === null) expect(await debt(after)).toBeNull()
      else expect(await debt(after)).toMatchObject(found)
    }
  })
})
