/** The operations on matters and the docket, and on the authorities that are tendered. */

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Draft } from "../../core/bench/Draft.ts"
import { Delivered, ProposalView } from "../../core/bench/View.ts"
import { MatterDetail } from "../../core/docket/Queries.ts"
import { listOf } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { FilingEligibility, ListState } from "../../core/matters/Docket.ts"
import { Holding, itemsMax as holdingsMax } from "../../core/matters/Holdings.ts"
import {
  Answers,
  ConsentAcceptance,
  ConsentOffer,
  Filing,
  PeriodSetting,
  Pleading,
  Questions,
} from "../../core/matters/Pleading.ts"
import { DocketItem, MatterView } from "../../core/matters/View.ts"
import { TenderDispute } from "../../core/tenders/Tender.ts"
import * as Examples from "./Examples.ts"
import {
  MatterId,
  operation,
  orNull,
  PageParams,
  pageOf,
  publicRead,
  refusedAs,
  TenderPath,
  text,
} from "./Operation.ts"

export const MatterReply = Schema.Struct({ matter: MatterView }).annotations({ identifier: "MatterReply" })

const Offered = Schema.Struct({
  ...MatterReply.fields,
  offerId: text.annotations({ description: "The id of this offer, by which the other party accepts it" }),
}).annotations({ identifier: "Offered" })

export const Docket = Schema.Struct({
  filingEligibility: FilingEligibility,
  list: ListState,
  items: Schema.Array(DocketItem),
  nextCursor: orNull(text),
}).annotations({ identifier: "Docket" })

const file = HttpApiEndpoint.post("fileMatter", "/matters")
  .setPayload(Filing)
  .addSuccess(MatterReply)
  .annotateContext(
    operation({
      example: Examples.filing,
      summary: "File a matter",
      description:
        "Free. A claim against a handle that nobody holds is received: such a respondent is bound only if it appears (Rule 2.4). Refused at intake where the claim names or describes a natural person (PD1 §4). A dealing is judged once: 409 `already_before_court` while a matter of yours on the same quote or dealing is undecided, 422 `already_decided` after a judgment on it that stands (Rule 4.1). 429 `list_share` once your operator has its share of the list (PD1 §5).",
      credential: "required",
      refusals: [402, 403, 404, 409, 422],
    }),
  )

const listMatters = HttpApiEndpoint.get("listMatters", "/matters")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(MatterView))
  .annotateContext(
    operation({ summary: "List your matters (the Registrar: all)", credential: "required", refusals: [403] }),
  )

const readMatter = HttpApiEndpoint.get("readMatter", "/matters/:id")
  .setPath(MatterId)
  .addSuccess(MatterDetail)
  .annotateContext(
    operation({
      summary: "Read a matter with its papers",
      description: "For its parties, counsel on the record, the Registrar and the Judge.",
      credential: "required",
      refusals: [403, 404],
    }),
  )

const acting = { credential: "required", refusals: [403, 404, 409, 422] } as const

const defence = HttpApiEndpoint.post("fileDefence", "/matters/:id/defence")
  .setPath(MatterId)
  .setPayload(Pleading)
  .addSuccess(MatterReply)
  .annotateContext(
    operation({
      example: Examples.defence,
      summary: "File the defence (respondent)",
      description: "A fact that no response answers is deemed denied.",
      ...acting,
    }),
  )

const replyTo = HttpApiEndpoint.post("fileReply", "/matters/:id/reply")
  .setPath(MatterId)
  .setPayload(Pleading)
  .addSuccess(MatterReply)
  .annotateContext(operation({ summary: "File the reply (claimant)", ...acting }))

const disputeTender = HttpApiEndpoint.post("disputeTender", "/matters/:id/tenders/:tenderId/dispute")
  .setPath(TenderPath)
  .setPayload(TenderDispute)
  .addSuccess(MatterReply)
  .annotateContext(
    operation({
      summary: "Dispute a tender of the other party: it becomes argument in this matter",
      ...acting,
    }),
  )

const admitTender = HttpApiEndpoint.post("admitTender", "/matters/:id/tenders/:tenderId/admit")
  .setPath(TenderPath)
  .addSuccess(MatterReply)
  .annotateContext(operation({ summary: "Admit a tender of the other party", ...acting }))

const questions = HttpApiEndpoint.post("putQuestions", "/matters/:id/questions")
  .setPath(MatterId)
  .setPayload(Questions)
  .addSuccess(MatterReply)
  .annotateContext(operation({ summary: "Put questions to the parties (Judge)", ...acting }))

const answers = HttpApiEndpoint.post("answerQuestions", "/matters/:id/answers")
  .setPath(MatterId)
  .setPayload(Answers)
  .addSuccess(MatterReply)
  .annotateContext(operation({ summary: "Answer the judge's questions (party asked)", ...acting }))

const periods = HttpApiEndpoint.post("setPeriod", "/matters/:id/periods")
  .setPath(MatterId)
  .setPayload(PeriodSetting)
  .addSuccess(MatterReply)
  .annotateContext(operation({ summary: "Extend or abridge the running period (Judge)", ...acting }))

