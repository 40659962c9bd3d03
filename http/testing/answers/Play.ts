/** A play in which every operation of the interface succeeds once: the answers are the examples of the description. */
import { Either } from "effect"
import { digest } from "../../../core/criteria/index.ts"
import * as Changed from "../../../core/kernel/Change.ts"
import { command } from "../../../core/kernel/Command.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { refusal } from "../../../core/kernel/Refusal.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import { records as matterRecords } from "../../../core/matters/index.ts"
import { listBeforeFirstMatter } from "../../../core/matters/testing/index.ts"
import { anything } from "../../../core/testing/Anything.ts"
import * as Examples from "../../api/Examples.ts"
import { operations } from "../../api/Operations.ts"
import { encodeTerms, type Forum, termsFor } from "../../formats/cbap-1/testing/Terms.ts"
import { type Body, draft, order } from "../Dispute.ts"
import { decideAppealOnThePapers, decideOnThePapers } from "../OnThePapers.ts"
import { provenBy, wallets } from "../Payouts.ts"
import { asReader, base, charge, answers as networkAnswers } from "../Rails.ts"
import { send } from "../TestCourt.ts"
import { agents, attester, buyer, seller } from "./Agents.ts"
import { problems } from "./Problems.ts"
import { type Recorded, startRecording } from "./Recording.ts"

const blank = { facts: [], evidence: [], rules: [], authorities: [] }
const idOf = ({ id }: Body): string => String(id)
const matterOf = ({ matter }: Body) => (matter as { readonly id: string }).id

/** Fills the current list, as a hundred matters do. */
const fillList = command({
  name: "fill-list",
  sections: [],
  input: anything<object>(),
  gather: (_input: object, _context, reader) =>
    reader.need(matterRecords.DocketLists, listBeforeFirstMatter.id, () => refusal("contention", {})),
  decide: (list) =>
    Either.right({
      changes: [Changed.put(matterRecords.DocketLists, { ...list, placed: bounds.listCapacityMatters })],
      reply: {},
    }),
})

/** A quote of the seller that the buyer has, by its id. */
const offered = async ({ ask, court }: Recorded): Promise<string> => {
  const dueBy = new Date(court.clock.now + days(20)).toISOString()
  return idOf(await ask("offerQuote", seller, { ...Examples.quote, dueBy }))
}

/** A delivery elsewhere, of which an auditor attests that it is fluent. */
const attested = async (play: Recorded): Promise<void> => {
  const { ask, court } = play
  const sign = await attester(play, "auditor-9")
  const fluent = { id: "fluent", kind: "attested", by: "auditor-9", within: 48, otherwise: "unmet" }
  const criteria = { version: "court.criteria/1", artifact: { bytesMax: 1_000 }, checks: [fluent] }
  const dueBy = new Date(court.clock.now + days(20)).toISOString()
  const offer = { ...Examples.quote, dueBy, criteria, delivery: "elsewhere" }
  const id = idOf(await ask("offerQuote", seller, offer))
  await ask("acceptQuote", buyer, { id, criteriaSha256: digest(criteria) })
  court.clock.now += 1000
  const delivered = sha256Hex("text")
  const deliveredAt = new Date(court.clock.now).toISOString()
  await ask("closeQuote", seller, { id, ...Examples.quoteClose, delivered, deliveredAt })
  await ask("attestDelivery", buyer, { id, attestations: [sign(id, fluent.id, delivered)] })
}

const dealings = async (play: Recorded): Promise<string> => {
  const { ask, court } = play
  const id = idOf(await ask("notarise", seller, Examples.dealing))
  await ask("notariseBatch", seller, Examples.batch)
  await ask("reviewDealing", buyer, { id, ...Examples.review })
  await ask("readDealing", seller, { id })
  await court.integrate()
  await ask("proveDealing", null, { id })
  await ask("listDealings", null, { sha256: Examples.dealing.sha256 })
  await ask("declineQuote", buyer, { id: await offered(play) })
  await ask("withdrawQuote", seller, { id: await offered(play) })
  const quote = await offered(play)
  await ask("setQuoteRail", seller, { id: quote, ...Examples.address })
  await ask("acceptQuote", buyer, { id: quote })
  await ask("readQuote", buyer, { id: quote })
  await ask("listQuotes", buyer, { limit: 1 })
  const closing = await offered(play)
  await ask("acceptQuote", buyer, { id: closing })
  court.clock.now += 1000
  const deliveredAt = new Date(court.clock.now).toISOString()
  await ask("closeQuote", seller, { id: closing, ...Examples.quoteClose, deliveredAt })
  await ask("discloseArtifact", seller, { id: closing, ...Examples.disclosing })
  await ask("readArtifact", seller, { id: closing })
  await attested(play)
  return quote
}

