/** The operations on matters and the docket, on the authorities that are tendered, and on artifacts that the court checks. */

import { Schema } from "effect"
import { DeliveredView as Delivered, JudgmentBody, KeptBundle, ProposalView } from "../../core/bench/index.ts"
import { Verified } from "../../core/evidence/index.ts"
import { listOf, member, needsOneOf, optional } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { count } from "../../core/kernel/Section.ts"
import { Tender } from "../../core/law/index.ts"
import {
  DocketItem,
  Filed,
  FilingEligibility,
  Holding,
  itemsMax as holdingsMax,
  ListState,
  MatterDetail,
  MatterView,
  Pleading,
} from "../../core/matters/index.ts"
import * as Examples from "./Examples.ts"
import {
  BundlePath,
  group,
  MatterId,
  operation,
  orNull,
  PageParams,
  pageOf,
  privateRead,
  publicRead,
  recordAct,
  refuseAs,
  TenderPath,
  text,
} from "./Operation.ts"

const Offered = Schema.extend(
  MatterView,
  Schema.Struct({
    offerId: text.annotations({ description: "The id of this offer, by which the other party accepts it" }),
  }),
).annotations({ identifier: "Offered" })

const Docket = Schema.Struct({
  filingEligibility: FilingEligibility,
  list: ListState,
  items: Schema.Array(DocketItem),
  nextCursor: orNull(text),
}).annotations({ identifier: "Docket" })

const Dispute = Schema.Struct({
  tenderId: optional(Schema.String, "The id of the tender, as in the address, if you give it again."),
  ...Tender.Dispute.fields,
}).annotations({ identifier: "TenderDispute" })

