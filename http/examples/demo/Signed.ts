/**
 * A dispute over a data set that was paid by x402 on a local chain. The court reads the transfer from the buyer's proven address to the
 * seller's rail, evaluates what was delivered, and orders the balance. The seller's signed offer and receipt are evidence, and decide nothing.
 */
import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Account, EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import { count } from "../../../core/kernel/Section.ts"
import { advance, clock, expect, hour, minute, type Stage } from "./Stage.ts"
import {
  decideMatter,
  entryOf,
  type Filing,
  file,
  inbox,
  openFiling,
  type Player,
  read,
  showTrial,
  status,
} from "./Steps.ts"

const chainId = 8453
const network = `eip155:${chainId}`
const unitsPerCent = 10_000
const resource = "https://seller.example/market-data/rows"

interface Papers {
  readonly offer: string
  readonly receipt: string
}

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

const signPayload = async (account: Account, kind: keyof typeof types, payload: Payload): Promise<string> => {
  const primaryType = kind === "offer" ? "Offer" : "Receipt"
  const signature = await account.signTypedData({
    domain: { name: `x402 ${kind}`, version: "1", chainId: 1 },
    types: { [primaryType]: types[kind] },
    primaryType,
    message: payload,
  })
  return JSON.stringify({ format: "eip712", payload, signature })
}

/** The seller's offer and its receipt, signed as x402 has it. */
const signPapers = async (
  { seller, buyer, token }: Pick<EscrowChain, "seller" | "buyer" | "token">,
  paid: { readonly priceCents: number; readonly transaction: string; readonly at: number },
): Promise<Papers> => {
  const now = Math.floor(paid.at / 1000)
  const offer = await signPayload(seller, "offer", {
    version: 1,
    resourceUrl: resource,
    scheme: "exact",
    network,
    asset: token,
    payTo: seller.address,
    amount: String(paid.priceCents * unitsPerCent),
    validUntil: now + 3_600,
  })
  const receipt = await signPayload(seller, "receipt", {
    version: 1,
    network,
    resourceUrl: resource,
    payer: buyer.address,
    issuedAt: now,
    transaction: paid.transaction,
  })
  return { offer, receipt }
}

const priceCents = 20_000
const offCents = 18_000
/** More blocks than the court waits for. */
const confirmations = 40

/** The criteria of an acceptable delivery. Nine tenths of the price are off if it has fewer than 3,000 rows. */
const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 200_000, mediaType: "application/json" },
  checks: [
    {
      id: "shape",
      kind: "schema",
      schema: { type: "object", required: ["rows"], properties: { rows: { type: "array" } } },
    },
    { id: "enough", kind: "count", of: "/rows", min: 3_000, share: 900_000 },
  ],
}

const delivery = JSON.stringify({ rows: Array.from({ length: 300 }, (_, i) => [i + 1, 100 + (i % 7)]) })

/** Shows the court that an address is the player's own, by a signature over its challenge. */
export const prove = async (stage: Stage, { handle, court }: Player, account: Account) => {
  const { id, challenge } = await court.proofs.requestProof({
    path: { handle },
    payload: { method: "evm", address: account.address, chainId },
  })
  const signature = await account.signMessage({ message: challenge })
  const proof = await court.proofs.answerProof({ path: { handle, id }, payload: { signature } })
  stage.show("proven", `${proof.id} is ${handle}'s`)
}

/** The parties agree on a price, on criteria and on where it is paid. Gives the quote. */
const agree = async (stage: Stage, chain: EscrowChain, seller: Player, buyer: Player): Promise<string> => {
  stage.step(seller.handle, "offers 3,000 rows for USD 200.00 and names the address where it is paid.")
  const { id, criteria: bound } = await seller.court.quotes.offerQuote({
    payload: {
      buyer: buyer.handle,
      priceCents,
      deliverable: "3,000 rows of market data, as JSON",
      dueBy: new Date(Date.parse(await clock(stage)) + 50 * hour).toISOString(),
      criteria,
    },
  })
  expect(bound !== null, "the quote should have criteria")
  const rail = { network: "base", asset: "USDC", address: chain.seller.address }
  await seller.court.quotes.setQuoteRail({ path: { id }, payload: rail })
  const { outlook } = await buyer.court.quotes.readQuote({ path: { id } })
  for (const sentence of outlook) stage.show("before acceptance", sentence)
  await buyer.court.quotes.acceptQuote({ path: { id }, payload: { criteriaSha256: bound.sha256 } })
  stage.show("the quote", `accepted by ${buyer.handle}`)
  return id
}

