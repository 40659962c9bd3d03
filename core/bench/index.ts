/** The bench, which makes judgments: the port of a judge, drafts, caps, reasons and delivery (Rules, part 5). */
import { findingsOfConduct, tariff } from "./Conduct.ts"
import { decisionOnThePapers } from "./Determined.ts"
import { Proposals } from "./Judge.ts"
import { Bundles } from "./KeptBundle.ts"
import { citation, draftAndReasons, finalityAndMarks, reports } from "./Law.ts"
import { correctiveOrders, operatorsNotBound } from "./Orders.ts"

/** The kinds of records of the bench: kept bundles, and drafts that wait for a Judge; each is a view for SQL clients. */
export const records = { Bundles, Proposals }
/** The sections on decisions, reasons and findings, each by the name of the value that words it. */
export const sections = {
  findingsOfConduct,
  tariff,
  decisionOnThePapers,
  citation,
  draftAndReasons,
  finalityAndMarks,
  reports,
  correctiveOrders,
  operatorsNotBound,
}

export { Assignment, assignMatter, tellOverdue } from "./Assign.ts"
export { acceptConsent, type Decided, decideMatter, deliverJudgment, passJudgment } from "./Commands.ts"
export type { Composed, ComposeFacts, Manner } from "./Compose.ts"
export { adjustStandings, giveConduct, reverseConduct, unreversedConduct } from "./Conduct.ts"
export {
  accountSought,
  awaitFinality,
  composeChecked,
  type Delivered,
  entryIds,
  gatherLeft,
  orderedBy,
  publish,
  soughtOf,
  suitAfter,
} from "./Delivery.ts"
export {
  type Deals,
  type DecidedOrder,
  type Determined,
  dealOf,
  determine,
  isMade,
  type JudgedDeal,
  leavesAnything,
  whatCarries,
} from "./Determined.ts"
export {
  AppealDraft,
  askInTurn,
  bundleToPropose,
  Draft,
  type DraftOrder,
  Judge,
  type JudgeService,
  JudgeUnavailable,
  Outcome,
  Proposed,
  proposalKind,
  propose,
  proposerOf,
} from "./Judge.ts"
export { asOfCall, dealsOf, type JudgedBundle, judgedBundle } from "./Judged.ts"
export {
  BundlePartView,
  BundleView,
  type PartName,
  readBundle,
  readBundlePart,
} from "./KeptBundle.ts"
export { checkDraft, openFinality } from "./Law.ts"
export { clean, quotation } from "./Markdown.ts"
export { deliveredEvent, finalEvents, notices, texts } from "./Notices.ts"
export { boundCosts, checkOrders, checkPrayer, makeOrders, orderable } from "./Orders.ts"
export { Delivered as DeliveredView, ProposalView, readProposal } from "./Queries.ts"
export { dateOf } from "./Reasons.ts"
export { decodeParts, firstDifference, rejudge } from "./Rejudge.ts"
