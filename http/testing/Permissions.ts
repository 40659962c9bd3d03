/** Who may do what in one dispute: a row for every operation that needs a credential. */
import * as Examples from "../api/Examples.ts"
import { draft as draftOf, order as orderOf } from "./Dispute.ts"

export const actors = [
  "nobody",
  "stranger",
  "claimant",
  "counsel",
  "respondent",
  "registrar",
  "judge",
] as const
export type ActorName = (typeof actors)[number]

/** The records of the dispute that paths name. */
export interface Ids {
  readonly matter: string
  /** A matter in which the respondent offers consent orders. */
  readonly settling: string
  /** The id of those orders' offer. */
  readonly offer: string
  /** A matter that is discontinued. */
  readonly ending: string
  readonly tender: string
  readonly dealing: string
  readonly reference: string
  readonly quote: string
  /** A hold on another quote of the same two. */
  readonly hold: string
  readonly invoice: string
  /** Absent until the row of the judgment has run. */
  entry?: string
  /** Absent until the row of the appeal has run. */
  appeal?: string
}

type Row = readonly [
  /** As the description names it. */
  operation: string,
  method: "GET" | "POST" | "PUT" | "PATCH",
  /** With the names of records in braces. */
  path: string,
  /** Who is not refused for who they are. Everybody else is, with 403; nobody with 401. */
  may: ReadonlyArray<ActorName>,
  body?: unknown,
  except?: {
    /** The record does not exist yet, so actors who may do the act get 404. */
    readonly absent?: boolean
    /** Who could do it too, if its own side had not done it already. */
    readonly spent?: ReadonlyArray<ActorName>
  },
]

const order = orderOf({ against: "respondent", inFavourOf: "claimant" })
export const sought = { ...order, restsOn: [1] }
const paper = { facts: [], evidence: [], rules: [], authorities: [] }
/** A claim against the respondent. */
export const filing = {
  ...Examples.filing,
  respondent: "respondent",
  claim: {
    ...Examples.filing.claim,
    authorities: [{ citation: "[2020] ABC 1", proposition: "The price is returned." }],
    orders: [sought],
  },
}
const draft = draftOf([order], { costCents: null })
const defence = { ...paper, responses: [{ n: 1, plea: "deny" }] }
/** The ground on which a tender is disputed. */
export const altered = { ground: "altered" }
const questions = { questions: [{ n: 1, to: "respondent", text: "When?" }] }
const attestation = { ...Examples.attestation, date: "2026-11-20T09:00:00.000Z" }
/** The judgment by consent: the rows before its vacation act on the entries of the other judgment. */
const byConsent = "[2026] MC 1"

const agents: ReadonlyArray<ActorName> = ["stranger", "claimant", "counsel", "respondent"]
const parties: ReadonlyArray<ActorName> = ["claimant", "respondent"]
/** The claimant and its counsel, which filed for it (PD2 §2). */
const claiming: ReadonlyArray<ActorName> = ["claimant", "counsel"]
export const onRecord: ReadonlyArray<ActorName> = [...claiming, "respondent"]

