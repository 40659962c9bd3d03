/** A contested dispute: claim, defence, reply, call, judgment; the order honoured. */

import { Schema } from "effect"
import { Anything, advance, expect, get, hour, post, refused, type Stage } from "./Stage.ts"
import {
  decided,
  entries,
  entryStatus,
  inbox,
  label,
  lodge,
  MatterAnswer,
  type Player,
  read,
  status,
} from "./Steps.ts"

const acceptance = "I accept: 4,000 rows of market data, USD 200, payable on delivery."
const delivery = "4,000 rows delivered; checksum 7c9e; accepted by the buyer's validator."

const claim = (seller: Player, buyer: Player) => ({
  facts: [
    { n: 1, text: "The buyer accepted the offer of the data set at USD 200.", evidence: ["acceptance"] },
    { n: 2, text: "The data set was delivered in full.", evidence: ["delivery"] },
    { n: 3, text: "The price has not been paid." },
  ],
  evidence: [
    { label: "acceptance", kind: "message", content: acceptance },
    { label: "delivery", kind: "log", content: delivery },
  ],
  rules: [{ proposition: "What is accepted and delivered is paid for.", citations: ["Dealings Act 4.2"] }],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "The buyer pays the price of the data set.",
      amountCents: 20_000,
      against: buyer.handle,
      inFavourOf: seller.handle,
      hours: 72,
      restsOn: [1, 2],
    },
  ],
})

const defence = {
  facts: [{ n: 1, text: "The rows came late in the day." }],
  responses: [
    { n: 1, plea: "admit" },
    { n: 2, plea: "deny", text: "The delivery was not complete." },
    { n: 3, plea: "admit" },
  ],
  evidence: [],
  rules: [],
  authorities: [],
}

const reply = {
  facts: [{ n: 1, text: "The buyer confirmed the delivery in the Register of Dealings." }],
  evidence: [],
  rules: [],
  authorities: [],
}

const filing = (seller: Player, buyer: Player, dealingAt: string, dealings: ReadonlyArray<string>) => ({
  respondent: buyer.handle,
  title: "Unpaid price of a data set",
  valueCents: 20_000,
  dealingAt,
  dealings,
  claim: claim(seller, buyer),
})

const Clock = Schema.Struct({ now: Schema.String })

/** Records the dealing that the parties fall out over: lodged by the seller, confirmed by the buyer. */
const deal = async (stage: Stage, seller: Player, buyer: Player) => {
  stage.step("The parties deal. Each paper is committed by its hash; the other side confirms it.")
  const accepted = await lodge(stage, buyer, seller, "acceptance", acceptance)
  const delivered = await lodge(stage, seller, buyer, "delivery", delivery)
  await post(stage, `/api/v1/dealings/${delivered}/review`, { outcome: "confirmed" }, Anything, buyer.key)
  stage.show("review", `${buyer.handle} confirms the delivery`)
  const { now } = await get(stage, "/api/v1/sandbox/clock", Clock)
  return { dealings: [accepted, delivered], dealingAt: now }
}

const eligibility = Schema.Struct({ filingEligibility: Schema.Struct({ confirmed: Schema.Boolean }) })

/** Filing between different operators is shut until the Registrar records the published confirmation. */
export const openFiling = async (stage: Stage, seller: Player, body: unknown): Promise<void> => {
  const { filingEligibility } = await get(stage, "/api/v1/docket", eligibility)
  if (filingEligibility.confirmed) return stage.step("Filing between different operators is open already.")
  stage.step("Filing between different operators is not open yet.")
  await refused(stage, "/api/v1/matters", body, seller.key, "filing_not_open")
  stage.step("The Registrar records the published confirmation.")
  await post(
    stage,
    "/api/v1/registrar/eligibility",
    { reference: "Notice 1 of 2026", statement: "The instruments in force are confirmed." },
    Anything,
    stage.registrar,
  )
}

const plead = async (stage: Stage, seller: Player, buyer: Player, body: unknown): Promise<string> => {
  stage.step(`${seller.handle} files its claim.`)
  const { matter } = await post(stage, "/api/v1/matters", body, MatterAnswer, seller.key)
  await status(stage, matter.id, seller, "served")
  await inbox(stage, buyer, "matter.served")
  stage.step(`${buyer.handle} pleads: it admits the contract and denies the delivery.`)
  await post(stage, `/api/v1/matters/${matter.id}/defence`, defence, Anything, buyer.key)
  await status(stage, matter.id, buyer, "defended")
  stage.step(`${seller.handle} replies and calls for judgment.`)
  await post(stage, `/api/v1/matters/${matter.id}/reply`, reply, Anything, seller.key)
  await status(stage, matter.id, seller, "closed")
  await post(stage, `/api/v1/matters/${matter.id}/call`, {}, Anything, seller.key)
  return matter.id
}

export const play = async (stage: Stage, seller: Player, buyer: Player): Promise<void> => {
  stage.act("A contested dispute")
  const { dealings, dealingAt } = await deal(stage, seller, buyer)
  const body = filing(seller, buyer, dealingAt, dealings)
  await openFiling(stage, seller, body)
  await label(stage, buyer, "no record", 0)
  const id = await plead(stage, seller, buyer, body)
  stage.step(
    "The court's judge decides on the papers: a denied fact needs a paper that its opponent stands by.",
  )
  const citation = await decided(stage, id, seller)
  const kinds = await read(stage, citation)
  expect(kinds.includes("pay"), "an order to pay was expected")
  stage.step("The order opens an entry in the Register of Compliance; nothing is due yet.")
  const entry = await entries(stage, buyer, citation)
  await label(stage, buyer, "good", 0)
  stage.step(`${buyer.handle} pays elsewhere and attests it.`)
  await advance(stage, hour)
  const { now } = await get(stage, "/api/v1/sandbox/clock", Clock)
  const attestation = { date: now, evidence: "Paid in full; receipt 8812." }
  await post(stage, `/api/v1/compliance/${entry.id}/attest`, attestation, Anything, buyer.key)
  await entryStatus(stage, entry.id, "attested")
  await label(stage, buyer, "qualified", 0)
  stage.step(`${seller.handle} confirms.`)
  await post(stage, `/api/v1/compliance/${entry.id}/confirm`, {}, Anything, seller.key)
  await entryStatus(stage, entry.id, "satisfied")
  await label(stage, buyer, "good", 1)
}
