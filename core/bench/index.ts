/** The bench, which makes judgments: the port of a judge, drafts, caps, reasons and delivery (Rules, part 5). */
import { acceptConsent, decideMatter, deliverJudgment, passJudgment } from "./Commands.ts"
import { findings } from "./Conduct.ts"
import { Proposals, propose } from "./Judge.ts"
import { kinds } from "./Orders.ts"
import { readProposal } from "./Queries.ts"

export const records = { Proposals }
export const commands = { deliverJudgment, decideMatter, acceptConsent, passJudgment, propose }
export const queries = { readProposal }
export const tables = { findings, orderKinds: kinds }

export * as Burden from "./Burden.ts"
export * as Costs from "./Costs.ts"
export * as Draft from "./Draft.ts"
export * as Judge from "./Judge.ts"
export * as Law from "./Law.ts"
export * as Orders from "./Orders.ts"
export * as Proof from "./Proof.ts"
export * as Reasons from "./Reasons.ts"
export * as View from "./View.ts"