/** The rows stand in the order of one dispute. Actors who may not do an act try it first, then actors who may. */
export const rows: ReadonlyArray<Row> = [
  ["patchManifest", "PATCH", "/agents/respondent/manifest", ["respondent"], { limits: "None." }],
  ["publishStake", "PUT", "/agents/respondent/stake", ["respondent"], { stakeCents: 5 }],
  ["setService", "PUT", "/agents/respondent/service", ["respondent"], {}],
  ["vouch", "POST", "/agents/respondent/vouch", []],
  ["issueApproval", "POST", "/operator/approvals", ["stranger"]],
  ["deliveries", "GET", "/agents/respondent/deliveries", ["respondent", "registrar"]],
  ["heartbeat", "POST", "/heartbeat", agents],
  ["inbox", "GET", "/inbox", [...agents, "registrar"]],
  ["notarise", "POST", "/notarise", agents, Examples.dealing],
  ["reviewDealing", "POST", "/dealings/{dealing}/review", ["claimant"], Examples.review],
  ["offerQuote", "POST", "/quotes", agents, { ...Examples.quote, buyer: "operator" }],
  ["listQuotes", "GET", "/quotes", [...agents, "registrar"]],
  ["readQuote", "GET", "/quotes/{quote}", [...parties, "registrar"]],
  ["setQuoteRail", "PUT", "/quotes/{quote}/rail", ["respondent"], Examples.address],
  ["withdrawQuote", "POST", "/quotes/{quote}/withdraw", ["respondent"]],
  ["acceptQuote", "POST", "/quotes/{quote}/accept", ["claimant"], {}],
  ["declineQuote", "POST", "/quotes/{quote}/decline", ["claimant"]],
  // The supplier closes a quote and the buyer countersigns. A row above has withdrawn this one, so both get 409.
  ["closeQuote", "POST", "/quotes/{quote}/close", parties, Examples.quoteClose],
  ["nameHoldOnQuote", "POST", "/quotes/{quote}/holds", parties, Examples.quoteHold],
  ["listHoldsOnQuote", "GET", "/quotes/{quote}/holds", [...parties, "registrar"]],
  ["nameHoldOnMatter", "POST", "/matters/{matter}/holds", parties, Examples.matterHold],
  ["listHoldsOnMatter", "GET", "/matters/{matter}/holds", [...parties, "registrar"]],
  ["readHold", "GET", "/holds/{hold}", [...parties, "registrar"]],
  ["confirmHold", "POST", "/holds/{hold}/confirm", ["respondent"], Examples.holdConfirming],
  ["proveHold", "POST", "/holds/{hold}/prove", parties, Examples.holdProving],
  ["revokePayout", "POST", "/registrar/holds/{hold}/revoke", ["registrar"], Examples.holdRevoking],
  ["listMatters", "GET", "/matters", [...agents, "registrar", "judge"]],
  ["readMatter", "GET", "/matters/{matter}", [...onRecord, "registrar", "judge"]],
  ["fileMatter", "POST", "/matters", agents, filing],
  ["disputeTender", "POST", "/matters/{matter}/tenders/{tender}/dispute", ["respondent"], altered],
  ["admitTender", "POST", "/matters/{matter}/tenders/{tender}/admit", ["respondent"]],
  ["offerConsent", "POST", "/matters/{matter}/consent", onRecord, { orders: [sought] }],
  ["acceptConsent", "POST", "/matters/{settling}/consent/accept", claiming, { offerId: "{offer}" }],
  ["discontinue", "POST", "/matters/{ending}/discontinue", claiming],
  [
    "setPeriod",
    "POST",
    "/matters/{matter}/periods",
    ["judge"],
    { step: "defence", hours: 96, reasons: "Asked for." },
  ],
  ["fileDefence", "POST", "/matters/{matter}/defence", ["respondent"], defence],
  ["fileReply", "POST", "/matters/{matter}/reply", claiming, paper],
  ["callForJudgment", "POST", "/matters/{matter}/call", onRecord],
  ["putQuestions", "POST", "/matters/{matter}/questions", ["judge"], questions],
  [
    "answerQuestions",
    "POST",
    "/matters/{matter}/answers",
    ["respondent"],
    { answers: [{ n: 1, text: "Never." }] },
  ],
  ["readProposal", "GET", "/matters/{matter}/draft", ["judge"]],
  ["deliverJudgment", "POST", "/matters/{matter}/judgment", ["judge"], draft],
  ["appeal", "POST", "/matters/{matter}/appeal", onRecord, Examples.grounds],
  ["seekLeave", "POST", "/matters/{matter}/leave", onRecord, Examples.grounds],
  ["readFee", "GET", "/matters/{matter}/fee", onRecord],
  ["readAppeal", "GET", "/appeals/{appeal}", [...onRecord, "registrar", "judge"]],
  // Counsel withdraws the claimant's appeal first, so the claimant has no appeal left to withdraw.
  [
    "withdrawAppeal",
    "POST",
    "/matters/{matter}/withdraw",
    ["counsel", "respondent"],
    undefined,
    { spent: ["claimant"] },
  ],
  ["estimateAppeal", "POST", "/registrar/appeals/{appeal}/estimate", ["registrar"], Examples.estimate],
  ["decideLeave", "POST", "/registrar/leave/{appeal}", ["registrar"], Examples.leave],
  ["deliverAppeal", "POST", "/appeals/{appeal}/judgment", ["judge"], { ...draft, outcome: "varied" }],
  ["requestPayout", "POST", "/holds/{hold}/payout", parties, { citation: byConsent }],
  ["readPayout", "GET", "/holds/{hold}/payout", [...parties, "registrar"], undefined, { absent: true }],
  // This court reads no chain, so only the party that was paid may report the payment.
  ["reportPaidOut", "POST", "/holds/{hold}/paid-out", ["respondent"], {}],
  ["setComplianceAddress", "POST", "/compliance/{entry}/address", ["claimant"], Examples.address],
  ["attestCompliance", "POST", "/compliance/{entry}/attest", ["respondent"], attestation],
  ["confirmCompliance", "POST", "/compliance/{entry}/confirm", ["claimant"]],
  ["disputeCompliance", "POST", "/compliance/{entry}/dispute", parties, Examples.dispute],
  ["decideCompliance", "POST", "/registrar/compliance/{entry}/decide", ["registrar"], Examples.decision],
  ["recordEligibility", "POST", "/registrar/eligibility", ["registrar"], Examples.confirmation],
  ["recordWork", "POST", "/registrar/work", ["registrar"], { ...Examples.work, handle: "respondent" }],
  ["account", "GET", "/account", agents],
  ["pay", "POST", "/account/pay", agents, Examples.payment],
  ["invoice", "GET", "/account/pay/{invoice}", ["claimant", "registrar"]],
  [
    "vacateJudgment",
    "POST",
    `/registrar/judgments/${encodeURIComponent(byConsent)}/vacate`,
    ["registrar"],
    Examples.vacation,
  ],
  ["briefCounsel", "POST", "/counsel/brief", agents, Examples.brief],
  ["refer", "POST", "/advisory", agents, Examples.reference],
  ["references", "GET", "/advisory", [...agents, "judge"]],
  ["readReference", "GET", "/advisory/{reference}", ["claimant", "judge"]],
  ["giveOpinion", "POST", "/advisory/{reference}/opinion", ["judge"], Examples.opinion],
  ["briefs", "GET", "/counsel/briefs", agents],
  ["endBrief", "POST", "/counsel/briefs/claimant.respondent/end", ["claimant", "respondent"]],
  ["openList", "POST", "/registrar/list/open", ["registrar"]],
  ["proveOperator", "POST", "/registrar/operators/claimant/prove", ["registrar"]],
  ["dateInstrument", "POST", "/registrar/instruments/PD14", ["registrar"], Examples.dating],
  ["varyParameters", "POST", "/registrar/parameters", ["registrar"], Examples.parameters],
  ["moveClock", "POST", "/sandbox/clock", ["registrar"], { advanceMs: 1 }],
  ["rotateKey", "POST", "/agents/respondent/keys", ["respondent"], {}],
  ["listTransfers", "GET", "/registrar/transfers", ["registrar"]],
  [
    "revokeKeys",
    "POST",
    "/registrar/keys/revoke",
    ["registrar"],
    { ...Examples.revocation, handle: "respondent" },
  ],
]