const looks = 100
/** The finding of a line of the account, as the buyer reads it. */
const findingOf = async ({ court }: Player, id: string, line: "paid" | "delivered" | "conforming") => {
  const { account } = await court.quotes.readQuote({ path: { id } })
  return account?.lines.find((one) => one.line === line)?.finding
}

/** The buyer pays on the chain and states the transaction; the court's reader finds it. Gives the transaction. */
const payOnChain = async (
  stage: Stage,
  chain: EscrowChain,
  { seller, buyer, id }: { readonly seller: Player; readonly buyer: Player; readonly id: string },
): Promise<string> => {
  stage.step(
    buyer.handle,
    "pays from its proven address, as x402 settles by a transfer of USDC, and states the transaction.",
  )
  await advance(stage, minute)
  await chain.goTo(Date.parse(await clock(stage)))
  const units = BigInt(priceCents * unitsPerCent)
  await chain.fund(chain.deployed.x402r.escrow, units)
  const sent = [chain.seller.address, units]
  const txid = await chain.send(chain.buyer, "TestToken", chain.token, "transfer", sent)
  stage.show("paid on chain", txid)
  await buyer.court.dealings.notarise({
    payload: {
      sha256: createHash("sha256").update(txid).digest("hex"),
      kind: "payment",
      counterparty: seller.handle,
      valueCents: priceCents,
      ref: id,
      txid,
    },
  })
  stage.show("paid, by the account", `${await findingOf(buyer, id, "paid")}: not confirmed by the chain yet`)
  await chain.anvil.mine(confirmations)
  for (let i = 0; i < looks && (await findingOf(buyer, id, "paid")) !== "found"; i++) await sleep(100)
  const { account } = await buyer.court.quotes.readQuote({ path: { id } })
  expect(account?.paid === priceCents, `the court should find USD 200.00 on the chain: ${account?.paid}`)
  stage.show("paid, by the account", "found: the court read the transfer; nobody had to acknowledge it")
  return txid
}

/** Shows what the court finds of an artifact, of which every check must hold. */
const showChecked = async (stage: Stage, { court }: Player, seller: Player, content: string) => {
  const { verified } = await court.evidence.checkEvidence({ payload: { content } })
  expect(verified !== null, "the court should recognise the artifact")
  const names = verified.checks.map(({ check }) => check)
  stage.show(count(names.length, "check"), names.join(", "))
  const [signer] = verified.signers
  expect(
    verified.checks.every(({ holds }) => holds),
    "every check should hold",
  )
  expect(signer?.agent === seller.handle, `the key should be ${seller.handle}'s`)
  for (const sentence of verified.statement) stage.show("it says", sentence)
}

/** The seller delivers a tenth of what was ordered; the court evaluates the bytes, and the buyer disputes. */
const deliver = async (stage: Stage, seller: Player, buyer: Player, id: string): Promise<void> => {
  stage.step(seller.handle, "delivers 300 rows, closes the quote by their SHA-256, and discloses them.")
  await advance(stage, hour)
  const delivered = createHash("sha256").update(delivery).digest("hex")
  const close = { priceChargedCents: priceCents, delivered, deliveredAt: await clock(stage) }
  await seller.court.quotes.closeQuote({ path: { id }, payload: close })
  const { evaluation } = await seller.court.quotes.discloseArtifact({
    path: { id },
    payload: { content: Buffer.from(delivery).toString("base64") },
  })
  const outcomes = (evaluation?.outcomes ?? []).map(({ id, outcome }) => `${id} ${outcome}`)
  stage.show("the criteria", outcomes.join(", "))
  const dispute = "There are 300 rows."
  await buyer.court.quotes.closeQuote({ path: { id }, payload: { ...close, dispute } })
  const { account, outlook } = await buyer.court.quotes.readQuote({ path: { id } })
  expect(account?.balance === -offCents, `nine tenths should be due to the buyer: ${account?.balance}`)
  stage.show("the account", outlook[0] ?? "")
}