/** A hold that both parties have confirmed and proven. */
const held = async ({ ask, court }: Recorded, quote: string, more: Body = {}): Promise<string> => {
  const longStopAt = new Date(court.clock.now + days(60)).toISOString()
  const terms = { ...Examples.quoteHold, longStopAt, address: wallets.buyer.address, ...more }
  const named = await ask("nameHoldOnQuote", buyer, { id: quote, ...terms })
  const id = idOf(named.hold as Body)
  const { hold } = await ask("confirmHold", seller, { id, address: wallets.seller.address })
  await ask("proveHold", buyer, { id, signature: await provenBy(wallets.buyer, hold, "buyer-3") })
  await ask("proveHold", seller, { id, signature: await provenBy(wallets.seller, hold, seller) })
  await ask("listHoldsOnQuote", buyer, { id: quote })
  return id
}

/** A hold over a job for the price of a quote, whose delivery satisfies its criteria. */
const evaluated = async (play: Recorded) => {
  const { ask, court } = play
  const checks = [{ id: "size", kind: "bytes", min: 1 }]
  const criteria = { version: "court.criteria/1", artifact: { bytesMax: 1_000 }, checks }
  const dueBy = new Date(court.clock.now + days(20)).toISOString()
  const quote = idOf(await ask("offerQuote", seller, { ...Examples.quote, dueBy, criteria }))
  await ask("acceptQuote", buyer, { id: quote, criteriaSha256: digest(criteria) })
  court.clock.now += 1000
  const deliveredAt = new Date(court.clock.now).toISOString()
  await ask("closeQuote", seller, { id: quote, ...Examples.quoteClose, deliveredAt })
  await ask("discloseArtifact", seller, { id: quote, ...Examples.disclosing })
  const id = await held(play, quote, { escrowKind: "erc8183", holdRef: "7", currency: "USD" })
  await ask("requestEvaluation", seller, { id })
}

const sought = { ...order({ amountCents: 30_000, against: seller, inFavourOf: buyer }), restsOn: [1, 2] }
const authority = { citation: "[2020] ABC 1", proposition: "The price is returned." }
const other = { citation: "[2021] ABC 2", proposition: "Part performance is paid for in part." }

const filed = ({ ask, court }: Recorded, changes: Body = {}) =>
  ask("fileMatter", buyer, {
    ...Examples.filing,
    dealingAt: new Date(court.clock.now).toISOString(),
    ...changes,
    claim: { ...Examples.filing.claim, authorities: [authority, other], orders: [sought] },
  })

const drafted = draft([order({ amountCents: 30_000, against: seller, inFavourOf: buyer, hours: 240 })])

/** The determination of the account of a quote whose supplier earned a part of its price. */
const determinedOf = (quote: string) => ({
  deal: { kind: "quote", id: quote },
  price: 50_000,
  owed: 20_000,
  paid: 50_000,
  refunded: 0,
  balance: -30_000,
  undecided: null,
})

const judged = async ({ ask }: Recorded, id: string, more: Body = {}): Promise<string> => {
  await ask("fileDefence", seller, { id, ...Examples.defence })
  await ask("fileReply", buyer, { id, ...blank, argument: "The seller's own log shows no delivery." })
  await ask("callForJudgment", buyer, { id })
  const question = { n: 1, to: seller, text: "When was it sent?" }
  await ask("putQuestions", "judge", { id, questions: [question] })
  await ask("answerQuestions", seller, { id, answers: [{ n: 1, text: "On the day it was due." }] })
  await ask("readProposal", "judge", { id })
  return String((await ask("deliverJudgment", "judge", { id, ...drafted, ...more })).citation)
}

/** Three short matters: one on tenders, one ended by consent, one given up. Gives the judgment by consent. */
const matters = async (play: Recorded, quote: string): Promise<string> => {
  const { ask, court } = play
  await ask("checkEvidence", buyer, Examples.piece)
  const answer = await filed(play, { quoteId: quote })
  const id = matterOf(answer)
  const { tenders } = answer.matter as { readonly tenders: ReadonlyArray<{ readonly id: string }> }
  await ask("disputeTender", seller, { id, tenderId: tenders[0]?.id, ground: "altered" })
  await ask("admitTender", seller, { id, tenderId: tenders[1]?.id })
  await ask("setPeriod", "judge", { id, step: "defence", hours: 96, reasons: "The seller asked for it." })
  const terms = {
    ...Examples.matterHold,
    longStopAt: new Date(court.clock.now + days(60)).toISOString(),
    holdRef: `0x${"7".repeat(64)}`,
  }
  await ask("nameHoldOnMatter", buyer, { id, ...terms })
  await ask("listHoldsOnMatter", buyer, { id })
  await ask("docket", null)
  await ask("listMatters", buyer)
  await ask("discontinue", buyer, { id: matterOf(await filed(play)) })
  const settling = matterOf(await filed(play))
  const { offerId } = await ask("offerConsent", seller, { id: settling, orders: [sought] })
  const consent = await ask("acceptConsent", buyer, { id: settling, offerId })
  await judged(play, id, { determinations: [determinedOf(quote)] })
  await ask("readMatter", buyer, { id })
  return String(consent.citation)
}

