/** Counsel and advice (PD2 §2, PD2 §3, Rule 7.3): the drafts for a client, and their fees. The judge does not see any of this. */
import { Briefs } from "./Brief.ts"
import { counselsFee, Desks } from "./Desk.ts"
import { ReferenceDays, References, references } from "./Reference.ts"

/** The kinds of records of counsel: desks, briefs and references; each is a view for SQL clients. */
export const records = { Desks, Briefs, References, ReferenceDays }
/** The sections on counsel's fee and on references, by the names of the values that word them. */
export const sections = { counselsFee, references }

export { endBrief, texts as briefTexts } from "./BriefAgent.ts"
export * as Counsel from "./Counsel.ts"
export { listBriefs, listReferences, readReference, readRoster } from "./Queries.ts"
export { giveOpinion, refer, texts as referenceTexts } from "./Reference.ts"
export { Instructing, ModelName, Opinion, Reference } from "./Requests.ts"
export { brief, referQuestion } from "./Service.ts"
export { BriefAnswer, ReferenceView, RetainerView, Roster as RosterView } from "./View.ts"
