/** The rules by which a tendered authority is graded, as functions of plain data. They load no runtime, no schema and no store. */
export {
  fileTender,
  gradeOf,
  type Knowledge,
  nothingKnown,
  outcomeOf,
  pieces,
  raiseGrade,
  standsIn,
  tenders,
} from "./Grading.ts"
export {
  citationKey,
  type FiledTender,
  fold,
  type Grade,
  normalCitation,
  type Tender,
  type TenderOutcome,
  withoutPlace,
} from "./Tender.ts"
