/** The rules by which a tendered authority is graded, as functions of plain data. They load no runtime, no schema and no store. */
export {
  admissionOfTenders,
  fileTender,
  gradeOf,
  grades,
  type Knowledge,
  nothingKnown,
  outcomeOf,
  pieces,
  raiseGrade,
  standsIn,
} from "./Grading.ts"
export {
  citationKey,
  type Filed as FiledTender,
  fold,
  type Grade,
  normalCitation,
  type Outcome as TenderOutcome,
  type Tender,
  tenders,
  withoutPlace,
} from "./Tender.ts"
