import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AppealStatus, courtName, Grounds, Outcome } from "../../core/appeals/Appeal.ts"
import { AppealDraft } from "../../core/appeals/Outcome.ts"
import { bounds } from "../../core/Schedule.ts"
import * as Examples from "./Examples.ts"
import { Delivered } from "./MatterShapes.ts"
import { AppealId, MatterId, Next, oneOf, operation, orNull, Timestamp, text } from "./Operation.ts"

const court = oneOf(...Object.values(courtName))

const Begun = Schema.Struct({ appealId: text, court }).annotations({ identifier: "AppealBegun" })

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

const Statement = Schema.Struct({
  id: text,
  firstInstance: Schema.Struct({ citation: text, costCents: orNull(Schema.Int), entered: Schema.Boolean }),
  estimatedAppealCostCents: Schema.Int,
  costCents: Schema.Int,
  marginCents: Schema.Int,
  totalCents: Schema.Int,
  statedAt: Timestamp,
  withdrawBy: Timestamp,
  rules: Schema.Array(text),
}).annotations({ identifier: "FeeStatement" })

const fee = HttpApiEndpoint.get("readFee", "/matters/:id/fee")
  .setPath(MatterId)
  .addSuccess(
    Schema.Struct({ appealId: text, statement: orNull(Statement), note: text }).annotations({
      identifier: "AppealFee",
    }),
  )
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
  .addSuccess(
    Schema.Struct({
      appealId: text,
      status: oneOf("withdrawn"),
      feeCents: Schema.Int,
      judgmentBelow: text,
    }).annotations({ identifier: "AppealWithdrawn" }),
  )
  .annotateContext(
    operation({
      summary: "Withdraw your appeal, without a fee (the appellant)",
      description: "Before a fee statement, or until its `withdrawBy`. The judgment below stands.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const Appeal = Schema.Struct({
  id: text,
  matterId: text,
  court,
  below: text,
  status: oneOf(...AppealStatus.literals),
  noticedAt: Timestamp,
  appellants: Schema.Array(
    Schema.Struct({
      handle: text,
      side: oneOf("claimant", "respondent"),
      noticedAt: Timestamp,
      grounds: Schema.Array(text),
      argument: orNull(text),
      withdrawnAt: orNull(Timestamp),
    }),
  ),
  leave: orNull(Schema.Struct({ granted: Schema.Boolean, reasons: text, at: Timestamp })),
  statement: orNull(Statement),
  hearingAt: orNull(Timestamp),
  outcome: orNull(oneOf(...Outcome.literals)),
  citation: orNull(text),
  feeBorneBy: orNull(text),
  endedAt: orNull(Timestamp),
  next: Schema.Array(Next),
}).annotations({ identifier: "Appeal" })

const read = HttpApiEndpoint.get("readAppeal", "/appeals/:id")
  .setPath(AppealId)
  .addSuccess(Appeal)
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
  .add(read)
  .add(judgment)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Appeals")
  .annotate(
    OpenApi.Description,
    "Appeals to the Upper Court and, by leave, to the High Court, with what each costs.",
  ) {}
