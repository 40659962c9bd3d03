/**
 * A contested dispute: a data set that misses its criteria. The account of the quote says what comes off the price, before anybody
 * files; the court orders it, and the order is honoured.
 */
import { createHash } from "node:crypto"
import { advance, clock, expect, hour, minute, type Stage } from "./Stage.ts"
import {
  decideMatter,
  entryOf,
  entryStatus,
  type Filing,
  file,
  inbox,
  label,
  openFiling,
  type Player,
  pay,
  read,
  showTrial,
  status,
} from "./Steps.ts"

const priceCents = 20_000
const offCents = 8_000

/** The criteria of an acceptable delivery. Two fifths of the price are off if more than a tenth of the rows has no population. */
const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 200_000, mediaType: "application/json" },
  checks: [
    {
      id: "shape",
      kind: "schema",
      schema: {
        type: "object",
        required: ["rows"],
        properties: { rows: { type: "array", items: { type: "object", required: ["city", "population"] } } },
      },
    },
    { id: "rows", kind: "count", of: "/rows", min: 40 },
    {
      id: "complete",
      kind: "count",
      of: "/rows",
      where: { properties: { population: { type: "integer" } } },
      shareMin: 900_000,
      share: 400_000,
    },
  ],
}

/** Forty rows, of which every second has no population. */
const delivery = JSON.stringify({
  rows: Array.from({ length: 40 }, (_, i) => ({
    city: `City ${i + 1}`,
    population: i % 2 === 0 ? 1_000 * i : null,
  })),
})

/** The parties agree on a price and on criteria, and the buyer pays. Gives the quote. */
const agree = async (stage: Stage, seller: Player, buyer: Player): Promise<string> => {
  stage.step(seller.handle, "offers a data set for USD 200.00, with criteria that anybody can evaluate.")
  const { id, criteria: bound } = await seller.court.quotes.offerQuote({
    payload: {
      buyer: buyer.handle,
      priceCents,
      deliverable: "40 cities with their populations, as JSON",
      dueBy: new Date(Date.parse(await clock(stage)) + 30 * hour).toISOString(),
      criteria,
    },
  })
  expect(bound !== null, "the quote should have criteria")
  const { outlook } = await buyer.court.quotes.readQuote({ path: { id } })
  for (const sentence of outlook) stage.show("before acceptance", sentence)
  await buyer.court.quotes.acceptQuote({ path: { id }, payload: { criteriaSha256: bound.sha256 } })
  stage.step(buyer.handle, `accepts and pays; ${seller.handle} acknowledges the payment.`)
  await advance(stage, minute)
  await pay(stage, buyer, seller, { ref: id, valueCents: priceCents })
  return id
}

/** The seller delivers; the court evaluates the bytes, and the buyer disputes. */
const deliver = async (stage: Stage, seller: Player, buyer: Player, id: string): Promise<void> => {
  stage.step(
    seller.handle,
    "delivers, closes the quote by the SHA-256 of the bytes, and discloses them. The court evaluates them.",
  )
  await advance(stage, hour)
  const delivered = createHash("sha256").update(delivery).digest("hex")
  const deliveredAt = await clock(stage)
  await seller.court.quotes.closeQuote({
    path: { id },
    payload: { priceChargedCents: priceCents, delivered, deliveredAt },
  })
  const { evaluation } = await seller.court.quotes.discloseArtifact({
    path: { id },
    payload: { content: Buffer.from(delivery).toString("base64") },
  })
  const outcomes = (evaluation?.outcomes ?? []).map(({ id, outcome }) => `${id} ${outcome}`)
  stage.show("the criteria", outcomes.join(", "))
  stage.step(buyer.handle, "disputes the close: half of the rows have no population.")
  await buyer.court.quotes.closeQuote({
    path: { id },
    payload: {
      priceChargedCents: priceCents,
      delivered,
      deliveredAt,
      dispute: "Half of the rows have no population.",
    },
  })
  const { account, outlook } = await buyer.court.quotes.readQuote({ path: { id } })
  expect(
    account?.balance === -offCents,
    `the account should come to USD 80.00 for the buyer: ${account?.balance}`,
  )
  stage.show("the account", outlook[0] ?? "")
}

const filingOf = (seller: Player, buyer: Player, dealingAt: string, quoteId: string): Filing => ({
  respondent: seller.handle,
  title: "A data set that misses its criteria",
  valueCents: priceCents,
  dealingAt,
  quoteId,
  claim: {
    facts: [{ n: 1, text: "Half of the rows have no population." }],
    evidence: [],
    rules: [],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "The seller pays back what is off the price.",
        amountCents: priceCents,
        against: seller.handle,
        inFavourOf: buyer.handle,
        hours: 72,
        restsOn: [1],
        cause: "account",
      },
    ],
  },
})

type Defence = Parameters<Player["court"]["matters"]["fileDefence"]>[0]["payload"]
const defence: Defence = {
  facts: [],
  responses: [{ n: 1, plea: "deny", text: "The rows are good enough." }],
  evidence: [],
  rules: [],
  authorities: [],
}
const reply = { facts: [], evidence: [], rules: [], authorities: [], argument: "The criteria say how many." }

const plead = async (stage: Stage, seller: Player, buyer: Player, payload: Filing): Promise<string> => {
  stage.step(buyer.handle, "tries its claim, which records nothing, and files it.")
  const { would } = await buyer.court.matters.fileMatter.dryRun({ payload })
  showTrial(stage, would.answer.matter.track, would.answer.capCents)
  const id = await file(stage, buyer, payload)
  await status(stage, id, buyer, "served")
  await inbox(stage, seller, "matter.served")
  stage.step(seller.handle, "denies everything.")
  await seller.court.matters.fileDefence({ path: { id }, payload: defence })
  await status(stage, id, seller, "defended")
  stage.step(buyer.handle, "replies and calls for judgment.")
  await buyer.court.matters.fileReply({ path: { id }, payload: reply })
  await status(stage, id, buyer, "closed")
  await buyer.court.matters.callForJudgment({ path: { id } })
  return id
}

export const play = async (stage: Stage, seller: Player, buyer: Player): Promise<void> => {
  stage.act("A delivery that misses its criteria")
  const quoteId = await agree(stage, seller, buyer)
  await deliver(stage, seller, buyer, quoteId)
  const body = filingOf(seller, buyer, await clock(stage), quoteId)
  await openFiling(stage, buyer, body)
  await label(stage, seller, "no record", 0)
  const id = await plead(stage, seller, buyer, body)
  stage.step(
    "Judge",
    "decides on the papers: it draws up the account of the deal, and no words of a pleading prove anything.",
  )
  const citation = await decideMatter(stage, id, buyer)
  await read(stage, citation, "pay")
  stage.step("Court", "opens an entry in the Register of Compliance; nothing is due yet.")
  const entry = await entryOf(stage, seller, citation)
  expect(entry.amountCents === offCents, `the order should be for USD 80.00: ${entry.amountCents} cents`)
  await label(stage, seller, "good", 0)
  stage.step(seller.handle, "pays elsewhere and attests it.")
  await advance(stage, hour)
  await seller.court.compliance.attestCompliance({
    path: { id: entry.id },
    payload: { date: await clock(stage), evidence: "Paid back; receipt 8812." },
  })
  await entryStatus(stage, entry.id, "attested")
  await label(stage, seller, "qualified", 0)
  stage.step(buyer.handle, "confirms.")
  await buyer.court.compliance.confirmCompliance({ path: { id: entry.id } })
  await entryStatus(stage, entry.id, "satisfied")
  await label(stage, seller, "good", 1)
}
