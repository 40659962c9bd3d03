/** For tests: a court on the memory store, with a buyer and a seller that deal under a condition of the laboratory. */
import { publishStake } from "../../../../core/agents/index.ts"
import { Reading } from "../../../../core/chains/index.ts"
import { digest } from "../../../../core/criteria/index.ts"
import { holding } from "../../../../core/holds/testing/Court.ts"
import * as Changed from "../../../../core/kernel/Change.ts"
import { days, hours } from "../../../../core/kernel/Time.ts"
import { recordEligibility } from "../../../../core/matters/index.ts"
import { ProvenKey, records as proofRecords } from "../../../../core/proofs/index.ts"
import { acceptQuote, offerQuote, setQuoteRail } from "../../../../core/quotes/index.ts"
import { input } from "../../../../core/quotes/testing/Opened.ts"
import { registrar } from "../../../../core/testing/Stage.ts"
import { type Condition, payments } from "../Conditions.ts"
import { document, figures } from "../Goods.ts"

export const network = "eip155:8453"
export const usdc = `${network}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
export const wallet = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"
export const till = "0x52908400098527886E0F7030069857D2E4169EE7"
export const chain = { role: "chain" } as const

/** Whether the court reads the chain on which a deal is paid. */
export const isRead = ({ payment }: Condition): boolean =>
  payments[payment].by === "read chain" || payments[payment].by === "hold"

/** A court with a buyer and a seller that have the stake of a condition. */
export const opened = async (condition: Condition) => {
  const { stakeCents } = condition
  const court = await holding([])
  const agents = {
    supplier: await court.enrolled("seller", "op-seller"),
    buyer: await court.enrolled("buyer", "op-buyer"),
  }
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  for (const agent of Object.values(agents))
    await court.act(publishStake, { handle: agent.handle, stakeCents }, agent)
  const key: ProvenKey.ProvenKey = {
    id: "key",
    agentId: agents.buyer.id,
    handle: "buyer",
    method: "evm",
    name: `${network}:${wallet}`,
    fingerprint: ProvenKey.fingerprintOf({ address: wallet }),
    jwk: null,
    address: wallet,
    document: null,
    provenAt: court.now(),
    endedAt: null,
  }
  await court.kept([Changed.put(proofRecords.ProvenKeys, key)])
  if (isRead(condition))
    await court.act(Reading.recordLook, { network, tip: { height: 9, hash: "0x9" }, marks: [] }, chain)
  court.advance(days(1) - (court.now() % days(1)))
  return { ...court, agents }
}
export type Opened = Awaited<ReturnType<typeof opened>>

/** An accepted quote at the laboratory's price under a condition. */
export const quoted = async (
  court: Opened,
  { measure, payment, otherwiseMillionths }: Condition,
  inspectionHours: number,
) => {
  const body = {
    priceCents: figures.priceCents,
    dueBy: court.now() + hours(figures.dueHours),
    inspectionHours,
    remedies: {
      lateMillionthsPerHour: figures.lateMillionthsPerHour,
      ...(otherwiseMillionths === null ? {} : { otherwiseMillionths }),
    },
    ...(measure === "criteria" ? { criteria: document } : {}),
  }
  const { id } = await court.act(offerQuote, input(body), court.agents.supplier)
  if (payments[payment].by !== "outside")
    await court.act(
      setQuoteRail,
      { id, network: "base", asset: "USDC", address: till },
      court.agents.supplier,
    )
  const agreed = measure === "criteria" ? { criteriaSha256: digest(document) } : {}
  await court.act(acceptQuote, { id, ...agreed }, court.agents.buyer)
  return id
}