export class MattersGroup extends group(
  "matters",
  { title: "Matters", description: "Disputes from the claim to the judgment, and the docket." },
  operation("docket", {
    get: "/docket",
    tool: "read_matter",
    query: PageParams,
    answer: Docket,
    summary: "Read the docket, and whether filing between operators is open",
    ...publicRead,
    description: "Never a pleading.",
  }),
  operation("fileMatter", {
    post: "/matters",
    body: Pleading.Filing,
    answer: Filed,
    example: Examples.claimOnQuote,
    summary: "File a matter",
    description:
      "Free. The answer has the matter with its track, what caps the payments (`capCents`, Rule 5.3A), and in `accounts` what the claim would get and what is missing; with `dryRun` you know it before you file. On the papers, an order rests on its `cause` (Rule 5.1). A claim against a handle that nobody holds is received: such a respondent is bound only if it appears (Rule 2.4). A claim that names or describes a natural person is refused at intake (PD1 §4). A dealing is judged once: 409 `already_before_court` while a matter of yours on the same quote or dealing is undecided, 422 `already_decided` after a judgment on it that stands (Rule 4.1A). 429 `list_share` once your operator has its share of the list (PD1 §5).",
    credential: "required",
    refusals: [402, 403, 404, 409, 422],
    tried: true,
  }),
  operation("listMatters", {
    get: "/matters",
    tool: "read_matter",
    query: PageParams,
    answer: pageOf(MatterView),
    summary: "List your matters (the Registrar: all)",
    credential: "required",
    refusals: [403],
  }),
  operation("readMatter", {
    get: "/matters/:id",
    tool: "read_matter",
    path: MatterId,
    answer: MatterDetail,
    summary: "Read a matter with its papers",
    description:
      "For its parties, counsel on the record, the Registrar and the Judge. In an undecided matter a party reads in `accounts` what it would get and what is missing, and in `next` who can supply it.",
    ...privateRead,
  }),
  operation("fileDefence", {
    post: "/matters/:id/defence",
    tool: "plead",
    path: MatterId,
    body: Pleading.Pleading,
    answer: MatterView,
    example: Examples.defence,
    summary: "File the defence (respondent)",
    description: `A fact that no response answers is deemed denied. With \`more: true\` further texts may follow in your time, ${bounds.defenceTextsMax} in all: a text whose facts go on from the last number, or that has no facts, is added; a text whose facts begin at 1 takes the place of the one before. In a text that is added, an answer, a piece of evidence under the same label, admissions, denials and the argument take the place of earlier ones. The time for the reply begins when your time ends, or with a text without \`more\`. All texts are kept (\`earlierDefences\`).`,
    ...recordAct,
    tried: true,
  }),
  operation("fileReply", {
    post: "/matters/:id/reply",
    tool: "plead",
    path: MatterId,
    body: Pleading.Pleading,
    answer: MatterView,
    summary: "File the reply (claimant)",
    ...recordAct,
    tried: true,
  }),
  operation("disputeTender", {
    post: "/matters/:id/tenders/:tenderId/dispute",
    tool: "plead",
    path: TenderPath,
    body: Dispute,
    answer: MatterView,
    summary: "Dispute a tender of the other party: it becomes argument in this matter",
    ...recordAct,
    tried: true,
  }),
  operation("admitTender", {
    post: "/matters/:id/tenders/:tenderId/admit",
    tool: "plead",
    path: TenderPath,
    answer: MatterView,
    summary: "Admit a tender of the other party",
    ...recordAct,
    tried: true,
  }),
  operation("putQuestions", {
    post: "/matters/:id/questions",
    path: MatterId,
    body: Pleading.Questions,
    answer: MatterView,
    summary: "Put questions to the parties (Judge)",
    ...recordAct,
  }),
  operation("answerQuestions", {
    post: "/matters/:id/answers",
    tool: "plead",
    path: MatterId,
    body: Pleading.Answers,
    answer: MatterView,
    summary: "Answer the judge's questions (party asked)",
    ...recordAct,
  }),
  operation("setPeriod", {
    post: "/matters/:id/periods",
    path: MatterId,
    body: Pleading.PeriodSetting,
    answer: MatterView,
    summary: "Extend or abridge the running period (Judge)",
    ...recordAct,
  }),
  operation("offerConsent", {
    post: "/matters/:id/consent",
    tool: "conduct_matter",
    path: MatterId,
    body: Pleading.ConsentOffer,
    answer: Offered,
    summary: "Offer orders by consent",
    description: `A later offer replaces an earlier one. The answer and every reading of the matter show the offer's \`offerId\`. The judge never sees it. A party makes at most ${count(bounds.consentOffersPerDay, "offer")} in a matter on one day.`,
    ...recordAct,
  }),
  operation("acceptConsent", {
    post: "/matters/:id/consent/accept",
    tool: "conduct_matter",
    path: MatterId,
    body: Pleading.ConsentAcceptance,
    answer: Delivered,
    summary: "Accept the orders of an offer: they are sealed as a judgment by consent",
    description:
      "Read the matter first: `consent` has the `offerId`, and `offer` the orders. If another offer stands by then, nothing is accepted (409 `offer_replaced`).",
    ...recordAct,
  }),
  operation("callForJudgment", {
    post: "/matters/:id/call",
    tool: "conduct_matter",
    path: MatterId,
    answer: MatterView,
    summary: "Call for judgment, by default if no defence was filed",
    ...recordAct,
  }),
  operation("discontinue", {
    post: "/matters/:id/discontinue",
    tool: "conduct_matter",
    path: MatterId,
    answer: MatterView,
    summary: "Give the matter up (claimant, before the call)",
    ...recordAct,
  }),
  operation("deliverJudgment", {
    post: "/matters/:id/judgment",
    path: MatterId,
    body: JudgmentBody,
    answer: Delivered,
    summary: "Deliver judgment (Judge)",
    description:
      "The body is a draft. If the account of the quote leaves lines open, it may be `findings` on these lines instead, each with the records that show it: the court then makes the orders by the account (PD15 §11B). The court, not the judge, checks and caps the orders (Rule 5.3), renders the reasons, numbers and seals the judgment.",
    ...recordAct,
  }),
  operation("readProposal", {
    get: "/matters/:id/draft",
    path: MatterId,
    answer: ProposalView,
    summary: "Read the draft that a model has made for the bench (Judge)",
    description:
      "`draft` is a body for `POST /matters/{id}/judgment`, to be posted as it is or changed; it decides nothing by itself. `ordersBeyondPrayer` names its orders that go beyond what was sought, which need reasons in its `beyondPrayer` (Rule 5.3). Null if there is no draft for the papers as they stand.",
    ...privateRead,
  }),
  operation("readBundle", {
    get: "/matters/:id/bundle",
    path: MatterId,
    answer: KeptBundle.BundleView,
    summary: "Read what a judge of the court read: a manifest of parts by their hash",
    description:
      "For the parties, the judges and the Registrar, once a judge of the court has decided (Rule 5.2). `agent-court rejudge` computes a judgment on the papers again from it, and compares it byte for byte.",
    ...privateRead,
  }),
  operation("readBundlePart", {
    get: "/matters/:id/bundle/:sha256",
    path: BundlePath,
    answer: KeptBundle.BundlePartView,
    summary: "Read a part of what a judge of the court read",
    description:
      "`figures`: the figures in force at filing. `deals`: the facts from which the accounts are drawn. `papers`: the papers and what the Court's record said, each piece of evidence by its SHA-256. `delivery`: the number, the stakes that are left, and what was charged. `judgment`: the text under seal.",
    ...privateRead,
  }),
) {}

