/** Appeals: notice, leave, fee, hearing, outcomes; vacation and rehearing (Rules, part 6, and Rule 7.4). */
import { Appeals } from "./Appeal.ts"
import {
  appealAsOfRight,
  feeAndWithdrawal,
  leaveToTheHighCourt,
  outcomesOfAnAppeal,
  vacation,
} from "./Law.ts"
import { withdrawalOfAnAppeal } from "./Withdraw.ts"

/** The kind of record of appeals; it is a view for SQL clients. */
export const records = { Appeals }
/** The sections on appeals, leave and their outcomes, each by the name of the value that words it. */
export const sections = {
  withdrawalOfAnAppeal,
  appealAsOfRight,
  feeAndWithdrawal,
  leaveToTheHighCourt,
  outcomesOfAnAppeal,
  vacation,
}

export * as Appeal from "./Appeal.ts"
export { appeal, seekLeave } from "./Begin.ts"
export { readAppealBundle, readAppealBundlePart } from "./Bundle.ts"
export { decideAppeal, decideLeave, Leave, passAppealDeadline } from "./Commands.ts"
export { deliverAppeal } from "./Delivery.ts"
export { passDisclosure } from "./DropBytes.ts"
export { acts, isPending } from "./Moves.ts"
export { registrarTexts, texts, vacatedTexts } from "./Notices.ts"
export { Estimate, Estimator, estimateAppeal, priceAppeal } from "./Price.ts"
export { proceedingsIn } from "./Proceedings.ts"
export { AppealView, Begun, FeeView, readAppeal, readFee, Withdrawn } from "./Queries.ts"
export { appealsOf, reviewNext } from "./Record.ts"
export { Vacation, vacateJudgment } from "./Vacate.ts"
export { withdrawAppeal } from "./Withdraw.ts"