const registers = async ({ ask, court }: Recorded, citation: string) => {
  await ask("listJudgments", null)
  await ask("readJudgment", null, { citation: "[2026] MC 2" })
  await ask("listJudges", null)
  await ask("readJudge", null, { judge: "bench" })
  await ask("readDisposition", null, { citation: "[2026] MC 2" })
  await ask("listFormats", null)
  await ask("readFormat", null, { format: "atdrp" })
  await ask("renderJudgment", null, {
    citation: "[2026] MC 2",
    format: "erc-8004-validation",
    given: [
      { name: "agent", value: seller },
      { name: "requestHash", value: `0x${"6".repeat(64)}` },
    ],
  })
  await court.integrate()
  await ask("proveJudgment", null, { citation: "[2026] MC 2" })
  const proof = await send(court, "GET", `/api/v1/judgments/${encodeURIComponent("[2026] MC 2")}/proof`)
  await ask("issueLabel", null, { format: "sd-jwt-vc", handle: seller })
  await ask("readLabelStatus", null, { format: "sd-jwt-vc", handle: seller })
  await ask("renderProof", null, { format: "cose-receipt", proof: await proof.text() })
  const forum = await send(court, "GET", "/api/v1/formats/cbap-1")
  const terms = termsFor((await forum.json()) as Forum, Math.floor(court.clock.now / 1_000))
  await ask("acceptTerms", null, {
    format: "cbap-1",
    terms: Buffer.from(encodeTerms(terms)).toString("base64"),
  })
  await ask("checkCounterparty", null, { party: seller, priceCents: 5_000 })
  await ask("checkParties", null, { parties: [seller, buyer] })
  await ask("checkCompliance", null, { handle: seller, limit: 1 })
  await ask("readLossRun", null, { handle: seller })
  const record = await ask("checkCompliance", null, { handle: seller })
  const entries = record.entries as ReadonlyArray<Body>
  const idIn = (one: string) => idOf(entries.find((entry) => entry.citation === one) ?? {})
  const id = idIn("[2026] MC 2")
  court.clock.now += 1000
  await ask("setComplianceAddress", buyer, { id, ...Examples.address })
  const date = new Date(court.clock.now).toISOString()
  await ask("attestCompliance", seller, { id, ...Examples.attestation, date })
  await ask("disputeCompliance", buyer, { id, ...Examples.dispute })
  await ask("decideCompliance", "registrar", { id, ...Examples.decision })
  await ask("confirmCompliance", buyer, { id: idIn(citation) })
  await ask("listCompliance", null, { limit: 1 })
  await ask("readCompliance", null, { id })
  await ask("complianceHistory", null, { id })
  await court.integrate()
  await ask("proveCompliance", null, { id })
  await ask("agentOrders", null, { handle: seller })
  await ask("readAgent", null, { handle: seller })
  await ask("inbox", buyer, { limit: 2 })
  await ask("readDeliveries", seller, { handle: seller })
}

/** The final judgment on the quote is paid from the hold, after a first instruction was revoked. */
const payouts = async ({ ask, court }: Recorded, id: string) => {
  court.clock.now += hours(73)
  const citation = "[2026] MC 2"
  await ask("requestPayout", buyer, { id, citation })
  await ask("readPayout", buyer, { id })
  await ask("readHold", buyer, { id })
  await ask("revokePayout", "registrar", { id, reasons: "Asked for by both parties.", reissue: true })
  await ask("holdRevocations", null)
  const { payout } = await ask("requestPayout", buyer, { id, citation })
  // Nobody reports the second, and the chain is not read: what its receiver says of it is objected to, decided, and then said again.
  court.clock.now += days(8)
  await ask("sayUnspent", buyer, { id, payoutId: idOf(payout as Body) })
  await ask("objectUnspent", seller, { id, ...Examples.unspentObjection })
  await ask("decideUnspent", "registrar", { id, ...Examples.unspentDecision })
  await ask("requestPayout", buyer, { id, citation })
  court.clock.now += hours(25)
  await ask("reportPaidOut", buyer, { id })
}

const appeals = async (play: Recorded) => {
  const { ask, court } = play
  const id = matterOf(await filed(play))
  await judged(play, id)
  const appealId = String((await ask("appeal", seller, { id, ...Examples.grounds })).appealId)
  await ask("estimateAppeal", "registrar", { id: appealId, ...Examples.estimate })
  await ask("readFee", seller, { id })
  await ask("readAppeal", seller, { id: appealId })
  court.clock.now += hours(2)
  await ask("deliverAppeal", "judge", { id: appealId, ...drafted, outcome: "varied" })
  const further = String((await ask("seekLeave", seller, { id, ...Examples.grounds })).appealId)
  await ask("decideLeave", "registrar", { id: further, ...Examples.leave })
  await ask("withdrawAppeal", seller, { id })
}

