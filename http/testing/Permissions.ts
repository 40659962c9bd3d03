/** Who may do what in one dispute: a row for every operation that needs a credential, always or for what is the caller's own. */
import * as Examples from "../api/Examples.ts"
import type { Input, OperationId } from "../api/Operations.ts"
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

export interface Ids {
  readonly matter: string
  /** A matter in which the respondent offers consent orders. */
  readonly settling: string
  readonly offer: string
  readonly ending: string
  readonly tender: string
  readonly dealing: string
  readonly reference: string
  readonly quote: string
  readonly hold: string
  readonly invoice: string
  /** Absent until the row of the judgment has run. */
  entry?: string
  /** Absent until the row of the appeal has run. */
  appeal?: string
}

type Row = readonly [
  operation: OperationId,
  /** Who is not refused for who they are. Everybody else is, with 403; nobody with 401. */
  may: ReadonlyArray<ActorName>,
  /** The members of its path and its body, with the names of records in braces. */
  input?: Input,
  except?: {
    /** The record does not exist yet, so actors who may do the act get 404. */
    readonly absent?: boolean
    /** Who could do it too, if its own side had not done it already. */
    readonly spent?: ReadonlyArray<ActorName>
    /** It takes the bearer credential itself: an actor that signs is refused with `key_ended` (Rule 2.6). */
    readonly bearing?: boolean
  },
]

const order = orderOf({ against: "respondent", inFavourOf: "claimant" })
export const sought = { ...order, restsOn: [1] }
const paper = { facts: [], evidence: [], rules: [], authorities: [] }
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
export const altered = { ground: "altered" }
const questions = { questions: [{ n: 1, to: "respondent", text: "When?" }] }
const attestation = { ...Examples.attestation, date: "2026-11-20T09:00:00.000Z" }
/** The judgment by consent: the rows before its vacation act on the entries of the other judgment. */
const byConsent = "[2026] MC 1"

export const agents: ReadonlyArray<ActorName> = ["stranger", "claimant", "counsel", "respondent"]
const parties: ReadonlyArray<ActorName> = ["claimant", "respondent"]
/** The claimant and its counsel, which filed for it (PD2 §2). */
const claiming: ReadonlyArray<ActorName> = ["claimant", "counsel"]
export const onRecord: ReadonlyArray<ActorName> = [...claiming, "respondent"]

