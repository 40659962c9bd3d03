/** Counsel and advice (PD2 §2, PD2 §3, Rule 7.3): what is drafted for a client, and what it costs. The judge sees none of it. */
import { Briefs, deliverDraft, failDraft, openBrief } from "./Brief.ts"
import { briefAgent, endBrief } from "./BriefAgent.ts"
import { Desks, giveUp } from "./Desk.ts"
import { listBriefs, listReferences, readReference, readRoster } from "./Queries.ts"
import { giveOpinion, openReference, ReferenceDays, References, refer } from "./Reference.ts"

export const records = { Desks, Briefs, References, ReferenceDays }
export const commands = {
  openBrief,
  deliverDraft,
  failDraft,
  giveUp,
  briefAgent,
  endBrief,
  openReference,
  refer,
  giveOpinion,
}
export const queries = { readRoster, listBriefs, listReferences, readReference }

export * as Counsel from "./Counsel.ts"
export * as Reference from "./Reference.ts"
export * as Requests from "./Requests.ts"
export * as Service from "./Service.ts"
export * as View from "./View.ts"
