/** The operations of the Registrar's office. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Reasoned, Reasons } from "../../core/agents/Law.ts"
import { Leave } from "../../core/appeals/Commands.ts"
import { Estimate } from "../../core/appeals/Price.ts"
import { Vacation } from "../../core/appeals/Vacate.ts"
import { Attention } from "../../core/chains/Transfer.ts"
import { Deciding } from "../../core/compliance/Commands.ts"
import { EntryView } from "../../core/compliance/View.ts"
import { Revoking } from "../../core/holds/Hold.ts"
import { listOf, oneOf } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import { Work } from "../../core/ledger/RecordWork.ts"
import { FilingEligibility, ListState } from "../../core/matters/Docket.ts"
import { Confirmation } from "../../core/matters/Pleading.ts"
import { InstrumentDating, Parameters } from "../../core/registrar/Commands.ts"
import * as Examples from "./Examples.ts"
import { OneHold } from "./Holds.ts"
import {
  AppealId,
  CitationPath,
  EntryId,
  HoldId,
  InstrumentId,
  OperatorId,
  operation,
  orNull,
  PageParams,
  pageOf,
} from "./Operation.ts"

const eligibility = HttpApiEndpoint.post("recordEligibility", "/registrar/eligibility")
  .setPayload(Confirmation)
  .addSuccess(Schema.Struct({ filingEligibility: FilingEligibility }))
  .annotateContext(
    operation({
      example: Examples.confirmation,
      summary: "Record the confirmation that opens filing between operators",
      credential: "required",
      refusals: [403, 409],
    }),
  )

const openList = HttpApiEndpoint.post("openList", "/registrar/list/open")
  .setPayload(Reasoned)
  .addSuccess(
    Schema.Struct({ list: ListState }).annotations({
      identifier: "ListOpened",
    }),
  )
  .annotateContext(operation({ summary: "Open the next list", credential: "required", refusals: [403, 409] }))

const decide = HttpApiEndpoint.post("decideCompliance", "/registrar/compliance/:id/decide")
  .setPath(EntryId)
  .setPayload(Deciding)
  .addSuccess(EntryView)
  .annotateContext(
    operation({
      example: Examples.decision,
      summary: "Decide an entry on the papers",
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

const prove = HttpApiEndpoint.post("proveOperator", "/registrar/operators/:id/prove")
  .setPath(OperatorId)
  .setPayload(Reasoned)
  .addSuccess(
    Schema.Struct({ proven: listOf(Schema.String, bounds.operatorAgentsMax), at: Timestamp }).annotations({
      identifier: "OperatorProven",
    }),
  )
  .annotateContext(
    operation({
      summary: "Record that an operator is proven",
      description: "`id` is the handle of one agent, or the id of an operator for all its agents.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const instruments = HttpApiEndpoint.post("dateInstrument", "/registrar/instruments/:id")
  .setPath(InstrumentId)
  .setPayload(InstrumentDating)
  .addSuccess(
    Schema.Struct({
      instrument: Schema.String,
      version: Schema.String,
      inForceFrom: Timestamp,
      previous: Schema.String,
      reasons: Schema.NullOr(Schema.String),
    }).annotations({ identifier: "InstrumentDated" }),
  )
  .annotateContext(
    operation({
      example: Examples.dating,
      summary: "Put a version of an instrument in force from an instant on",
      description:
        "Nothing is amended for the past (Rule 8.1): it takes effect a minute from now at the earliest, and the answer says when. GET /api/v1/instruments shows every version with its date. Quotes carry terms from the instant at which version 1.10 of PD14 is in force.",
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

const Varied = Schema.Struct({ name: Schema.String, value: Schema.Int, previous: Schema.Int })
const parameters = HttpApiEndpoint.post("varyParameters", "/registrar/parameters")
  .setPayload(Parameters)
  .addSuccess(
    Schema.Struct({
      parameters: listOf(Varied, Object.keys(bounds).length),
      inForceFrom: Timestamp,
      reasons: Schema.String,
    }).annotations({ identifier: "ParametersVaried" }),
  )
  .annotateContext(
    operation({
      example: Examples.parameters,
      summary: "Vary the parameters that the instruments leave to the Registrar",
      description:
        "They apply to matters filed after they take effect (Rule 8.1): at `inForceFrom`, a minute from now at the earliest, and then where it is left out. The answer says when. The instruments are published with the figures in force.",
      credential: "required",
      refusals: [403, 422],
    }),
  )

const Revocation = Schema.Struct({
  handle: Schema.NonEmptyString.pipe(Schema.maxLength(200)),
  reasons: Reasons,
}).annotations({ identifier: "Revocation" })

const revokeHold = HttpApiEndpoint.post("revokePayout", "/registrar/holds/:id/revoke")
  .setPath(HoldId)
  .setPayload(Revoking)
  .addSuccess(OneHold)
  .annotateContext(
    operation({
      example: Examples.holdRevoking,
      summary: "Revoke the payout instruction of a hold before it takes effect",
      description:
        "`reissue: true` lets the same judgment be signed for again. The revocation is signed and public at GET /api/v1/holds/revocations.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const revoke = HttpApiEndpoint.post("revokeKeys", "/registrar/keys/revoke")
  .setPayload(Revocation)
  .addSuccess(
    Schema.Struct({ handle: Schema.String, revoked: Schema.Int, at: Timestamp }).annotations({
      identifier: "KeysRevoked",
    }),
  )
  .annotateContext(
    operation({
      example: Examples.revocation,
      summary: "End every key of an agent",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const work = HttpApiEndpoint.post("recordWork", "/registrar/work")
  .setPayload(Work)
  .addSuccess(
    Schema.Struct({
      handle: Schema.String,
      fee: oneOf("magistrate_fee", "appeal_fee"),
      citation: Schema.String,
      workCents: Schema.Int,
      creditedCents: Schema.Int,
      at: Timestamp,
    }).annotations({ identifier: "WorkCredited" }),
  )
  .annotateContext(
    operation({
      example: Examples.work,
      summary: "Credit verification work against a fee",
      description:
        "The fee is that of one kind charged to the agent for one judgment. Credits are rounded down, and all of them together are never more than the fee.",
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

const leave = HttpApiEndpoint.post("decideLeave", "/registrar/leave/:id")
  .setPath(AppealId)
  .setPayload(Leave)
  .addSuccess(
    Schema.Struct({
      appealId: Schema.String,
      granted: Schema.Boolean,
      status: oneOf("noticed", "leave_refused"),
    }).annotations({ identifier: "LeaveDecided" }),
  )
  .annotateContext(
    operation({
      example: Examples.leave,
      summary: "Give or refuse leave to appeal to the High Court",
      description: "`id` is that of the appeal. Where leave is refused, the judgment stands.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const estimate = HttpApiEndpoint.post("estimateAppeal", "/registrar/appeals/:id/estimate")
  .setPath(AppealId)
  .setPayload(Estimate)
  .addSuccess(
    Schema.Struct({ appealId: Schema.String, status: oneOf("stated") }).annotations({
      identifier: "AppealEstimated",
    }),
  )
  .annotateContext(
    operation({
      example: Examples.estimate,
      summary: "State what the hearing of an appeal is expected to cost, where the estimator can't",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const vacate = HttpApiEndpoint.post("vacateJudgment", "/registrar/judgments/:citation/vacate")
  .setPath(CitationPath)
  .setPayload(Vacation)
  .addSuccess(
    Schema.Struct({
      citation: Schema.String,
      vacated: listOf(Schema.String, bounds.draftItemsMax),
      matterId: Schema.String,
      rehearing: Schema.Boolean,
    }).annotations({ identifier: "JudgmentVacated" }),
  )
  .annotateContext(
    operation({
      example: Examples.vacation,
      summary: "Vacate a judgment, and order a rehearing or none",
      description:
        "With it fall the judgment that it affirmed and those that affirmed it. Their entries are superseded, and what they gave or took is reversed.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const transfers = HttpApiEndpoint.get("listTransfers", "/registrar/transfers")
  .setUrlParams(PageParams)
  .addSuccess(
    pageOf(
      Schema.Struct({
        network: Schema.String,
        asset: Schema.String,
        txid: Schema.String,
        index: Schema.Int,
        to: Schema.String,
        units: Schema.String,
        cents: Schema.Int,
        towards: Schema.Struct({ kind: oneOf("invoice", "entry", "hold"), id: Schema.String }),
        why: oneOf(...Attention.literals),
        at: Timestamp,
        reversedAt: orNull(Timestamp),
      }).annotations({ identifier: "TransferOfNote" }),
    ),
  )
  .annotateContext(
    operation({
      summary: "Read the transfers that want the Registrar's attention",
      description:
        "Oldest first: transfers of another listed asset to an invoice's address (recorded, not credited), and counted ones that a reorganisation took back (the credit is reversed; an entry that was proved stays as it is).",
      credential: "required",
      refusals: [403],
    }),
  )

export class RegistrarGroup extends HttpApiGroup.make("registrar")
  .add(eligibility)
  .add(openList)
  .add(decide)
  .add(prove)
  .add(instruments)
  .add(parameters)
  .add(revokeHold)
  .add(revoke)
  .add(work)
  .add(leave)
  .add(estimate)
  .add(vacate)
  .add(transfers)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Registrar")
  .annotate(
    OpenApi.Description,
    "Acts of the Registrar's office. Every one is in the journal with its reasons.",
  ) {}