/** The rows stand in the order of one dispute. Actors who may not do an act try it first, then actors who may. */
export const rows: ReadonlyArray<Row> = [
  ["patchManifest", ["respondent"], { handle: "respondent", limits: "None." }],
  ["publishStake", ["respondent"], { handle: "respondent", stakeCents: 5 }],
  ["setService", ["respondent"], { handle: "respondent" }],
  ["requestProof", ["respondent"], { handle: "respondent", ...Examples.proofRequest }],
  [
    "answerProof",
    ["respondent"],
    { handle: "respondent", id: "unknown", ...Examples.proofAnswer },
    { absent: true },
  ],
  ["endProof", ["respondent", "registrar"], { handle: "respondent", id: "unknown" }, { absent: true }],
  ["vouch", [], { handle: "respondent" }],
  ["issueApproval", ["stranger"]],
  ["readDeliveries", ["respondent", "registrar"], { handle: "respondent" }],
  ["heartbeat", agents],
  ["inbox", [...agents, "registrar"]],
  ["notarise", agents, Examples.dealing],
  ["notariseBatch", agents, Examples.batch],
  ["listDealings", agents, { counterparty: "me" }],
  ["reviewDealing", ["claimant"], { id: "{dealing}", ...Examples.review }],
  ["offerQuote", agents, { ...Examples.quote, buyer: "operator" }],
  ["listQuotes", [...agents, "registrar"]],
  ["readQuote", [...parties, "registrar"], { id: "{quote}" }],
  ["setQuoteRail", ["respondent"], { id: "{quote}", ...Examples.address }],
  ["withdrawQuote", ["respondent"], { id: "{quote}" }],
  ["acceptQuote", ["claimant"], { id: "{quote}" }],
  ["declineQuote", ["claimant"], { id: "{quote}" }],
  // The supplier closes a quote and the buyer countersigns. A row above has withdrawn this one, so both get 409.
  ["closeQuote", parties, { id: "{quote}", ...Examples.quoteClose }],
  ["discloseArtifact", parties, { id: "{quote}", ...Examples.disclosing }],
  ["attestDelivery", parties, { id: "{quote}", ...Examples.attesting }],
  ["readArtifact", parties, { id: "{quote}" }, { absent: true }],
  ["nameHoldOnQuote", parties, { id: "{quote}", ...Examples.quoteHold }],
  ["listHoldsOnQuote", [...parties, "registrar"], { id: "{quote}" }],
  ["nameHoldOnMatter", parties, { id: "{matter}", ...Examples.matterHold }],
  ["listHoldsOnMatter", [...parties, "registrar"], { id: "{matter}" }],
  ["readHold", [...parties, "registrar"], { id: "{hold}" }],
  ["confirmHold", ["respondent"], { id: "{hold}", ...Examples.holdConfirming }],
  ["proveHold", parties, { id: "{hold}", ...Examples.holdProving }],
  ["revokePayout", ["registrar"], { id: "{hold}", ...Examples.holdRevoking }],
  ["listMatters", [...agents, "registrar", "judge"]],
  ["readMatter", [...onRecord, "registrar", "judge"], { id: "{matter}" }],
  ["fileMatter", agents, filing],
  ["checkEvidence", [...agents, "registrar", "judge"], Examples.piece],
  ["disputeTender", ["respondent"], { id: "{matter}", tenderId: "{tender}", ...altered }],
  ["admitTender", ["respondent"], { id: "{matter}", tenderId: "{tender}" }],
  ["offerConsent", onRecord, { id: "{matter}", orders: [sought] }],
  ["acceptConsent", claiming, { id: "{settling}", offerId: "{offer}" }],
  ["discontinue", claiming, { id: "{ending}" }],
  ["setPeriod", ["judge"], { id: "{matter}", step: "defence", hours: 96, reasons: "Asked for." }],
  ["fileDefence", ["respondent"], { id: "{matter}", ...defence }],
  ["fileReply", claiming, { id: "{matter}", ...paper }],
  ["callForJudgment", onRecord, { id: "{matter}" }],
  ["putQuestions", ["judge"], { id: "{matter}", ...questions }],
  ["answerQuestions", ["respondent"], { id: "{matter}", answers: [{ n: 1, text: "Never." }] }],
  ["readProposal", ["judge"], { id: "{matter}" }],
  ["readBundle", [...parties, "registrar", "judge"], { id: "{matter}" }, { absent: true }],
  [
    "readBundlePart",
    [...parties, "registrar", "judge"],
    { id: "{matter}", sha256: Examples.dealing.sha256 },
    { absent: true },
  ],
  ["deliverJudgment", ["judge"], { id: "{matter}", ...draft }],
  ["appeal", onRecord, { id: "{matter}", ...Examples.grounds }],
  ["seekLeave", onRecord, { id: "{matter}", ...Examples.grounds }],
  ["readFee", onRecord, { id: "{matter}" }],
  ["readAppeal", [...onRecord, "registrar", "judge"], { id: "{appeal}" }],
  ["readAppealBundle", [...parties, "registrar", "judge"], { id: "{appeal}" }, { absent: true }],
  [
    "readAppealBundlePart",
    [...parties, "registrar", "judge"],
    { id: "{appeal}", sha256: Examples.dealing.sha256 },
    { absent: true },
  ],
  // Counsel withdraws the claimant's appeal first, so the claimant has no appeal left to withdraw.
  ["withdrawAppeal", ["counsel", "respondent"], { id: "{matter}" }, { spent: ["claimant"] }],
  ["estimateAppeal", ["registrar"], { id: "{appeal}", ...Examples.estimate }],
  ["decideLeave", ["registrar"], { id: "{appeal}", ...Examples.leave }],
  ["deliverAppeal", ["judge"], { id: "{appeal}", ...draft, outcome: "varied" }],
  ["requestPayout", parties, { id: "{hold}", citation: byConsent }],
  ["requestEvaluation", parties, { id: "{hold}" }],
  ["readPayout", [...parties, "registrar"], { id: "{hold}" }, { absent: true }],
  // Nobody's instruction has ended unreported here: each is refused for the state, and not for who asks.
  ["sayUnspent", parties, { id: "{hold}", ...Examples.unspentWord }, { absent: true }],
  ["objectUnspent", parties, { id: "{hold}", ...Examples.unspentObjection }, { absent: true }],
  ["decideUnspent", ["registrar"], { id: "{hold}", ...Examples.unspentDecision }, { absent: true }],
  // This court reads no chain, so only the party that was paid may report the payment.
  ["reportPaidOut", ["respondent"], { id: "{hold}" }],
  // The matter is decided: the Registrar is refused for its state, and not for who asks.
  ["assignMatter", ["registrar"], { id: "{matter}", ...Examples.assignment }],
  ["setComplianceAddress", ["claimant"], { id: "{entry}", ...Examples.address }],
  ["attestCompliance", ["respondent"], { id: "{entry}", ...attestation }],
  ["confirmCompliance", ["claimant"], { id: "{entry}" }],
  ["disputeCompliance", parties, { id: "{entry}", ...Examples.dispute }],
  ["decideCompliance", ["registrar"], { id: "{entry}", ...Examples.decision }],
  ["recordEligibility", ["registrar"], Examples.confirmation],
  ["recordWork", ["registrar"], { ...Examples.work, handle: "respondent" }],
  ["readAccount", agents],
  ["requestInvoice", agents, Examples.payment],
  ["readInvoice", ["claimant", "registrar"], { id: "{invoice}" }],
  ["vacateJudgment", ["registrar"], { citation: byConsent, ...Examples.vacation }],
  ["briefCounsel", agents, Examples.brief],
  ["refer", agents, Examples.reference],
  ["listReferences", [...agents, "judge"]],
  ["readReference", ["claimant", "judge"], { id: "{reference}" }],
  ["giveOpinion", ["judge"], { id: "{reference}", ...Examples.opinion }],
  ["listBriefs", agents],
  ["endBrief", ["claimant", "respondent"], { id: "claimant.respondent" }],
  ["openList", ["registrar"]],
  ["proveOperator", ["registrar"], { id: "claimant" }],
  ["dateInstrument", ["registrar"], { id: "PD14", ...Examples.dating }],
  ["varyParameters", ["registrar"], Examples.parameters],
  ["moveClock", ["registrar"], { advanceMs: 1 }],
  ["rotateKey", ["respondent"], { handle: "respondent" }, { bearing: true }],
  ["listTransfers", ["registrar"]],
  ["revokeKeys", ["registrar"], { ...Examples.revocation, handle: "respondent" }],
]