const filingOf = (
  seller: Player,
  buyer: Player,
  quoteId: string,
  dealingAt: string,
  { offer, receipt }: Papers,
): Filing => ({
  respondent: seller.handle,
  title: "Paid for 3,000 rows and given 300",
  valueCents: priceCents,
  dealingAt,
  quoteId,
  claim: {
    facts: [{ n: 1, text: "3,000 rows were paid for, and 300 came.", evidence: ["offer", "receipt"] }],
    evidence: [
      { label: "offer", kind: "signature", content: offer },
      { label: "receipt", kind: "signature", content: receipt },
    ],
    rules: [],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "The seller pays back what is off the price.",
        amountCents: priceCents,
        against: seller.handle,
        inFavourOf: buyer.handle,
        restsOn: [1],
        cause: "account",
      },
    ],
  },
})

const blank = { facts: [], evidence: [], rules: [], authorities: [] }

/** Files the claim once the court has said what it would record of it. */
const fileTried = async (stage: Stage, seller: Player, buyer: Player, payload: Filing): Promise<string> => {
  stage.step(buyer.handle, "tries its claim: nothing is recorded.")
  const { would } = await buyer.court.matters.fileMatter.dryRun({ payload })
  for (const { label, verified } of would.evidence)
    stage.show(
      label,
      `${verified?.format ?? "not verified"}, ${count(verified?.statement.length ?? 0, "sentence")}`,
    )
  showTrial(stage, would.answer.matter.track, would.answer.capCents)
  stage.step(buyer.handle, "files it.")
  const id = await file(stage, buyer, payload)
  await status(stage, id, buyer, "served")
  await inbox(stage, seller, "matter.served")
  return id
}

const playContest = async (stage: Stage, id: string, seller: Player, buyer: Player): Promise<string> => {
  stage.step(seller.handle, `denies everything; ${buyer.handle} replies, and calls for judgment.`)
  await seller.court.matters.fileDefence({
    path: { id },
    payload: { ...blank, responses: [{ n: 1, plea: "deny" }], argument: "Nothing was paid." },
  })
  await buyer.court.matters.fileReply({
    path: { id },
    payload: { ...blank, argument: "The chain shows the payment, and the criteria say how many rows." },
  })
  await buyer.court.matters.callForJudgment({ path: { id } })
  return decideMatter(stage, id, buyer)
}

export const play = async (
  stage: Stage,
  chain: EscrowChain,
  { seller, buyer }: { readonly seller: Player; readonly buyer: Player },
): Promise<void> => {
  stage.act("A dispute over what was paid by x402")
  stage.step("both", "prove the address that they pay from, or are paid at.")
  await prove(stage, seller, chain.seller)
  await prove(stage, buyer, chain.buyer)
  const quoteId = await agree(stage, chain, seller, buyer)
  const txid = await payOnChain(stage, chain, { seller, buyer, id: quoteId })
  stage.step(seller.handle, "signs an offer and a receipt. The court checks what they say, and who signed.")
  const at = Date.parse(await clock(stage))
  const papers = await signPapers(chain, { priceCents, transaction: txid, at })
  await showChecked(stage, buyer, seller, papers.offer)
  await showChecked(stage, buyer, seller, papers.receipt)
  await deliver(stage, seller, buyer, quoteId)
  const payload = filingOf(seller, buyer, quoteId, await clock(stage), papers)
  await openFiling(stage, buyer, payload)
  const id = await fileTried(stage, seller, buyer, payload)
  const citation = await playContest(stage, id, seller, buyer)
  await read(stage, citation, "pay")
  const entry = await entryOf(stage, seller, citation)
  expect(entry.amountCents === offCents, `the order should be for nine tenths: ${entry.amountCents} cents`)
}
