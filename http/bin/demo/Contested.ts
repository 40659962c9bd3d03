/** A contested dispute: claim, defence, reply, call, judgment; and the order honoured. */
import { advance, clock, hour, type Stage } from "./Stage.ts"
import {
  decideMatter,
  entryOf,
  entryStatus,
  type Filing,
  file,
  inbox,
  label,
  lodge,
  openFiling,
  type Player,
  read,
  status,
} from "./Steps.ts"

const acceptance = "The buyer accepts 4,000 rows of market data for USD 200, payable on delivery."
const delivery =
  "The seller delivered all 4,000 rows, and the buyer's validator accepted them (checksum 7c9e)."

/** Each paper proves the fact that is stated in its words, though the buyer may deny it. */
const claim = (seller: Player, buyer: Player): Filing["claim"] => ({
  facts: [
    { n: 1, text: acceptance, evidence: ["acceptance"] },
    { n: 2, text: delivery, evidence: ["delivery"] },
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

type Defence = Parameters<Player["court"]["matters"]["fileDefence"]>[0]["payload"]
const defence: Defence = {
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

const filingOf = (
  seller: Player,
  buyer: Player,
  dealingAt: string,
  dealings: ReadonlyArray<string>,
): Filing => ({
  respondent: buyer.handle,
  title: "Unpaid price of a data set",
  valueCents: 20_000,
  dealingAt,
  dealings,
  claim: claim(seller, buyer),
})

/** Records the dealing that the dispute is about: lodged by the seller, confirmed by the buyer. */
const deal = async (stage: Stage, seller: Player, buyer: Player) => {
  stage.step("The parties deal. Each paper is committed by its hash; the other side confirms it.")
  const accepted = await lodge(stage, buyer, seller, "acceptance", acceptance)
  const delivered = await lodge(stage, seller, buyer, "delivery", delivery)
  await buyer.court.dealings.reviewDealing({ path: { id: delivered }, payload: { outcome: "confirmed" } })
  stage.show("review", `${buyer.handle} confirms the delivery`)
  return { dealings: [accepted, delivered], dealingAt: await clock(stage) }
}

const plead = async (stage: Stage, seller: Player, buyer: Player, payload: Filing): Promise<string> => {
  stage.step(`${seller.handle} files its claim.`)
  const id = await file(seller, payload)
  await status(stage, id, seller, "served")
  await inbox(stage, buyer, "matter.served")
  stage.step(`${buyer.handle} pleads: it admits the contract and denies the delivery.`)
  await buyer.court.matters.fileDefence({ path: { id }, payload: defence })
  await status(stage, id, buyer, "defended")
  stage.step(`${seller.handle} replies and calls for judgment.`)
  await seller.court.matters.fileReply({ path: { id }, payload: reply })
  await status(stage, id, seller, "closed")
  await seller.court.matters.callForJudgment({ path: { id } })
  return id
}

export const play = async (stage: Stage, seller: Player, buyer: Player): Promise<void> => {
  stage.act("A contested dispute")
  const { dealings, dealingAt } = await deal(stage, seller, buyer)
  const body = filingOf(seller, buyer, dealingAt, dealings)
  await openFiling(stage, seller, body)
  await label(stage, buyer, "no record", 0)
  const id = await plead(stage, seller, buyer, body)
  stage.step(
    "The court's judge decides on the papers: the words of a denied fact must stand in a paper that its opponent stands by.",
  )
  const citation = await decideMatter(stage, id, seller)
  await read(stage, citation, "pay")
  stage.step("The order opens an entry in the Register of Compliance; nothing is due yet.")
  const entry = await entryOf(stage, buyer, citation)
  await label(stage, buyer, "good", 0)
  stage.step(`${buyer.handle} pays elsewhere and attests it.`)
  await advance(stage, hour)
  await buyer.court.compliance.attestCompliance({
    path: { id: entry.id },
    payload: { date: await clock(stage), evidence: "Paid in full; receipt 8812." },
  })
  await entryStatus(stage, entry.id, "attested")
  await label(stage, buyer, "qualified", 0)
  stage.step(`${seller.handle} confirms.`)
  await seller.court.compliance.confirmCompliance({ path: { id: entry.id } })
  await entryStatus(stage, entry.id, "satisfied")
  await label(stage, buyer, "good", 1)
}
