/** Tenders of authorities, and how they are graded (Rules 4.10 and 4.11). */
import { tenders } from "./Grading.ts"
import { Sources, Tenders } from "./Tender.ts"

export const records = { Sources, Tenders }
export const sections = { tenders }

export { fileTender, gradeOf, type Knowledge, nothingKnown, phrasesWithin, raiseGrade } from "./Grading.ts"
export {
  citationKey,
  FiledTender,
  fold,
  type Grade,
  normalCitation,
  type Source,
  Sources,
  sourceIndex,
  Tender,
  TenderDispute,
  TenderOutcome,
  Tenders,
  tenderedIndex,
  withoutPlace,
} from "./Tender.ts"
