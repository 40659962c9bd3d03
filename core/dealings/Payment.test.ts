/** Payments and refunds that agents state on a quote or on another entry. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { awaitedTransactions, recordTransaction, StatedTransactions } from "../chains/index.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { days } from "../kernel/Time.ts"
import { stage } from "../testing/Stage.ts"
import { notarise, notariseTogether, reviewDealing } from "./Commands.ts"
import type { NotaryEntry } from "./Dealing.ts"
import { statedPayments } from "./Payment.ts"
import { dealingsNaming, readDealing } from "./Queries.ts"

const quote = "019abc00-0000-7000-8000-000000000001"
const txid = `0x${"AB".repeat(32)}`
const payment = (more: Partial<NotaryEntry> = {}): NotaryEntry => ({
  sha256: "ab".repeat(32),
  kind: "payment",
  counterparty: "seller",
  valueCents: 500,
  ref: quote,
  ...more,
})
const chain = { role: "chain" } as const
const seen = {
  txid: txid.toLowerCase(),
  network: "eip155:8453",
  height: 7,
  blockHash: "0xb7",
  minedAt: 1_000,
  transfers: [{ asset: "usdc", from: "0xa", to: "0xb", units: "5000000", index: 3 }],
}

const opened = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller", "op-2")
  const stated = (lodger: string) => court.read((reader) => statedPayments(reader, quote, [lodger]))
  const awaited = () =>
    court.read((reader) => awaitedTransactions(reader, null, 100, court.now(), published.at(court.now())))
  const transaction = async () =>
    Option.getOrNull(await court.read((reader) => reader.find(StatedTransactions, txid.toLowerCase())))
  return { court, buyer, seller, stated, awaited, transaction }
}

describe("payments and refunds", () => {
  it("Dealings Act 1.4 are found by the quote that they are for, those of each agent in their order", async () => {
    // given a payment by the buyer, a refund by the supplier, and a paper of another kind with the same reference
    const { court, buyer, seller, stated } = await opened()
    const first = await court.act(notarise, payment(), buyer)
    const second = await court.act(notarise, payment({ valueCents: 700 }), buyer)
    await court.act(notarise, payment({ kind: "invoice" }), buyer)
    const back = await court.act(notarise, payment({ kind: "refund", counterparty: "buyer" }), seller)
    // when the payments of the quote are read, then each agent's own are there and nothing else
    expect((await stated("buyer")).map(({ id }) => id)).toEqual([first.id, second.id])
    expect((await stated("seller")).map(({ id }) => id)).toEqual([back.id])
  })

  it("Dealings Act 1.4 of one agent take no place of the other", async () => {
    // given a buyer that has filled its places with payments of a cent
    const { court, buyer, seller, stated } = await opened()
    for (let i = 0; i < bounds.paymentsMax; i++)
      expect(await court.codeOf(notarise, payment({ valueCents: 1 }), buyer)).toBeNull()
    // when it states one more, then it is refused, and the supplier still states its own
    expect(await court.codeOf(notarise, payment(), buyer)).toBe("payments_spent")
    expect(await court.codeOf(notarise, payment({ counterparty: "buyer" }), seller)).toBeNull()
    expect(await stated("buyer")).toHaveLength(bounds.paymentsMax)
    // and a reference of the agent's own has no such places
    for (let i = 0; i <= bounds.paymentsMax; i++)
      expect(await court.codeOf(notarise, payment({ ref: "order-1" }), buyer)).toBeNull()
  })

  it("Dealings Act 1.4 lodged together have the same places as one after another", async () => {
    const { court, buyer, stated } = await opened()
    const items = Array.from({ length: bounds.paymentsMax + 2 }, () => payment({ txid }))
    const reply = await court.act(notariseTogether, { items }, buyer)
    expect(reply.items.filter((item) => "id" in item)).toHaveLength(bounds.paymentsMax)
    expect(reply.items.slice(bounds.paymentsMax)).toEqual(
      Array.from({ length: 2 }, () => ({
        errors: [{ path: "ref", message: expect.stringContaining("at most 20") }],
        refusal: expect.objectContaining({ code: "payments_spent", rules: ["Dealings Act 1.4"] }),
      })),
    )
    expect(await stated("buyer")).toHaveLength(bounds.paymentsMax)
  })

  it("Dealings Act 1.4 of one transaction have as many places, whatever they are for, and papers of another kind take no place", async () => {
    const { court, buyer, seller } = await opened()
    await court.act(notarise, payment({ kind: "other", txid }), buyer)
    const ref = (n: number) => `019abc00-0000-7000-8000-1${String(n).padStart(11, "0")}`
    const named = Array.from({ length: bounds.paymentsMax + 1 }, (_, n) => payment({ ref: ref(n), txid }))
    const reply = await court.act(notariseTogether, { items: [...named, payment()] }, buyer)
    const refused = reply.items.flatMap((item, n) => ("id" in item ? [] : [n]))
    expect(refused).toEqual([bounds.paymentsMax])
    expect(await court.codeOf(notarise, payment({ ref: ref(99), txid }), buyer)).toBe("payments_spent")
    expect(await court.codeOf(notarise, payment({ counterparty: "buyer", txid }), seller)).toBeNull()
  })

  it("Dealings Act 1.4 two hosts at once state no more than one may", async () => {
    // given a buyer with one place left, and two processes of the court
    const { court, buyer, stated } = await opened()
    for (let i = 1; i < bounds.paymentsMax; i++) await court.act(notarise, payment(), buyer)
    const beside = stage(published, { driver: court.driver, now: court.now() })
    // when both state a payment at one time, then one of them is refused
    const codes = await Promise.all([court, beside].map((one) => one.codeOf(notarise, payment(), buyer)))
    expect(codes.filter((code) => code === "payments_spent")).toHaveLength(1)
    expect(await stated("buyer")).toHaveLength(bounds.paymentsMax)
  })

  it("Dealings Act 1.3 the transaction is shown to the two sides and not to the public, nor in the journal", async () => {
    const { court, buyer, seller } = await opened()
    const { id } = await court.act(notarise, payment({ txid }), buyer)
    expect(await court.ask(readDealing, { id }, seller)).toMatchObject({ txid: txid.toLowerCase() })
    expect(await court.ask(readDealing, { id })).not.toHaveProperty("txid")
    expect(JSON.stringify(await court.events())).not.toContain(txid.toLowerCase())
    // and the supplier may acknowledge the payment
    const page = { after: null, limit: 10 }
    expect((await court.ask(dealingsNaming, { awaiting: true, page }, seller)).items).toHaveLength(1)
    await court.act(reviewDealing, { id, outcome: "confirmed" }, seller)
    expect(await court.ask(readDealing, { id }, seller)).toMatchObject({ review: { outcome: "confirmed" } })
  })
})

describe("stated transactions", () => {
  it("Dealings Act 1.4 are looked for until a chain shows them, whoever states them first", async () => {
    // given a transaction that both sides state
    const { court, buyer, seller, awaited, transaction } = await opened()
    await court.act(notarise, payment({ txid }), buyer)
    await court.act(notarise, payment({ txid: txid.toLowerCase(), counterparty: "buyer" }), seller)
    expect((await awaited()).txids).toEqual([txid.toLowerCase()])
    // when a reader sees it, then it is recorded once, and is not looked for any more
    expect(await court.act(recordTransaction, seen, chain)).toMatchObject({ recorded: true })
    expect((await awaited()).txids).toEqual([])
    expect(await court.act(recordTransaction, { ...seen, height: 9 }, chain)).toMatchObject({
      recorded: false,
    })
    expect((await transaction())?.seen).toMatchObject({ height: 7, seenAt: court.now() })
  })

  it("Dealings Act 1.4 are recorded by the court's own readers only, and only if a party stated them", async () => {
    const { court, buyer, transaction } = await opened()
    expect(await court.act(recordTransaction, seen, chain)).toMatchObject({ recorded: false })
    expect(await transaction()).toBeNull()
    await court.act(notarise, payment({ txid }), buyer)
    expect(await court.codeOf(recordTransaction, seen, buyer)).toBe("registrar_only")
  })

  it("Dealings Act 1.4 are not looked for after thirty days", async () => {
    const { court, buyer, awaited } = await opened()
    await court.act(notarise, payment({ txid }), buyer)
    court.advance(days(bounds.statedTransactionDays))
    expect((await awaited()).txids).toEqual([txid.toLowerCase()])
    court.advance(1)
    expect((await awaited()).txids).toEqual([])
  })

  it("Dealings Act 1.4 of papers of another kind are not looked for", async () => {
    const { court, buyer, awaited } = await opened()
    await court.act(notarise, payment({ kind: "other", txid }), buyer)
    await court.act(notarise, payment({ ref: "order-1", txid }), buyer)
    expect((await awaited()).txids).toEqual([])
  })
})
