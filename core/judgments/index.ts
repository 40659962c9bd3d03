/** Judgments: drafts, caps, reasons, seals, finality (Rules, part 5). */
import { acceptConsent, decideMatter, deliverJudgment, passJudgment } from "./Commands.ts"
import { findings } from "./Conduct.ts"
import { Proposals, propose } from "./Judge.ts"
import { courts, Judgments, SeriesCounters } from "./Judgment.ts"
import { kinds } from "./Orders.ts"
import { listJudgments, readDisposition, readJudgment, readProposal } from "./Queries.ts"

export const records = { Judgments, SeriesCounters, Proposals }
export const commands = { deliverJudgment, decideMatter, acceptConsent, passJudgment, propose }
export const queries = { listJudgments, readJudgment, readDisposition, readProposal }
export const tables = { courts, findings, orderKinds: kinds }

export * as Bundle from "./Bundle.ts"
export * as Burden from "./Burden.ts"
export * as Costs from "./Costs.ts"
export * as Draft from "./Draft.ts"
export * as Judge from "./Judge.ts"
export * as Judgment from "./Judgment.ts"
export * as Law from "./Law.ts"
export * as Markdown from "./Markdown.ts"
export * as Orders from "./Orders.ts"
export * as Proof from "./Proof.ts"
export * as Reasons from "./Reasons.ts"
export * as Replay from "./Replay.ts"
export * as Verify from "./Verify.ts"
export * as View from "./View.ts"
