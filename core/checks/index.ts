/** Checks: what one wants to know of a party before a deal, and the advice of the Court (PD11 §14). */

import { check, theAdvice } from "./Advice.ts"
import { statementOfLosses } from "./LossRun.ts"
import { askedBy } from "./Queries.ts"

export const sections = { askedBy, check, statementOfLosses, theAdvice }

export { type Advice, adviceOn } from "./Advice.ts"
export { type Listed, listChecked } from "./Listed.ts"
export { LossRun, readLossRun } from "./LossRun.ts"
export {
  answerCheck,
  CheckTogether,
  CheckView,
  checkParties,
  checkParty,
  overdueCentsAt,
  partyWords,
  type ReadParty,
  readParty,
} from "./Queries.ts"
