/** The bench, which makes judgments: the port of a judge, drafts, caps, reasons and delivery (Rules, part 5). */
import type { Named } from "../kernel/Named.ts"
import { timeOfTheJudge } from "./Assign.ts"
import { findingsOfConduct, tariff } from "./Conduct.ts"
import { decisionOnThePapers } from "./Determined.ts"
import { recordsOfAFinding } from "./Findings.ts"
import { leftUndecided } from "./Judge.ts"
import { Bundles } from "./KeptBundle.ts"
import { citation, draftAndReasons, finalityAndMarks, reports } from "./Law.ts"
import { capOfTheStake, correctiveOrders, costs, operatorsNotBound } from "./Orders.ts"
import { panels } from "./Panel.ts"
import { Proposals } from "./Proposal.ts"

/** The kinds of records of the bench: kept bundles, and drafts that wait for a Judge; each is a view for SQL clients. */
export const records = { Bundles, Proposals }
const allSections = {
  recordsOfAFinding,
  panels,
  leftUndecided,
  findingsOfConduct,
  tariff,
  decisionOnThePapers,
  timeOfTheJudge,
  citation,
  draftAndReasons,
  finalityAndMarks,
  reports,
  correctiveOrders,
  capOfTheStake,

  costs,

  operatorsNotBound,
}

type Sections = Named<typeof allSections>

/** The sections on decisions, reasons and findings, each by the name of the value that words it. */
export const sections: Sections = allSections

export { endSentence } from "./AccountWords.ts"
export { Assignment, assignMatter, tellOverdue } from "./Assign.ts"
export {
  acceptConsent,
  type Decided,
  decideMatter,
  deliverJudgment,
  JudgmentBody,
  passJudgment,
} from "./Commands.ts"
export * as Compose from "./Compose.ts"
export * as Conduct from "./Conduct.ts"
export * as Delivery from "./Delivery.ts"
export * as Determined from "./Determined.ts"
export * as Findings from "./Findings.ts"
export * as Judge from "./Judge.ts"
export { asOfCall, dealsOf, type JudgedBundle, judgedBundle } from "./Judged.ts"
export * as KeptBundle from "./KeptBundle.ts"
export { readBundle, readBundlePart } from "./KeptBundle.ts"
export { checkDraft, openFinality } from "./Law.ts"
export { quotation } from "./Markdown.ts"
export { deliveredEvent, finalEvents, notices, texts } from "./Notices.ts"
export { draftByAccounts } from "./OnAccounts.ts"
export * as Orders from "./Orders.ts"
export { draftOfPanel } from "./Panel.ts"
export type { PartName } from "./Parts.ts"
export * as Proposal from "./Proposal.ts"
export { Delivered as DeliveredView, ProposalView, readProposal } from "./Queries.ts"
export { decodeParts, firstDifference, rejudge } from "./Rejudge.ts"