/** A matter and an appeal that the judge of the court decides, so that what it read can be read. */
const papers = async (play: Recorded) => {
  const { ask, court, driver } = play
  const id = matterOf(await filed(play))
  await ask("fileDefence", seller, { id, ...Examples.defence })
  await ask("fileReply", buyer, { id, ...blank })
  await ask("callForJudgment", buyer, { id })
  await decideOnThePapers(driver, court.clock.now, id)
  const { manifest } = await ask("readBundle", buyer, { id })
  const { parts } = manifest as { readonly parts: ReadonlyArray<{ part: string; sha256: string }> }
  const sha256 = parts.find(({ part }) => part === "deals")?.sha256
  await ask("readBundlePart", buyer, { id, sha256 })
  const appeal = String((await ask("appeal", buyer, { id, ...Examples.grounds })).appealId)
  await ask("estimateAppeal", "registrar", { id: appeal, ...Examples.estimate })
  court.clock.now += hours(2)
  await decideAppealOnThePapers(driver, court.clock.now, appeal)
  await ask("readAppealBundle", buyer, { id: appeal })
  await ask("readAppealBundlePart", buyer, { id: appeal, sha256 })
}

const accounts = async ({ ask, court, driver }: Recorded) => {
  const { id } = await ask("readAgent", null, { handle: seller })
  await charge(driver, court.clock.now, String(id), 101, 10)
  await ask("recordWork", "registrar", Examples.work)
  await ask("readAccount", seller)
  await networkAnswers(driver, court.clock.now, base)
  await ask("readRails", null)
  const invoice = await ask("requestInvoice", seller, Examples.payment)
  await ask("readInvoice", seller, { id: idOf(invoice) })
  await ask("readRoster", null)
  const engaged = { task: "advice", instructions: "May the price be claimed back?", counsel: "buyer-4" }
  await ask("briefCounsel", buyer, engaged)
  await ask("listBriefs", buyer)
  await ask("endBrief", buyer, { id: `${buyer}.buyer-4` })
  const reference = idOf(await ask("refer", seller, Examples.reference))
  await ask("giveOpinion", "judge", { id: reference, ...Examples.opinion })
  await ask("listReferences", seller)
  await ask("readReference", seller, { id: reference })
}

const offices = async ({ ask, court, driver }: Recorded, citation: string) => {
  const { matterId } = await ask("vacateJudgment", "registrar", { citation, ...Examples.vacation })
  court.clock.now += days(14)
  await ask("assignMatter", "registrar", { id: matterId, ...Examples.assignment })
  await asReader(driver, court.clock.now, fillList, {})
  await ask("openList", "registrar")
  await ask("dateInstrument", "registrar", { id: "PD14", ...Examples.dating })
  await ask("varyParameters", "registrar", Examples.parameters)
  await ask("listTransfers", "registrar")
  await ask("holdings", null, { citation: authority.citation })
  await ask("restatement", null)
  await ask("causes", null)
  await ask("internationalLaw", null, { limit: 2 })
  await ask("internationalLawResearch", null)
  const { items } = await ask("internationalLaw", null, { limit: 1 })
  const [first] = items as ReadonlyArray<{ readonly instrument: Body }>
  await ask("internationalLawInstrument", null, { id: first?.instrument.id })
  await ask("readInstrument", null, { instrument: "PD11" })
  await ask("readJournal", null, { limit: 3 })
  await ask("docsPage", null, { page: "fileMatter.md" })
  await ask("moveClock", "registrar", { to: new Date(court.clock.now + days(365)).toISOString() })
  await ask("rotateKey", seller, { handle: seller })
  await ask("revokeKeys", "registrar", Examples.revocation)
}

/** Plays it. Gives the first answer of each operation, by its id, and then a problem of each status. */
export const played = async (): Promise<ReadonlyMap<string, unknown>> => {
  const play = await startRecording()
  try {
    await agents(play)
    const quote = await dealings(play)
    const hold = await held(play, quote)
    await evaluated(play)
    const consent = await matters(play, quote)
    await registers(play, consent)
    await payouts(play, hold)
    await appeals(play)
    await papers(play)
    await accounts(play)
    await offices(play, consent)
    // Operations that take no input and no credential are asked last.
    const answers = play.answers
    for (const { id, group } of operations)
      if (group !== "pages" && !answers.has(id)) await play.ask(id as Parameters<Recorded["ask"]>[0], null)
    return new Map([...answers, ...problems])
  } finally {
    await play.court.stop()
  }
}
