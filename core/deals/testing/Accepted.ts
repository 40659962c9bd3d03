/** For tests: a court with an accepted quote that is paid at a rail on Base, and what a chain shows of its payments. */
import type { Deal } from "../../account/index.ts"
import { Reading, recordTransaction } from "../../chains/index.ts"
import { notarise } from "../../dealings/index.ts"
import type { Change } from "../../kernel/Change.ts"
import * as Changed from "../../kernel/Change.ts"
import { needPresent } from "../../kernel/Defect.ts"
import { published } from "../../kernel/Schedule.ts"
import { ProvenKey, records } from "../../proofs/index.ts"
import { proofOf } from "../../proofs/testing/Proofs.ts"
import { acceptQuote, quotes, setQuoteRail } from "../../quotes/index.ts"
import { opened } from "../../quotes/testing/Opened.ts"
import { put } from "../../testing/Put.ts"
import { dealOfQuote } from "../Quoted.ts"

export const network = "eip155:8453"
export const usdc = `${network}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
export const wallet = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"
export const till = "0x52908400098527886E0F7030069857D2E4169EE7"
export const txid = `0x${"ab".repeat(32)}`
const chain = { role: "chain" } as const
export const sha256 = "cd".repeat(32)

/** A court with an accepted quote that is paid at a rail on Base. */
export const accepted = async () => {
  const court = await opened()
  const quote = await court.offer()
  const rail = { network: "base", asset: "USDC", address: till }
  await court.act(setQuoteRail, { id: quote.id, ...rail }, court.seller)
  await court.act(acceptQuote, { id: quote.id }, court.buyer)
  const facts = async (id = quote.id): Promise<Deal.QuoteDeal> => {
    const context = { now: court.now(), terms: published.at(court.now()) }
    const read = await court.read((reader) => quotes.need(reader, id))
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
    court.act(Reading.recordLook, { network, tip: { height: 9, hash: "0x9" }, marks: [] }, chain)
  const kept = (...changes: ReadonlyArray<Change>) => court.act(put, changes, { role: "public" })
  const proves = (agent: { readonly id: string; readonly handle: string }, address: string) => {
    const key = proofOf({
      id: `key-${agent.handle}-${address}`,
      agentId: agent.id,
      handle: agent.handle,
      method: "evm",
      name: `${network}:${address}`,
      fingerprint: ProvenKey.fingerprintOf({ address }),
      address,
      provenAt: court.now(),
    })
    return kept(Changed.put(records.ProvenKeys, key))
  }
  const sees = (
    transfers: ReadonlyArray<{ from: string; to: string; units: string; index: number; asset?: string }>,
    on = network,
    transaction = txid,
  ) =>
    court.act(
      recordTransaction,
      {
        txid: transaction,
        network: on,
        height: 9,
        blockHash: "0x9",
        minedAt: court.now(),
        transfers: transfers.map((one) => ({ asset: usdc, ...one })),
      },
      chain,
    )
  return { ...court, quote, facts, pay, readsChain, kept, proves, sees }
}
