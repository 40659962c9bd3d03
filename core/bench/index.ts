/** The bench, which makes judgments: the port of a judge, drafts, caps, reasons and delivery (Rules, part 5). */
import { burdenOfProof } from "./Burden.ts"
import { findingsOfConduct, tariff } from "./Conduct.ts"
import { Proposals } from "./Judge.ts"
import { citation, draftAndReasons, finalityAndMarks, reports } from "./Law.ts"
import { correctiveOrders, operatorsNotBound } from "./Orders.ts"

export const records = { Proposals }
export const sections = {
  findingsOfConduct,
  tariff,
  burdenOfProof,
  citation,
  draftAndReasons,
  finalityAndMarks,
  reports,
  correctiveOrders,
  operatorsNotBound,
}

export {
  type Basis,
  basisOf,
  type Failure,
  type FoundFact,
  findFacts,
  isEstablished,
  proofOfDenied,
  type SoughtOrder,
  weighOrders,
} from "./Burden.ts"
export { acceptConsent, type Decided, decideMatter, deliverJudgment, passJudgment } from "./Commands.ts"
export type { Composed, ComposeFacts, Manner } from "./Compose.ts"
export { adjustStandings, giveConduct, reverseConduct, unreversedConduct } from "./Conduct.ts"
export {
  awaitFinality,
  composeChecked,
  type Delivered,
  entryIds,
  gatherLeft,
  orderedBy,
  publish,
  soughtOf,
} from "./Delivery.ts"
export {
  AppealDraft,
  bundleToPropose,
  Draft,
  type DraftOrder,
  Judge,
  JudgeUnavailable,
  Outcome,
  Proposed,
  proposalKind,
  propose,
} from "./Judge.ts"
export { checkDraft, openFinality } from "./Law.ts"
export { clean, inline, quotation } from "./Markdown.ts"
export { deliveredEvent, finalEvents, notices, texts } from "./Notices.ts"
export { boundCosts, checkOrders, checkPrayer, makeOrders, orderable } from "./Orders.ts"
export { standingText } from "./Proof.ts"
export { Delivered as DeliveredView, ProposalView, readProposal } from "./Queries.ts"
export { dateOf } from "./Reasons.ts"
