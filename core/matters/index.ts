/** Matters from the claim to the call (Rules, part 4), with the lists of their hearing and the authorities that are tendered in them. */
import { ordersByConsent } from "./Consent.ts"
import { DocketLists, Eligibilities, Filers, listsAndQueue } from "./Docket.ts"
import { agentsOnly, limits, publishedConfirmation, summaryTrack, whenReceived } from "./Intake.ts"
import {
  callForJudgment,
  claim,
  defence,
  discontinuanceAndLapse,
  judgmentByDefault,
  partsOfPleading,
  periods,
  reply,
  sizeOfPleadings,
} from "./Law.ts"
import { Matters } from "./Matter.ts"
import { jurisdiction, unboundRespondent } from "./Parties.ts"
import { questionsOfTheJudge } from "./Questions.ts"
import { naturalPersons } from "./Screen.ts"
import { Shares } from "./Shares.ts"
import { Suits } from "./Suits.ts"
import { counselsWork, theDocket } from "./View.ts"

export const records = { Matters, Filers, Suits, Shares, DocketLists, Eligibilities }
export const sections = {
  publishedConfirmation,
  whenReceived,
  listsAndQueue,
  agentsOnly,
  limits,
  summaryTrack,
  sizeOfPleadings,
  naturalPersons,
  counselsWork,
  theDocket,
  ordersByConsent,
  callForJudgment,
  claim,
  defence,
  discontinuanceAndLapse,
  judgmentByDefault,
  partsOfPleading,
  periods,
  reply,
  jurisdiction,
  unboundRespondent,
  questionsOfTheJudge,
}

export { call, discontinue, passMatterDeadline, setPeriod } from "./Acts.ts"
export { type AcceptFacts, acceptChecks, acceptedBy, gatherAccept, offerConsent } from "./Consent.ts"
export {
  DocketLists,
  Eligibilities,
  emptyList,
  type Filer,
  Filers,
  FilingEligibility,
  filingEligibility,
  ListState,
  listState,
} from "./Docket.ts"
export { fileMatter } from "./FileMatter.ts"
export { Holding, holdings, itemsMax } from "./Holdings.ts"
export { limitChecks, recordEligibility, respondentChecks, trackOf } from "./Intake.ts"
export { claimChecks, passMatter } from "./Law.ts"
export { capacityTask, openList, QueueTurn, queueKind, serveFrom, serveQueued } from "./Lists.ts"
export {
  deadlineKind,
  deadlineTask,
  docketIndex,
  judgeKind,
  judgeTask,
  type Matter,
  type MatterStatus,
  Matters,
  OfMatter,
  type PeriodStep,
  partyIndex,
  type Review,
  type Step,
  subjectOf,
} from "./Matter.ts"
export { acts, advance, hasEnded, mayAct, movedBy, moveOf, moves, partyOnly } from "./Moves.ts"
export { type Note, serveNotes, tenderTexts, texts, toBoth } from "./Notices.ts"
export {
  type Answered,
  type FiledEvidence,
  filedPleading,
  type Papers,
  paperChanges,
  paperOf,
  type ReadPleading,
  readPapers,
  readPleading,
} from "./Paper.ts"
export {
  actingSide,
  enrolledOf,
  isRespondentBound,
  mayReadMatter,
  partiesOf,
  partySide,
  sideOf,
} from "./Parties.ts"
export { fileDefence, fileReply } from "./Plead.ts"
export {
  Answers,
  Confirmation,
  ConsentAcceptance,
  ConsentOffer,
  type Evidence,
  Filing,
  normaliseRule,
  OrderSought,
  PeriodSetting,
  Pleading,
  Questions,
  type Response,
  shownEvidence,
  shownPleading,
} from "./Pleading.ts"
export { answer, putQuestions } from "./Questions.ts"
export { docketData, filerOf, matterChanges, type OnRecord, onRecord, passingEvents } from "./Record.ts"
export { emptyDocket, type ReplayedDocket, replayDocket } from "./Replay.ts"
export {
  type Passage,
  pleadingTexts,
  type Reading,
  refuseUnread,
  Screen,
  type ScreenFinding,
  screenPaper,
  Unread,
} from "./Screen.ts"
export { Shares, statedShare } from "./Shares.ts"
export {
  addSuit,
  type Between,
  decidedSuit,
  freedSuit,
  type Ordered,
  onQuote,
  Suits,
  suitsBetween,
  suitsOf,
  takenElsewhere,
} from "./Suits.ts"
export { admitTender, assess, assessTenders, disputeTender } from "./Tenders.ts"
export {
  beforeJudge,
  DocketItem,
  docketItem,
  Filed,
  MatterView,
  matterView,
  proofOfDenied,
  stakesAt,
  TenderView,
  tenderView,
} from "./View.ts"
