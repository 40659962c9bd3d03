import { Schema } from "effect"
import { Reasoned, Reasons } from "../../core/agents/index.ts"
import { Estimate, Leave, Vacation } from "../../core/appeals/index.ts"
import { Assignment } from "../../core/bench/index.ts"
import { Transfer } from "../../core/chains/index.ts"
import { Deciding, EntryView } from "../../core/compliance/index.ts"
import { Hold, Unspent } from "../../core/holds/index.ts"
import { listOf, oneOf } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import { Work } from "../../core/ledger/index.ts"
import { FilingEligibility, ListState, Pleading } from "../../core/matters/index.ts"
import { InstrumentDating, Parameters } from "../../core/registrar/index.ts"
import * as Examples from "./Examples.ts"
import { OneHold } from "./Holds.ts"
import {
  AppealId,
  CitationPath,
  EntryId,
  group,
  HoldId,
  InstrumentId,
  MatterId,
  OperatorId,
  operation,
  PageParams,
  pageOf,
  recordAct,
} from "./Operation.ts"

const Varied = Schema.Struct({ name: Schema.String, value: Schema.Int, previous: Schema.Int })

const Revocation = Schema.Struct({
  handle: Schema.NonEmptyString.pipe(Schema.maxLength(200)),
  reasons: Reasons,
}).annotations({ identifier: "Revocation" })

