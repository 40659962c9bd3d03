/** The transactions of a deal as the court's readers saw them, the owners of their ends, and the other deals and entries that take them. */
import { describe, expect, it } from "vitest"
import { drawUp } from "../account/index.ts"
import { Reading, Transfer } from "../chains/index.ts"
import { notarise } from "../dealings/index.ts"
import * as Changed from "../kernel/Change.ts"
import { published } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { ProvenKey, records } from "../proofs/index.ts"
import { acceptQuote, offerQuote, setQuoteRail } from "../quotes/index.ts"
import { input } from "../quotes/testing/Opened.ts"
import { accepted, network, sha256, till, txid, usdc, wallet } from "./testing/Accepted.ts"

const ethereum = "eip155:1"
const bitcoinTill = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
const paid = { from: wallet, to: till, units: "9000000", index: 1 }

describe("what a reader says of a transaction", () => {
  it("PD15 §7 given transfers of an asset that is not a listed dollar, then the transaction is found and pays nothing", async () => {
    const { facts, pay, readsChain, sees } = await accepted()
    await pay({ txid })
    await readsChain()
    await sees([{ ...paid, asset: `${network}/erc20:${wallet}` }])
    expect((await facts()).transactions).toMatchObject([{ reading: { status: "found", transfers: [] } }])
  })

  it("PD15 §7 given a transaction that no reader saw for a day, then it is not found", async () => {
    const { facts, pay, readsChain, advance } = await accepted()
    const reading = async () => (await facts()).transactions.map((one) => one.reading)
    await pay({ txid })
    await readsChain()
    advance(days(1) - 1)
    expect(await reading()).toEqual([{ status: "pending" }])
    advance(1)
    expect(await reading()).toEqual([{ status: "none" }])
  })

  it("PD15 §7 given rails on two networks that are read, then a transaction is found on the network that shows it, and not on the other", async () => {
    const { facts, act, pay, readsChain, sees, quote, seller } = await accepted()
    await readsChain()
    await act(
      Reading.recordLook,
      { network: ethereum, tip: { height: 9, hash: "0x9" }, marks: [] },
      { role: "chain" },
    )
    await act(setQuoteRail, { id: quote.id, network: "ethereum", asset: "USDC", address: till }, seller)
    await pay({ txid })
    await sees([paid])
    expect((await facts()).transactions).toMatchObject([
      { network, reading: { status: "found" } },
      { network: ethereum, reading: { status: "none" } },
    ])
  })
})

describe("whose the ends of a transaction are", () => {
  it("PD15 §7 given a contract, then it speaks for its owner on its own chain, and for nobody where the same address pays on another too", async () => {
    // given a wallet of the buyer that is a contract on Base, and rails on two chains that are read
    const { facts, kept, act, pay, readsChain, sees, quote, buyer, seller, now } = await accepted()
    const fingerprint = ProvenKey.fingerprintOf({ address: wallet, chainId: 8453 })
    const held = { agentId: buyer.id, handle: "buyer", fingerprint, since: now() }
    await kept(Changed.put(records.HeldAddresses, held))
    await readsChain()
    const tip = { height: 9, hash: "0x9" }
    await act(Reading.recordLook, { network: ethereum, tip, marks: [] }, { role: "chain" })
    await act(setQuoteRail, { id: quote.id, network: "ethereum", asset: "USDC", address: till }, seller)
    // when it pays on Base, then the payment is the buyer's
    await pay({ txid })
    await sees([paid])
    expect((await facts()).proven).toMatchObject([{ agent: buyer.id, address: wallet }])
    // when an equal address pays on Ethereum, then nobody knows whose it is there
    const other = `0x${"cd".repeat(32)}`
    await pay({ txid: other })
    const asset = `${ethereum}/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`
    await sees([{ ...paid, asset }], ethereum, other)
    expect((await facts()).transactions).toHaveLength(4)
    expect((await facts()).proven).toEqual([])
  })

  it("PD15 §7 given a sender on a chain that has no contracts, then its address is found by its key alone", async () => {
    const { facts, act, pay, sees, proves, quote, buyer, seller } = await accepted()
    const bitcoin = "bip122:000000000019d6689c085ae165831e93"
    const tip = { height: 9, hash: "0x9" }
    await act(Reading.recordLook, { network: bitcoin, tip, marks: [] }, { role: "chain" })
    await act(setQuoteRail, { id: quote.id, network: "bitcoin", asset: "BTC", address: bitcoinTill }, seller)
    await proves(buyer, wallet)
    await pay({ txid })
    await sees([paid], bitcoin)
    expect((await facts()).proven).toMatchObject([{ agent: buyer.id, address: wallet }])
  })

  it("PD15 §7 given a refund between addresses that holds alone prove, then the supplier owns the one and the buyer the other", async () => {
    // given a supplier, a buyer and a stranger that have proven addresses in holds
    const { facts, kept, act, readsChain, sees, quote, seller, buyer, now } = await accepted()
    const held = (agentId: string, address: string) =>
      Changed.put(records.HeldAddresses, {
        agentId,
        handle: agentId,
        fingerprint: ProvenKey.fingerprintOf({ address }),
        since: now(),
      })
    await kept(held(seller.id, till), held(buyer.id, wallet), held("a-stranger", wallet))
    // when the chain shows a refund from the one to the other
    const refund = { sha256, kind: "refund", counterparty: "buyer", valueCents: 900, txid } as const
    await act(notarise, { ...refund, ref: quote.id }, seller)
    await readsChain()
    await sees([{ ...paid, from: till, to: wallet }])
    // then both parties own their ends, and the stranger, who sent nothing, is not named
    expect((await facts()).proven).toEqual([
      { agent: seller.id, address: till, provenAt: now(), endedAt: null },
      { agent: buyer.id, address: wallet, provenAt: now(), endedAt: null },
    ])
  })
})

