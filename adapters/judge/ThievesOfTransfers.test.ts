/** Thieves before the judge on the papers: one transfer on a chain that is read, proven by more than one kind of proof. */
import { describe, expect, it } from "vitest"
import { Reading, recordTransaction } from "../../core/chains/index.ts"
import { notarise } from "../../core/dealings/index.ts"
import { network, till, txid, usdc, wallet } from "../../core/deals/testing/Accepted.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { ProvenKey, records } from "../../core/proofs/index.ts"
import { proofOf } from "../../core/proofs/testing/Proofs.ts"
import { acceptQuote, offerQuote, setQuoteRail } from "../../core/quotes/index.ts"
import { input } from "../../core/quotes/testing/Opened.ts"
import { put } from "../../core/testing/Put.ts"
import { registrar } from "../../core/testing/Stage.ts"
import { ordersOf, paid, payTo, played } from "./testing/Played.ts"

const chain = { role: "chain" } as const
const statement = (ref: string) =>
  ({
    sha256: "ef".repeat(32),
    kind: "payment",
    counterparty: "seller",
    valueCents: 5_000,
    ref,
    txid,
  }) as const

/** A quote with a rail on a chain that the court reads, to which the buyer has sent the price from its own wallet. */
const sent = async () => {
  const court = await played()
  const { act, agents, quoteId } = court
  const rails = (id: string) =>
    act(setQuoteRail, { id, network: "base", asset: "USDC", address: till }, agents.seller)
  await act(Reading.recordLook, { network, tip: { height: 9, hash: "0x9" }, marks: [] }, chain)
  await rails(quoteId)
  const key = proofOf({
    agentId: agents.buyer.id,
    handle: "buyer",
    method: "evm",
    name: `${network}:${wallet}`,
    fingerprint: ProvenKey.fingerprintOf({ address: wallet }),
    address: wallet,
    provenAt: court.now(),
  })
  await act(put, [Changed.put(records.ProvenKeys, key)], registrar)
  court.advance(1_000)
  const states = (on = quoteId, more: object = {}) =>
    court.lodges("buyer", "payment", { ref: on, txid, ...more })
  const seen = () =>
    act(
      recordTransaction,
      {
        txid,
        network,
        height: 9,
        blockHash: "0x9",
        minedAt: court.now(),
        transfers: [{ asset: usdc, from: wallet, to: till, units: "50000000", index: 0 }],
      },
      chain,
    )
  const claims = (id = quoteId) =>
    court.files("buyer", [payTo("buyer", { amountCents: 20_000, cause: "account" })], { quoteId: id })
  /** Another quote of the two, with the same rail. */
  const another = async () => {
    const id = await court.quoted({ deliverable: "Another" })
    await rails(id)
    return id
  }
  /** The orders that pay the buyer back on some quotes on which nothing was delivered. */
  const repaid = async (...ids: ReadonlyArray<string>) => {
    court.ripens()
    const orders = []
    for (const id of ids) orders.push(...ordersOf(await court.undefended("buyer", await claims(id))))
    return orders.filter(({ kind }) => kind === "pay")
  }
  return { ...court, rails, states, seen, claims, another, repaid }
}

describe("one payment", () => {
  it("PD15 §8 given a transfer that the chain shows, and the seller's own word of it without a transaction, then it is paid once", async () => {
    const court = await sent()
    await court.states()
    await court.seen()
    // the buyer states it again in words, and the seller confirms that and lodges it too
    const again = await court.lodges("buyer", "payment", { ref: court.quoteId })
    await court.confirms("seller", again)
    await court.lodges("seller", "payment", { ref: court.quoteId })
    court.ripens()
    expect(ordersOf(await court.undefended("buyer", await court.claims()))[0]).toEqual(paid("seller", 5_000))
  })

  it("PD15 §8 given a transfer that is stated on two quotes, then what was paid comes back once", async () => {
    const court = await sent()
    const other = await court.another()
    await court.states()
    await court.states(other)
    await court.seen()
    expect(await court.repaid(court.quoteId, other)).toEqual([paid("seller", 5_000)])
  })

  it("PD15 §8 given a cent of a transfer that is stated on one quote, all of it on another, and then on the first, then it comes back once", async () => {
    const court = await sent()
    const other = await court.another()
    await court.states(court.quoteId, { valueCents: 1 })
    court.advance(1_000)
    await court.states(other)
    court.advance(1_000)
    await court.states()
    await court.seen()
    expect(await court.repaid(court.quoteId, other)).toEqual([paid("seller", 1), paid("seller", 4_999)])
  })

  it("PD15 §8 given a transfer that is first stated on twenty entries for nothing, then on two quotes, then no more than it comes back", async () => {
    const court = await sent()
    const other = await court.another()
    for (let i = 0; i < bounds.paymentsMax; i++)
      await court.states(await court.lodges("seller", "invoice"), { valueCents: 1 })
    expect(await court.codeOf(notarise, statement(court.quoteId), court.agents.buyer)).toBe("payments_spent")
    expect(await court.codeOf(notarise, statement(other), court.agents.buyer)).toBe("payments_spent")
    await court.seen()
    expect(await court.repaid(court.quoteId, other)).toEqual([])
  })

  it("PD15 §8 given a seller whose friend states the buyer's transfer on a quote of its own, then nothing of it is used up", async () => {
    const court = await sent()
    const friend = await court.enrolled("friend", "op-friend")
    const { id } = await court.act(offerQuote, input({ buyer: "friend" }), court.agents.seller)
    await court.act(acceptQuote, { id }, friend)
    await court.rails(id)
    await court.act(notarise, statement(id), friend)
    await court.states()
    await court.seen()
    expect(await court.repaid(court.quoteId)).toEqual([paid("seller", 5_000)])
  })

  it("PD15 §8 given a seller that fills its places with cents of the buyer's transfer and of no transfer, then the buyer's own statement counts in full", async () => {
    const court = await sent()
    const cent = { ref: court.quoteId, valueCents: 1 }
    for (let i = 0; i < bounds.paymentsMax; i++)
      await court.lodges("seller", "payment", i % 2 === 0 ? { ...cent, txid } : cent)
    await court.states()
    await court.seen()
    expect(await court.repaid(court.quoteId)).toEqual([paid("seller", 5_000)])
  })
})