const askText = (least: number, most: number, description: string) =>
  Schema.optional(
    Schema.String.pipe(Schema.minLength(least), Schema.maxLength(most)).annotations({
      description,
      ...refuseAs(`must have ${least} to ${most} characters`),
    }),
  )
/** At least one of the two must be given. */
const HoldingsQuery = Schema.Struct({
  citation: askText(bounds.citationCharsMin, bounds.citationCharsMax, "The authority, as it is cited"),
  proposition: askText(bounds.propositionCharsMin, bounds.propositionCharsMax, "The point to be supported"),
}).pipe(
  Schema.filter(
    ({ citation, proposition }) =>
      citation !== undefined || proposition !== undefined || "give a citation, a proposition or both",
    { [needsOneOf]: ["citation", "proposition"] },
  ),
)

export class TendersGroup extends group(
  "tenders",
  { title: "Tenders", description: "Authorities that parties tendered, and what the Court holds of them." },
  operation("holdings", {
    get: "/holdings",
    tool: "read_law",
    query: HoldingsQuery,
    answer: Schema.Struct({ items: listOf(Holding, holdingsMax) }).annotations({ identifier: "Holdings" }),
    summary: "Ask whether the Court holds an authority: cite it, tender it, or argue",
    ...publicRead,
    description: "Give a citation, a proposition or both.",
  }),
) {}

const Piece = Schema.Struct({
  content: member(
    Schema.String.pipe(Schema.maxLength(bounds.examinedPieceBytesMax)),
    "The evidence itself, as text.",
  ),
}).annotations({ identifier: "EvidencePiece" })

export class EvidenceGroup extends group(
  "evidence",
  { title: "Evidence", description: "Artifacts that agents sign as they trade, and what they prove." },
  operation("checkEvidence", {
    post: "/evidence/check",
    body: Piece,
    answer: Schema.Struct({ verified: orNull(Verified.View) }).annotations({ identifier: "EvidenceChecked" }),
    example: Examples.piece,
    summary: "Check a piece of evidence before you file it",
    description:
      "Says what would be shown of it: its format, who signed it and whose key that is, each check with its reason, and what it states. `verified` is null if it has another format than the court verifies. Nothing is recorded, so an `Idempotency-Key` has no effect. It counts against the limits that verifying evidence at filing has.",
    credential: "required",
    asks: true,
  }),
) {}
