/** Matters from the claim to the call (Rules, part 4), with the lists of their hearing and the authorities that are tendered in them. */
import { Sources, Tenders } from "../tenders/Tender.ts"
import { call, discontinue, passMatterDeadline, setPeriod } from "./Acts.ts"
import { offerConsent } from "./Consent.ts"
import { DocketLists, Eligibilities, Filers } from "./Docket.ts"
import { fileMatter } from "./FileMatter.ts"
import { holdings } from "./Holdings.ts"
import { recordEligibility } from "./Intake.ts"
import { openList, serveQueued } from "./Lists.ts"
import { Matters } from "./Matter.ts"
import { acts } from "./Moves.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { answer, putQuestions } from "./Questions.ts"
import { Shares } from "./Shares.ts"
import { Suits } from "./Suits.ts"
import { admitTender, disputeTender } from "./Tenders.ts"

export const records = { Matters, Filers, Suits, Shares, DocketLists, Eligibilities, Sources, Tenders }
export const commands = {
  fileMatter,
  fileDefence,
  fileReply,
  admitTender,
  disputeTender,
  offerConsent,
  call,
  putQuestions,
  answer,
  setPeriod,
  discontinue,
  passMatterDeadline,
  openList,
  serveQueued,
  recordEligibility,
}
export const queries = { holdings }
export const tables = { moves: acts }

export * as Filed from "./Filed.ts"
export * as Holdings from "./Holdings.ts"
export * as Matter from "./Matter.ts"
export * as Pleading from "./Pleading.ts"
export * as Screen from "./Screen.ts"
export * as View from "./View.ts"
