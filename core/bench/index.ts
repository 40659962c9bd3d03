/** The bench, which makes judgments: the port of a judge, drafts, caps, reasons and delivery (Rules, part 5). */
import type { Named } from "../kernel/Named.ts"
import { timeOfTheJudge } from "./Assign.ts"
import { findingsOfConduct, tariff } from "./Conduct.ts"
import { decisionOnThePapers } from "./Determined.ts"
import { leftUndecided, Proposals } from "./Judge.ts"
import { Bundles } from "./KeptBundle.ts"
import { citation, draftAndReasons, finalityAndMarks, reports } from "./Law.ts"
import { capOfTheStake, correctiveOrders, costs, operatorsNotBound } from "./Orders.ts"

/** The kinds of records of the bench: kept bundles, and drafts that wait for a Judge; each is a view for SQL clients. */
export const records = { Bundles, Proposals }
const allSections = {
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

export { Assignment, assignMatter, tellOverdue } from "./Assign.ts"
export { acceptConsent, type Decided, decideMatter, deliverJudgment, passJudgment } from "./Commands.ts"
export { type Composed, type ComposeFacts, type Manner, outcomeWords } from "./Compose.ts"
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
  isRuling,
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
  keepBundle,
  keptOf,
  partOf,
  readBundle,
  readBundlePart,
  shownManifest,
} from "./KeptBundle.ts"
export { checkDraft, openFinality } from "./Law.ts"
export { clean, quotation } from "./Markdown.ts"
export { deliveredEvent, finalEvents, notices, texts } from "./Notices.ts"
export { boundCosts, checkOrders, checkPrayer, makeOrders, orderable } from "./Orders.ts"
export type { PartName } from "./Parts.ts"
export { Delivered as DeliveredView, ProposalView, readProposal } from "./Queries.ts"
export { dateOf } from "./Reasons.ts"
export { decodeParts, firstDifference, rejudge } from "./Rejudge.ts"
