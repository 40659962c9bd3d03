/** For tests: a court in which the buyer pays the seller on Base without a quote, and what signed papers and chains show of it. */
import { Reading, recordTransaction } from "../../chains/index.ts"
import { notarise } from "../../dealings/index.ts"
import type { Verified } from "../../evidence/index.ts"
import { reading } from "../../evidence/testing/Artifacts.ts"
import * as Changed from "../../kernel/Change.ts"
import { published } from "../../kernel/Schedule.ts"
import { fileMatter } from "../../matters/index.ts"
import { dealt } from "../../matters/testing/Dealt.ts"
import { ProvenKey, records } from "../../proofs/index.ts"
import { proofOf } from "../../proofs/testing/Proofs.ts"
import { claim } from "../../testing/Matters.ts"
import { put } from "../../testing/Put.ts"
import { readDebt } from "../Debt.ts"
import { network, till, txid, usdc, wallet } from "./Accepted.ts"

export type Terms = NonNullable<Verified.Examined["terms"]>[number]
const chain = { role: "chain" } as const

/** A court in which Base is read. The buyer claims back, by a cause, what it paid; `cents` is the sum of its claims. */
export const paying = async (cents: number) => {
  const court = await dealt(reading)
  const { act, agents, now, read } = court
  const proves = (of: "buyer" | "seller", fingerprint: string, address: string | null = null) => {
    const name = `${network}:${fingerprint}`
    const key = { id: name, agentId: agents[of].id, handle: of, name, fingerprint, address, provenAt: now() }
    return act(put, [Changed.put(records.ProvenKeys, proofOf({ ...key, method: "evm" }))], { role: "public" })
  }
  await proves("buyer", ProvenKey.fingerprintOf({ address: wallet }), wallet)
  await act(Reading.recordLook, { network, tip: { height: 9, hash: "0x9" }, marks: [] }, chain)
  const lodge = (kind: "offer" | "mandate", sha256: string, more: object = {}) =>
    act(notarise, { kind, counterparty: "seller", sha256, ...more }, agents.buyer)
  const pays = (ref: string, more: object = {}, by = agents.buyer) =>
    act(notarise, { kind: "payment", counterparty: "seller", ref, sha256: "11".repeat(32), ...more }, by)
  const sees = (units: string, more: object = {}) => {
    const transfer = { asset: usdc, from: wallet, to: till, units, index: 0, ...more }
    const mined = { network, height: 9, blockHash: "0x9", minedAt: now() }
    return act(recordTransaction, { txid, ...mined, transfers: [transfer] }, chain)
  }
  const deal = (id: string) =>
    read((reader) => readDebt(reader, id, { now: now(), terms: published.at(now()) }))
  const files = (on: string, contents: ReadonlyArray<string>, cause: "debt" | "mandate") => {
    const parties = { against: "seller", inFavourOf: "buyer" }
    const order = {
      kind: "pay",
      text: "Pay.",
      amountCents: cents,
      ...parties,
      restsOn: [1],
      cause,
      on,
    } as const
    const evidence = contents.map((content, i) => ({ label: `p${i}`, kind: "signature" as const, content }))
    const facts = [{ n: 1, text: "It is paid back." }]
    const filed = { ...court.against("buyer"), claim: claim({ facts, evidence, orders: [order] }) }
    return act(fileMatter, filed, agents.buyer)
  }
  return { ...court, proves, lodge, pays, sees, deal, files }
}