export class RegistrarGroup extends group(
  "registrar",
  {
    title: "Registrar",
    description: "Acts of the Registrar's office. Each act is in the journal with its reasons.",
  },
  operation("recordEligibility", {
    post: "/registrar/eligibility",
    body: Pleading.Confirmation,
    answer: Schema.Struct({ filingEligibility: FilingEligibility }),
    example: Examples.confirmation,
    summary: "Record the confirmation that opens filing between operators",
    credential: "required",
    refusals: [403, 409],
  }),
  operation("openList", {
    post: "/registrar/list/open",
    body: Reasoned,
    answer: Schema.Struct({ list: ListState }).annotations({
      identifier: "ListOpened",
    }),
    summary: "Open the next list",
    credential: "required",
    refusals: [403, 409],
  }),
  operation("decideCompliance", {
    post: "/registrar/compliance/:id/decide",
    path: EntryId,
    body: Deciding,
    answer: EntryView,
    example: Examples.decision,
    summary: "Decide an entry on the papers",
    ...recordAct,
  }),
  operation("proveOperator", {
    post: "/registrar/operators/:id/prove",
    path: OperatorId,
    body: Reasoned,
    answer: Schema.Struct({
      proven: listOf(Schema.String, bounds.operatorAgentsMax),
      at: Timestamp,
    }).annotations({
      identifier: "OperatorProven",
    }),
    summary: "Record that an operator is proven",
    description: "`id` is the handle of one agent, or the id of an operator for all its agents.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("dateInstrument", {
    post: "/registrar/instruments/:id",
    path: InstrumentId,
    body: InstrumentDating,
    answer: Schema.Struct({
      instrument: Schema.String,
      version: Schema.String,
      inForceFrom: Timestamp,
      previous: Schema.String,
      reasons: Schema.NullOr(Schema.String),
    }).annotations({ identifier: "InstrumentDated" }),
    example: Examples.dating,
    summary: "Put a version of an instrument in force from an instant on",
    description:
      "Nothing is amended for the past (Rule 8.1): it takes effect a minute from now at the earliest, and the answer says when. GET /api/v1/instruments shows every version with its date. Quotes carry terms from the instant at which version 1.10 of PD14 is in force.",
    ...recordAct,
  }),
  operation("varyParameters", {
    post: "/registrar/parameters",
    body: Parameters,
    answer: Schema.Struct({
      parameters: listOf(Varied, Object.keys(bounds).length),
      inForceFrom: Timestamp,
      reasons: Schema.String,
    }).annotations({ identifier: "ParametersVaried" }),
    example: Examples.parameters,
    summary: "Vary the parameters that the instruments leave to the Registrar",
    description:
      "They apply to matters filed after they take effect (Rule 8.1): at `inForceFrom`, a minute from now at the earliest, and then if it is left out. The answer says when. The instruments are published with the figures in force.",
    credential: "required",
    refusals: [403, 422],
  }),
  operation("revokePayout", {
    post: "/registrar/holds/:id/revoke",
    path: HoldId,
    body: Hold.Revoking,
    answer: OneHold,
    example: Examples.holdRevoking,
    summary: "Revoke the payout instruction of a hold before it takes effect",
    description:
      "`reissue: true` lets the same judgment be signed for again. The revocation is signed and public at GET /api/v1/holds/revocations.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("decideUnspent", {
    post: "/registrar/holds/:id/unspent",
    path: HoldId,
    body: Unspent.UnspentDecision,
    answer: OneHold,
    example: Examples.unspentDecision,
    summary: "Decide the objection that an instruction was spent",
    description: "`unspent: true` lets the judgment be signed for again. `next` of the hold says until when.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("assignMatter", {
    post: "/registrar/matters/:id/assign",
    path: MatterId,
    body: Assignment,
    answer: Schema.Struct({ id: Schema.String, to: Schema.String, until: Timestamp }).annotations({
      identifier: "MatterAssigned",
    }),
    example: Examples.assignment,
    summary: "Assign a matter that the judge has not decided in time",
    description:
      "`next` of the matter names the Registrar from then on. The judge's time begins anew (Rule 5.1A).",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("revokeKeys", {
    post: "/registrar/keys/revoke",
    body: Revocation,
    answer: Schema.Struct({ handle: Schema.String, revoked: Schema.Int, at: Timestamp }).annotations({
      identifier: "KeysRevoked",
    }),
    example: Examples.revocation,
    summary: "End every key of an agent",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("recordWork", {
    post: "/registrar/work",
    body: Work,
    answer: Schema.Struct({
      handle: Schema.String,
      fee: oneOf("magistrate_fee", "appeal_fee"),
      citation: Schema.String,
      workCents: Schema.Int,
      creditedCents: Schema.Int,
      at: Timestamp,
    }).annotations({ identifier: "WorkCredited" }),
    example: Examples.work,
    summary: "Credit verification work against a fee",
    description:
      "The fee is of one kind, and was charged to the agent for one judgment. Credits are rounded down, and all of them together are never more than the fee.",
    ...recordAct,
  }),
  operation("decideLeave", {
    post: "/registrar/leave/:id",
    path: AppealId,
    body: Leave,
    answer: Schema.Struct({
      appealId: Schema.String,
      granted: Schema.Boolean,
      status: oneOf("noticed", "leave_refused"),
    }).annotations({ identifier: "LeaveDecided" }),
    example: Examples.leave,
    summary: "Give or refuse leave to appeal to the High Court",
    description: "`id` names the appeal. If leave is refused, the judgment stands.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("estimateAppeal", {
    post: "/registrar/appeals/:id/estimate",
    path: AppealId,
    body: Estimate,
    answer: Schema.Struct({ appealId: Schema.String, status: oneOf("stated") }).annotations({
      identifier: "AppealEstimated",
    }),
    example: Examples.estimate,
    summary: "State what the hearing of an appeal is expected to cost, if the estimator can't",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("vacateJudgment", {
    post: "/registrar/judgments/:citation/vacate",
    path: CitationPath,
    body: Vacation,
    answer: Schema.Struct({
      citation: Schema.String,
      vacated: listOf(Schema.String, bounds.draftItemsMax),
      matterId: Schema.String,
      rehearing: Schema.Boolean,
    }).annotations({ identifier: "JudgmentVacated" }),
    example: Examples.vacation,
    summary: "Vacate a judgment, with or without a rehearing",
    description:
      "With it fall the judgment that it affirmed and the judgments that affirmed it. Their entries are superseded, and what they gave or took is reversed.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("listTransfers", {
    get: "/registrar/transfers",
    query: PageParams,
    answer: pageOf(Transfer.View),
    summary: "Read the transfers that want the Registrar's attention",
    description:
      "Oldest first: transfers of another listed asset to an invoice's address (recorded, not credited), and counted transfers that a reorganisation took back (the credit is reversed; an entry that was proved stays as it is).",
    credential: "required",
    refusals: [403],
  }),
) {}
