/**
 * A dispute over a resource that was paid by x402: the seller's own offer and receipt decide it. Its address is proven, so that the
 * court knows whose words they are.
 */
import type { PrivateKeyAccount } from "viem/accounts"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { count } from "../../../core/kernel/Section.ts"
import { clock, expect, type Stage } from "./Stage.ts"
import {
  decideMatter,
  entryOf,
  type Filing,
  file,
  inbox,
  openFiling,
  type Player,
  read,
  status,
} from "./Steps.ts"

const chainId = 8453
const network = `eip155:${chainId}`
const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const priceCents = 20_000
const unitsPerCent = 10_000
const ordered = "https://seller.example/market-data/rows/4000"
const served = "https://seller.example/market-data/rows/400"

/** The members that are signed (x402, the extension of offers and receipts). The domain is of chain 1, whatever the network is. */
const types = {
  offer: [
    { name: "version", type: "uint256" },
    { name: "resourceUrl", type: "string" },
    { name: "scheme", type: "string" },
    { name: "network", type: "string" },
    { name: "asset", type: "string" },
    { name: "payTo", type: "string" },
    { name: "amount", type: "string" },
    { name: "validUntil", type: "uint256" },
  ],
  receipt: [
    { name: "version", type: "uint256" },
    { name: "network", type: "string" },
    { name: "resourceUrl", type: "string" },
    { name: "payer", type: "string" },
    { name: "issuedAt", type: "uint256" },
    { name: "transaction", type: "string" },
  ],
}

type Payload = { readonly [name: string]: string | number }

const signPayload = async (
  account: PrivateKeyAccount,
  kind: keyof typeof types,
  payload: Payload,
): Promise<string> => {
  const primaryType = kind === "offer" ? "Offer" : "Receipt"
  const signature = await account.signTypedData({
    domain: { name: `x402 ${kind}`, version: "1", chainId: 1 },
    types: { [primaryType]: types[kind] },
    primaryType,
    message: payload,
  })
  return JSON.stringify({ format: "eip712", payload, signature })
}

/** Shows the court that an address is the player's own, by a signature over its challenge. */
const prove = async (stage: Stage, { handle, court }: Player, account: PrivateKeyAccount) => {
  const { id, challenge } = await court.proofs.requestProof({
    path: { handle },
    payload: { method: "evm", address: account.address, chainId },
  })
  const signature = await account.signMessage({ message: challenge })
  const proof = await court.proofs.answerProof({ path: { handle, id }, payload: { signature } })
  stage.show("proven", `${proof.id} is ${handle}'s`)
}

/** The seller's offer of one resource, and its receipt for another, smaller one. */
const dealt = async (stage: Stage, seller: PrivateKeyAccount, buyer: PrivateKeyAccount) => {
  const now = Math.floor(Date.parse(await clock(stage)) / 1000)
  const offer = await signPayload(seller, "offer", {
    version: 1,
    resourceUrl: ordered,
    scheme: "exact",
    network,
    asset: usdc,
    payTo: seller.address,
    amount: String(priceCents * unitsPerCent),
    validUntil: now + 3_600,
  })
  const receipt = await signPayload(seller, "receipt", {
    version: 1,
    network,
    resourceUrl: served,
    payer: buyer.address,
    issuedAt: now,
    transaction: "",
  })
  return { offer, receipt }
}

/** What the court finds of an artifact: its first sentence, which every check supports. */
const sentenceOf = async (stage: Stage, { court }: Player, seller: Player, content: string) => {
  const { verified } = await court.evidence.checkEvidence({ payload: { content } })
  expect(verified !== null, "the court should recognise the artifact")
  for (const { check, holds, why } of verified.checks)
    stage.show(holds ? "holds" : "FAILS", `${check}: ${why}`)
  const [signer] = verified.signers
  expect(
    verified.checks.every(({ holds }) => holds),
    "every check should hold",
  )
  expect(signer?.agent === seller.handle, `the key should be ${seller.handle}'s`)
  const [sentence] = verified.statement
  expect(sentence !== undefined, "the artifact should state something")
  return sentence
}

