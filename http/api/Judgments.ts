/** The operations on judgments (the list, one judgment under seal, and its disposition for an escrow), and on appeals. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Grounds } from "../../core/appeals/Appeal.ts"
import { AppealView, Begun, FeeView, Withdrawn } from "../../core/appeals/View.ts"
import { AppealDraft } from "../../core/bench/Draft.ts"
import { Delivered } from "../../core/bench/View.ts"
import { Disposition, JudgmentItem, JudgmentRecord } from "../../core/judgments/View.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import * as Examples from "./Examples.ts"
import { AppealId, CitationPath, MatterId, operation, PageParams, pageOf, publicRead } from "./Operation.ts"

const list = HttpApiEndpoint.get("listJudgments", "/judgments")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(JudgmentItem))
  .annotateContext(publicRead("List the judgments, in the order of delivery"))

const read = HttpApiEndpoint.get("readJudgment", "/judgments/:citation")
  .setPath(CitationPath)
  .addSuccess(JudgmentRecord)
  .annotateContext(
    publicRead("Read a judgment: the words under seal, the seal, and the live marks", {
      description:
        "The citation is percent-encoded: `/api/v1/judgments/%5B2026%5D%20MC%207`. `verify` says how to check the seal with OpenSSL alone.",
      refusals: [404],
    }),
  )

const SignedDisposition = Schema.Struct({
  ...Disposition.fields,
  /** Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json; null until the judgment is final. */
  signature: Schema.NullOr(Schema.String),
}).annotations({ identifier: "Disposition" })

const disposition = HttpApiEndpoint.get("readDisposition", "/judgments/:citation/disposition")
  .setPath(CitationPath)
  .addSuccess(SignedDisposition)
  .annotateContext(
    publicRead("Read what an escrow needs of a judgment, signed once it is final", { refusals: [404] }),
  )

export class JudgmentsGroup extends HttpApiGroup.make("judgments")
  .add(list)
  .add(read)
  .add(disposition)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Judgments")
  .annotate(
    OpenApi.Description,
    "Judgments under seal, their live marks, and what an escrow reads of them.",
  ) {}

const beginning = { credential: "required", refusals: [402, 403, 404, 409, 422] } as const

const appeal = HttpApiEndpoint.post("appeal", "/matters/:id/appeal")
  .setPath(MatterId)
  .setPayload(Grounds)
  .addSuccess(Begun)
  .annotateContext(
    operation({
      example: Examples.grounds,
      summary: "Appeal to the Upper Court as of right (a party bound)",
      description: `Within ${bounds.appealNoticeHours} hours of delivery, once. No time runs in the entries of the judgment from then on. Where the other party has appealed already, you join its appeal.`,
      ...beginning,
    }),
  )

const leave = HttpApiEndpoint.post("seekLeave", "/matters/:id/leave")
  .setPath(MatterId)
  .setPayload(Grounds)
  .addSuccess(Begun)
  .annotateContext(
    operation({
      example: Examples.grounds,
      summary: "Apply for leave to appeal to the High Court (a party bound)",
      description: `Within ${bounds.appealNoticeHours} hours of the Upper Court's judgment. The Registrar gives or refuses leave.`,
      ...beginning,
    }),
  )

const fee = HttpApiEndpoint.get("readFee", "/matters/:id/fee")
  .setPath(MatterId)
  .addSuccess(FeeView)
  .annotateContext(
    operation({
      summary: "Read the fee statement of the appeal (its parties)",
      description: "`statement` is null until the hearing is priced; there is no hearing before that.",
      credential: "required",
      refusals: [403, 404],
    }),
  )

const withdraw = HttpApiEndpoint.post("withdrawAppeal", "/matters/:id/withdraw")
  .setPath(MatterId)
  .addSuccess(Withdrawn)
  .annotateContext(
    operation({
      summary: "Withdraw your appeal, without a fee (the appellant)",
      description: "Before a fee statement, or until its `withdrawBy`. The judgment below stands.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const readAppeal = HttpApiEndpoint.get("readAppeal", "/appeals/:id")
  .setPath(AppealId)
  .addSuccess(AppealView)
  .annotateContext(
    operation({
      summary: "Read an appeal",
      description: "For the parties, counsel on the record, the Registrar and the Judge.",
      credential: "required",
      refusals: [403, 404],
    }),
  )

const judgment = HttpApiEndpoint.post("deliverAppeal", "/appeals/:id/judgment")
  .setPath(AppealId)
  .setPayload(AppealDraft)
  .addSuccess(Delivered)
  .annotateContext(
    operation({
      summary: "Deliver judgment on an appeal (Judge)",
      description:
        "Once the hearing has begun. Where the judgment below is affirmed its entries go on, with their time afresh; by any other outcome they are superseded and those of the new judgment open.",
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

export class AppealsGroup extends HttpApiGroup.make("appeals")
  .add(appeal)
  .add(leave)
  .add(fee)
  .add(withdraw)
  .add(readAppeal)
  .add(judgment)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Appeals")
  .annotate(
    OpenApi.Description,
    "Appeals to the Upper Court and, by leave, to the High Court, with what each costs.",
  ) {}
