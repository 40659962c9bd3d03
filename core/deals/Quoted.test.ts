/** The facts of a quote's account, read from the records of a court. */
import { describe, expect, it } from "vitest"
import type { QuoteDeal } from "../account/index.ts"
import { recordLook, recordTransaction } from "../chains/index.ts"
import { notarise, reviewDealing } from "../dealings/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { published } from "../kernel/Schedule.ts"
import { fingerprintOf, type ProvenKey, records } from "../proofs/index.ts"
import { acceptQuote, closeQuote, quotes, setRail } from "../quotes/index.ts"
import { close, opened } from "../quotes/testing/Opened.ts"
import { put } from "../testing/Put.ts"
import { dealOfQuote } from "./Quoted.ts"

const network = "eip155:8453"
const usdc = `${network}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
const wallet = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"
const till = "0x52908400098527886E0F7030069857D2E4169EE7"
const txid = `0x${"ab".repeat(32)}`
const chain = { role: "chain" } as const
const sha256 = "cd".repeat(32)

/** A court with an accepted quote that is paid at a rail on Base. */
const accepted = async () => {
  const court = await opened()
  const quote = await court.offer()
  const rail = { network: "base", asset: "USDC", address: till }
  await court.act(setRail, { id: quote.id, ...rail }, court.seller)
  await court.act(acceptQuote, { id: quote.id }, court.buyer)
  const facts = async (): Promise<QuoteDeal> => {
    const context = { now: court.now(), terms: published.at(court.now()) }
    const read = await court.read((reader) => quotes.need(reader, quote.id))
    return needPresent(
      await court.read((reader) => dealOfQuote(reader, read, context)),
      "the deal of a quote",
    )
  }
  const pay = (more: object = {}) =>
    court.act(
      notarise,
      { sha256, kind: "payment", counterparty: "seller", valueCents: 900, ref: quote.id, ...more },
      court.buyer,
    )
  const readsChain = () =>
    court.act(recordLook, { network, tip: { height: 9, hash: "0x9" }, marks: [] }, chain)
  const proves = (agent: { readonly id: string; readonly handle: string }, address: string) => {
    const key: ProvenKey = {
      id: `key-${agent.handle}-${address}`,
      agentId: agent.id,
      handle: agent.handle,
      method: "evm",
      name: `${network}:${address}`,
      fingerprint: fingerprintOf({ address }),
      jwk: null,
      address,
      document: null,
      provenAt: court.now(),
      endedAt: null,
    }
    return court.act(put, [Changed.put(records.ProvenKeys, key)], { role: "public" })
  }
  const sees = (transfers: ReadonlyArray<{ from: string; to: string; units: string; index: number }>) =>
    court.act(
      recordTransaction,
      {
        txid,
        network,
        height: 9,
        blockHash: "0x9",
        minedAt: court.now(),
        transfers: transfers.map((one) => ({ asset: usdc, ...one })),
      },
      chain,
    )
  return { ...court, quote, facts, pay, readsChain, proves, sees }
}

describe("the facts of a quote's account", () => {
  it("PD14 §3 a quote that nobody accepted has no account", async () => {
    const court = await opened()
    const { id } = await court.offer()
    const context = { now: court.now(), terms: published.at(court.now()) }
    const quote = await court.read((reader) => quotes.need(reader, id))
    expect(await court.read((reader) => dealOfQuote(reader, quote, context))).toBeNull()
  })

  it("Dealings Act 1.4 payments are those of the two sides that name each other, with their reviews", async () => {
    // given a payment that the supplier confirms, one that names somebody else, and a stranger's
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
})