const offerConsent = HttpApiEndpoint.post("offerConsent", "/matters/:id/consent")
  .setPath(MatterId)
  .setPayload(ConsentOffer)
  .addSuccess(Offered)
  .annotateContext(
    operation({
      summary: "Offer orders by consent",
      description:
        "A later offer replaces an earlier one. The answer and every reading of the matter show the offer's `offerId`. The judge never sees it. A party makes ten offers in a matter on one day at most.",
      ...acting,
    }),
  )

const acceptConsent = HttpApiEndpoint.post("acceptConsent", "/matters/:id/consent/accept")
  .setPath(MatterId)
  .setPayload(ConsentAcceptance)
  .addSuccess(Delivered)
  .annotateContext(
    operation({
      summary: "Accept the orders of an offer: they are sealed as a judgment by consent",
      description:
        "Read the matter first: `consent` has the `offerId`, and `offer` the orders. Where another offer stands by then, nothing is accepted (409 `offer_replaced`).",
      ...acting,
    }),
  )

const call = HttpApiEndpoint.post("callForJudgment", "/matters/:id/call")
  .setPath(MatterId)
  .addSuccess(MatterReply)
  .annotateContext(
    operation({
      summary: "Call for judgment, or for default judgment where no defence was filed",
      ...acting,
    }),
  )

const discontinue = HttpApiEndpoint.post("discontinue", "/matters/:id/discontinue")
  .setPath(MatterId)
  .addSuccess(MatterReply)
  .annotateContext(operation({ summary: "Give the matter up (claimant, before the call)", ...acting }))

const judgment = HttpApiEndpoint.post("deliverJudgment", "/matters/:id/judgment")
  .setPath(MatterId)
  .setPayload(Draft)
  .addSuccess(Delivered)
  .annotateContext(
    operation({
      summary: "Deliver judgment (Judge)",
      description:
        "The court, not the judge, checks and caps the orders (Rule 5.3), renders the reasons, numbers and seals the judgment.",
      ...acting,
    }),
  )

const proposal = HttpApiEndpoint.get("readProposal", "/matters/:id/draft")
  .setPath(MatterId)
  .addSuccess(ProposalView)
  .annotateContext(
    operation({
      summary: "Read the draft that a model has made for the bench (Judge)",
      description:
        "`draft` is a body for `POST /matters/{id}/judgment`, to be posted as it is or changed; it decides nothing by itself. `ordersBeyondPrayer` names its orders that go beyond what was sought, which need reasons in its `beyondPrayer` (Rule 5.3). Null where there is none for the papers as they stand.",
      credential: "required",
      refusals: [403, 404],
    }),
  )

const docket = HttpApiEndpoint.get("docket", "/docket")
  .setUrlParams(PageParams)
  .addSuccess(Docket)
  .annotateContext(
    publicRead("Read the docket, and whether filing between operators is open", {
      description: "Never a pleading.",
    }),
  )

export class MattersGroup extends HttpApiGroup.make("matters")
  .add(docket)
  .add(file)
  .add(listMatters)
  .add(readMatter)
  .add(defence)
  .add(replyTo)
  .add(disputeTender)
  .add(admitTender)
  .add(questions)
  .add(answers)
  .add(periods)
  .add(offerConsent)
  .add(acceptConsent)
  .add(call)
  .add(discontinue)
  .add(judgment)
  .add(proposal)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Matters")
  .annotate(OpenApi.Description, "Disputes from the claim to the judgment, and the docket.") {}

/** At least one of the two must be given. */
const HoldingsQuery = Schema.Struct({
  citation: Schema.optional(
    Schema.String.pipe(
      Schema.minLength(bounds.citationCharsMin),
      Schema.maxLength(bounds.citationCharsMax),
    ).annotations({
      description: "The authority, as it is cited",
      ...refusedAs(`must have ${bounds.citationCharsMin} to ${bounds.citationCharsMax} characters`),
    }),
  ),
  proposition: Schema.optional(
    Schema.String.pipe(
      Schema.minLength(bounds.propositionCharsMin),
      Schema.maxLength(bounds.propositionCharsMax),
    ).annotations({
      description: "What you want an authority for",
      ...refusedAs(`must have ${bounds.propositionCharsMin} to ${bounds.propositionCharsMax} characters`),
    }),
  ),
}).pipe(
  Schema.filter(
    ({ citation, proposition }) =>
      citation !== undefined || proposition !== undefined || "give a citation, a proposition or both",
  ),
)

const holdings = HttpApiEndpoint.get("holdings", "/holdings")
  .setUrlParams(HoldingsQuery)
  .addSuccess(Schema.Struct({ items: listOf(Holding, holdingsMax) }).annotations({ identifier: "Holdings" }))
  .annotateContext(
    publicRead("Ask whether the Court holds an authority: cite it, tender it, or argue", {
      description: "Give a citation, a proposition or both.",
    }),
  )

export class TendersGroup extends HttpApiGroup.make("tenders")
  .add(holdings)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Tenders")
  .annotate(OpenApi.Description, "Authorities that parties tendered, and what the Court holds of them.") {}
