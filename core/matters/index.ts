/** Matters from the claim to the call (Rules, part 4), with the lists of their hearing and the authorities that are tendered in them. */

import type { Named } from "../kernel/Named.ts"
import { ordersByConsent } from "./Consent.ts"
import { severalTexts } from "./Defence.ts"
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
import { boundsOfReading, naturalPersons } from "./Screen.ts"
import { Shares } from "./Shares.ts"
import { instantOfADealing, oneDealing, Suits } from "./Suits.ts"
import { counselsWork, theDocket } from "./View.ts"

/** The kinds of records of matters and of the docket; each is a view for SQL clients. */
export const records = { Matters, Filers, Suits, Shares, DocketLists, Eligibilities }
const allSections = {
  instantOfADealing,
  publishedConfirmation,
  whenReceived,
  listsAndQueue,
  agentsOnly,
  limits,
  summaryTrack,
  sizeOfPleadings,
  naturalPersons,
  boundsOfReading,
  counselsWork,
  theDocket,
  ordersByConsent,
  callForJudgment,
  claim,
  oneDealing,
  defence,
  severalTexts,
  discontinuanceAndLapse,
  judgmentByDefault,
  partsOfPleading,
  periods,
  reply,
  jurisdiction,
  unboundRespondent,
  questionsOfTheJudge,
}

type Sections = Named<typeof allSections>

/** The sections on filing, pleading and the docket, by the names of the values that word them. */
export const sections: Sections = allSections

export * as Accounts from "./Accounts.ts"
export { callForJudgment, discontinue, passMatterDeadline, setPeriod } from "./Acts.ts"
export * as Bundle from "./Bundle.ts"
export * as Consent from "./Consent.ts"
export { offerConsent } from "./Consent.ts"
export { type Filer, FilingEligibility, ListState } from "./Docket.ts"
export { fileMatter } from "./FileMatter.ts"
export { Holding, holdings, itemsMax } from "./Holdings.ts"
export { draftChecks, limitChecks, recordEligibility } from "./Intake.ts"
export { advance, judgeUntil } from "./Law.ts"
export { openList, serveFrom, serveQueued } from "./Lists.ts"
export * as Matter from "./Matter.ts"
export { acts, hasEnded, isOverdue, moves, partyOnly } from "./Moves.ts"
export { type Note, serveNotes, tenderTexts, texts, toBoth } from "./Notices.ts"
export { readPaper, readPleading, recordedEvidence } from "./Paper.ts"
export * as Parties from "./Parties.ts"
export { fileDefence, fileReply } from "./Plead.ts"
export * as Pleading from "./Pleading.ts"
export { docket, MatterDetail, readDetail, readPage } from "./Queries.ts"
export { answerQuestions, putQuestions } from "./Questions.ts"
export { docketData, filerOf, matters, type OnRecord, onRecord, perform, staysOpen } from "./Record.ts"
export { replayDocket } from "./Replay.ts"
export * as Screen from "./Screen.ts"
export * as Suits from "./Suits.ts"
export { admitTender, disputeTender } from "./Tenders.ts"
export { capAtFiling, DocketItem, Filed, MatterView, matterView, stakesAt } from "./View.ts"
