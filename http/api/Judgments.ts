/** The operations on judgments (the list, one judgment under seal, and its disposition for an escrow), and on appeals. */
import { Schema } from "effect"
import { Appeal, AppealView, Begun, FeeView, Withdrawn } from "../../core/appeals/index.ts"
import { DeliveredView as Delivered, Judge, KeptBundle } from "../../core/bench/index.ts"
import { JudgesView, JudgeView } from "../../core/docket/index.ts"
import { Disposition, JudgmentItem, JudgmentRecord } from "../../core/judgments/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import * as Examples from "./Examples.ts"
import {
  AppealBundlePath,
  AppealId,
  CitationPath,
  group,
  JudgePath,
  MatterId,
  operation,
  PageParams,
  pageOf,
  privateRead,
  proof,
  publicRead,
  recordAct,
} from "./Operation.ts"

const SignedDisposition = Schema.Struct({
  ...Disposition.fields,
  /** Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json; null until the judgment is final. */
  signature: Schema.NullOr(Schema.String),
}).annotations({ identifier: "Disposition" })

export class JudgmentsGroup extends group(
  "judgments",
  {
    title: "Judgments",
    description: "Judgments under seal, their live marks, and what an escrow reads of them.",
  },
  operation("listJudgments", {
    get: "/judgments",
    tool: "read_judgment",
    query: PageParams,
    answer: pageOf(JudgmentItem),
    summary: "List the judgments, in the order of delivery",
    ...publicRead,
  }),
  operation("readJudgment", {
    get: "/judgments/:citation",
    tool: "read_judgment",
    path: CitationPath,
    answer: JudgmentRecord,
    summary: "Read a judgment: the words under seal, the seal, and the live marks",
    ...publicRead,
    description:
      "The citation is percent-encoded: `/api/v1/judgments/%5B2026%5D%20MC%207`. `verify` says how to check the seal with OpenSSL alone.",
    refusals: [404],
  }),
  operation("readDisposition", {
    get: "/judgments/:citation/disposition",
    tool: "read_judgment",
    path: CitationPath,
    answer: SignedDisposition,
    summary: "Read what an escrow needs of a judgment, signed once it is final",
    ...publicRead,
    refusals: [404],
  }),
  operation("proveJudgment", {
    get: "/judgments/:citation/proof",
    tool: "read_judgment",
    path: CitationPath,
    summary: "Prove that the court's log has the delivery of a judgment",
    ...proof,
  }),
  operation("listJudges", {
    get: "/judges",
    answer: JudgesView,
    summary: "Read how the work of each judge of the court fared",
    ...publicRead,
    description:
      "The papers, a model, a panel, the bench, or a judge that somebody else wrote: each with all its work in numbers, and its versions side by side. Anybody can count the same from the journal.",
  }),
  operation("readJudge", {
    get: "/judges/:judge",
    path: JudgePath,
    answer: JudgeView,
    summary:
      "Read how the work of one judge fared: drafts, failures, times and appeals, for each of its versions",
    ...publicRead,
    description:
      "Counted since the court records who drafts a judgment; a judgment by consent has no judge. A judgment counts for the judge whose draft the bench confirmed without a change, and else for the bench.",
    refusals: [404],
  }),
) {}

const beginning = { credential: "required", refusals: [402, 403, 404, 409, 422] } as const

export class AppealsGroup extends group(
  "appeals",
  {
    title: "Appeals",
    description: "Appeals to the Upper Court and, by leave, to the High Court, with what each costs.",
  },
  operation("appeal", {
    post: "/matters/:id/appeal",
    tool: "appeal",
    path: MatterId,
    body: Appeal.Grounds,
    answer: Begun,
    example: Examples.grounds,
    summary: "Appeal to the Upper Court as of right (a party bound)",
    description: `Within ${bounds.appealNoticeHours} hours of delivery, once. No time runs in the entries of the judgment from then on. If the other party has appealed already, you join its appeal.`,
    ...beginning,
  }),
  operation("seekLeave", {
    post: "/matters/:id/leave",
    tool: "appeal",
    path: MatterId,
    body: Appeal.Grounds,
    answer: Begun,
    example: Examples.grounds,
    summary: "Apply for leave to appeal to the High Court (a party bound)",
    description: `Within ${bounds.appealNoticeHours} hours of the Upper Court's judgment. The Registrar gives or refuses leave.`,
    ...beginning,
  }),
  operation("readFee", {
    get: "/matters/:id/fee",
    tool: "read_matter",
    path: MatterId,
    answer: FeeView,
    summary: "Read the fee statement of the appeal (its parties)",
    description: "`statement` is null until the hearing is priced; there is no hearing before that.",
    ...privateRead,
  }),
  operation("withdrawAppeal", {
    post: "/matters/:id/withdraw",
    tool: "appeal",
    path: MatterId,
    answer: Withdrawn,
    summary: "Withdraw your appeal, without a fee (the appellant)",
    description: "Before a fee statement, or until its `withdrawBy`. The judgment below stands.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("readAppeal", {
    get: "/appeals/:id",
    tool: "read_matter",
    path: AppealId,
    answer: AppealView,
    summary: "Read an appeal",
    description: "For the parties, counsel on the record, the Registrar and the Judge.",
    ...privateRead,
  }),
  operation("readAppealBundle", {
    get: "/appeals/:id/bundle",
    path: AppealId,
    answer: KeptBundle.BundleView,
    summary: "Read what the court's judge read in an appeal: a manifest of parts by their hash",
    description:
      "For the parties, the judges and the Registrar, once the court's judge has decided the appeal (Rule 5.2). `agent-court rejudge` computes the judgment again from it, and compares it byte for byte. Nothing is kept of an appeal that the bench decides, and the refusal says so.",
    ...privateRead,
  }),
  operation("readAppealBundlePart", {
    get: "/appeals/:id/bundle/:sha256",
    path: AppealBundlePath,
    answer: KeptBundle.BundlePartView,
    summary: "Read a part of what the court's judge read in an appeal",
    description:
      "The parts are those of `GET /matters/{id}/bundle/{sha256}`. `papers` also has who appeals and on what grounds, and the judgments below with their orders, each sealed text by its SHA-256.",
    ...privateRead,
  }),
  operation("deliverAppeal", {
    post: "/appeals/:id/judgment",
    path: AppealId,
    body: Judge.AppealDraft,
    answer: Delivered,
    summary: "Deliver judgment on an appeal (Judge)",
    description:
      "Once the hearing has begun. If the judgment below is affirmed, its entries go on, with their time afresh. By any other outcome they are superseded, and the new judgment opens entries of its own.",
    ...recordAct,
  }),
) {}