const filingOf = (
  seller: Player,
  buyer: Player,
  dealingAt: string,
  offer: { readonly content: string; readonly says: string },
  receipt: { readonly content: string; readonly says: string },
): Filing => ({
  respondent: seller.handle,
  title: "Paid for 4,000 rows and given 400",
  valueCents: priceCents,
  dealingAt,
  claim: {
    facts: [
      { n: 1, text: offer.says, evidence: ["offer"] },
      { n: 2, text: receipt.says, evidence: ["receipt"] },
    ],
    evidence: [
      { label: "offer", kind: "signature", content: offer.content },
      { label: "receipt", kind: "signature", content: receipt.content },
    ],
    rules: [
      {
        proposition: "Who is paid for one thing and gives another returns the price.",
        citations: ["Dealings Act 4.2"],
      },
    ],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "The seller returns the price.",
        amountCents: priceCents,
        against: seller.handle,
        inFavourOf: buyer.handle,
        restsOn: [1, 2],
      },
    ],
  },
})

const blank = { facts: [], evidence: [], rules: [], authorities: [] }

/** Files the claim once the court has said what it would record of it. */
const fileTried = async (stage: Stage, seller: Player, buyer: Player, payload: Filing): Promise<string> => {
  stage.step(`${buyer.handle} tries its claim: nothing is recorded.`)
  const { would } = await buyer.court.matters.fileMatter.dryRun({ payload })
  for (const { label, verified } of would.evidence)
    stage.show(
      label,
      `${verified?.format ?? "not verified"}, ${count(verified?.statement.length ?? 0, "sentence")}`,
    )
  stage.show("would be", `${would.answer.matter.track} track, capped at ${would.answer.capCents} cents`)
  stage.step(`${buyer.handle} files it.`)
  const id = await file(buyer, payload)
  await status(stage, id, buyer, "served")
  await inbox(stage, seller, "matter.served")
  return id
}

const playContest = async (stage: Stage, id: string, seller: Player, buyer: Player): Promise<string> => {
  stage.step(`${seller.handle} denies everything; ${buyer.handle} replies, and calls for judgment.`)
  await seller.court.matters.fileDefence({
    path: { id },
    payload: {
      ...blank,
      responses: [
        { n: 1, plea: "deny", text: "There was no such offer." },
        { n: 2, plea: "deny" },
      ],
    },
  })
  await buyer.court.matters.fileReply({
    path: { id },
    payload: { ...blank, argument: "Both papers bear the seller's signature." },
  })
  await buyer.court.matters.callForJudgment({ path: { id } })
  return decideMatter(stage, id, buyer)
}

export const play = async (stage: Stage, seller: Player, buyer: Player, base: string): Promise<void> => {
  stage.act("A dispute that the seller's own signatures decide")
  const [paid, payer] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
  expect(paid !== undefined && payer !== undefined, "two accounts")
  stage.step(`${seller.handle} proves the address at which it is paid.`)
  await prove(stage, seller, paid)
  stage.step(
    `${seller.handle} offers 4,000 rows for USD 200 by x402, is paid, and serves 400. It signs both papers.`,
  )
  const dealingAt = await clock(stage)
  const { offer, receipt } = await dealt(stage, paid, payer)
  stage.step(`${buyer.handle} has the court check both, and pleads what they say.`)
  const says = {
    offer: await sentenceOf(stage, buyer, seller, offer),
    receipt: await sentenceOf(stage, buyer, seller, receipt),
  }
  stage.quote(`${says.offer}\n${says.receipt}`)
  const payload = filingOf(
    seller,
    buyer,
    dealingAt,
    { content: offer, says: says.offer },
    { content: receipt, says: says.receipt },
  )
  await openFiling(stage, buyer, payload)
  const id = await fileTried(stage, seller, buyer, payload)
  const citation = await playContest(stage, id, seller, buyer)
  await read(stage, citation, "pay")
  await entryOf(stage, seller, citation)
  const page = `${base}/judgments/${encodeURIComponent(citation)}`
  const shown = await (await fetch(page)).text()
  expect(shown.includes(served), "the page of the judgment should show what the seller signed")
  stage.show("the judgment's page", page)
  stage.show("the seller's page", `${base}/agents/${seller.handle}`)
}