describe("what else takes a transaction", () => {
  it("PD15 §8 given that its sender stated it on an entry before, then what it stated there is taken, and nothing if it stated no value", async () => {
    // given an invoice of the supplier, and payments of it that the buyer states with one transaction
    const { facts, act, pay, advance, readsChain, sees, seller, buyer } = await accepted()
    const invoice = { sha256, kind: "invoice", counterparty: "buyer", valueCents: 400 } as const
    const { id } = await act(notarise, invoice, seller)
    await pay({ txid, ref: id, valueCents: 400 })
    advance(hours(1))
    await pay({ txid, ref: id, valueCents: undefined })
    advance(hours(1))
    // when it states the same transaction on the quote
    await pay({ txid })
    await readsChain()
    await sees([paid])
    // then the account of the quote shows both
    const [transaction] = (await facts()).transactions
    expect(transaction?.elsewhere).toMatchObject([
      { how: "stated", on: id, by: buyer.id, cents: 400 },
      { how: "stated", on: id, by: buyer.id, cents: 0 },
    ])
  })

  it("PD15 §8 given that its sender stated it on a quote that this one replaced, then it counts for this one in full", async () => {
    // given a payment that the chain shows, stated on an accepted quote
    const { facts, act, pay, readsChain, proves, sees, quote, seller, buyer, now } = await accepted()
    await proves(buyer, wallet)
    await pay({ txid })
    await readsChain()
    await sees([paid])
    // when another quote replaces it
    const { id } = await act(offerQuote, input({ replaces: quote.id }), seller)
    await act(acceptQuote, { id }, buyer)
    // then the statement is of this deal, and takes nothing of it elsewhere
    const deal = await facts(id)
    expect(deal.transactions).toMatchObject([{ txid, elsewhere: [] }])
    const account = drawUp(deal, now(), published.at(now()))
    expect(account).toMatchObject({ paid: 900 })
  })

  it.each<[string, Transfer.Counted["towards"]["kind"], boolean, number]>([
    ["an entry of the Register of Compliance", "entry", false, 1],
    ["an invoice of the court", "invoice", false, 1],
    ["an entry, until a reorganisation removed it", "entry", true, 0],
    ["a hold that it was paid out of", "hold", false, 0],
  ])("PD15 §8 given a transfer that counted towards %s", async (_, kind, isReversed, taken) => {
    const { facts, kept, pay, readsChain, sees, now } = await accepted()
    await pay({ txid })
    await readsChain()
    await sees([paid])
    const transfer = {
      network,
      asset: usdc,
      to: till,
      txid,
      index: paid.index,
      units: paid.units,
      height: 9,
      blockHash: "0x9",
      blockAt: now(),
    }
    const counted = Transfer.count(transfer, { towards: { kind, id: "one" }, cents: 500, at: now() })
    expect(counted.id).toBe(Transfer.idOf(transfer))
    await kept(Changed.put(Transfer.CountedTransfers, { ...counted, reversedAt: isReversed ? now() : null }))
    const elsewhere = (await facts()).transactions.flatMap((one) => one.elsewhere)
    expect(elsewhere).toEqual(taken === 0 ? [] : [{ how: "entry", on: "one", at: now(), cents: 500 }])
  })
})
