/** Payouts: what a judgment gives of the money of a hold, the instruction to pay it, and the report that it was paid (PD2 §§6E to 6H). */
import { matterInstead } from "./Contested.ts"
import { evaluationOfAJob } from "./Evaluation.ts"
import { partsOfAHold } from "./Judged.ts"
import { paidOut } from "./ReportPaidOut.ts"
import { nothingPaid, sums, whatAPaymentMeets, wholeHold } from "./Sums.ts"

/** The sections on what is paid out of a hold, by the names of the values that word them. */
export const sections = {
  evaluationOfAJob,
  matterInstead,
  paidOut,
  whatAPaymentMeets,
  sums,
  wholeHold,
  nothingPaid,
  partsOfAHold,
}

export { contestEvaluations } from "./Contested.ts"
export { requestEvaluation } from "./Evaluation.ts"
export { requestPayout } from "./Instruct.ts"
export { passHold } from "./Lapse.ts"
export { listHoldsOnMatter, listHoldsOnQuote, readHold } from "./Queries.ts"
export { reportPaidOut } from "./ReportPaidOut.ts"
export { sharesOf } from "./Sums.ts"
