/** Thieves before the judge on the papers: one transfer on a chain that is read, proven by more than one kind of proof. */
import { describe, expect, it } from "vitest"
import { recordLook, recordTransaction } from "../../core/chains/index.ts"
import { network, till, txid, usdc, wallet } from "../../core/deals/testing/Accepted.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { fingerprintOf, records } from "../../core/proofs/index.ts"
import { setRail } from "../../core/quotes/index.ts"
import { put } from "../../core/testing/Put.ts"
import { registrar } from "../../core/testing/Stage.ts"
import { ordersOf, paid, payTo, played } from "./testing/Played.ts"

const chain = { role: "chain" } as const

/** A quote with a rail on a chain that the court reads, to which the buyer has sent the price from its own wallet. */
const sent = async () => {
  const court = await played()
  const { act, agents, quoteId } = court
  await act(recordLook, { network, tip: { height: 9, hash: "0x9" }, marks: [] }, chain)
  await act(setRail, { id: quoteId, network: "base", asset: "USDC", address: till }, agents.seller)
  const { id: agentId } = agents.buyer
  const key = {
    id: "key-buyer",
    agentId,
    handle: "buyer",
    method: "evm",
    name: `${network}:${wallet}`,
    fingerprint: fingerprintOf({ address: wallet }),
    jwk: null,
    address: wallet,
    document: null,
    provenAt: court.now(),
    endedAt: null,
  } as const
  await act(put, [Changed.put(records.ProvenKeys, key)], registrar)
  court.advance(1_000)
  const states = (on = quoteId) => court.lodges("buyer", "payment", { ref: on, txid })
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
  return { ...court, states, seen, claims }
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
    const other = await court.quoted({ deliverable: "Another" })
    const rail = { network: "base", asset: "USDC", address: till }
    await court.act(setRail, { id: other, ...rail }, court.agents.seller)
    await court.states()
    await court.states(other)
    await court.seen()
    court.ripens()
    const first = await court.undefended("buyer", await court.claims())
    const second = await court.undefended("buyer", await court.claims(other))
    const paidIn = [first, second].flatMap(ordersOf).filter(({ kind }) => kind === "pay")
    expect(paidIn).toEqual([paid("seller", 5_000)])
  })
})
