/** The account of a deal: what is owed, paid and refunded on it, by records that neither side could write alone. */
import { theBalance } from "./Account.ts"
import { causesOfAnOrder } from "./Causes.ts"
import { deals } from "./Debts.ts"
import { conformity, delivery } from "./Delivery.ts"
import { determinations } from "./Determination.ts"
import { theMeasure } from "./Measure.ts"
import { countingOfPayments, payments } from "./Payments.ts"
import { denial, whenItLies } from "./Ripeness.ts"

/** The sections of PD15, each by the name of the module that words it. */
export const sections = {
  causesOfAnOrder,
  conformity,
  countingOfPayments,
  deals,
  delivery,
  denial,
  determinations,
  payments,
  theBalance,
  theMeasure,
  whenItLies,
}

export { drawUp, lines, standingPart } from "./Account.ts"
export { awaitedOn } from "./Awaited.ts"
export {
  admittedPart,
  type Cause,
  carriedBy,
  causes,
  checkDeal,
  type Due,
  type Ordering,
  type Standing,
  share,
  standingOf,
} from "./Causes.ts"
export type * from "./Deal.ts"
export { otherSide, sides } from "./Deal.ts"
export { belongsTo, type Debt, debtOf, type Entry, firstOfThem, type Quoted } from "./Debts.ts"
export { hashOf } from "./Delivery.ts"
export { checkDetermined, Determination, determinationOf, sumsOf, unpaidTo } from "./Determination.ts"
export { dueOf } from "./Measure.ts"
export { withoutOthers } from "./Others.ts"
export {
  AccountOutlook,
  type Case,
  caseOf,
  type InHolds,
  outlookMax,
  prospectOf,
  showCase,
} from "./Prospect.ts"
export { countersigned, type Facts, receivedBy } from "./Received.ts"
export { type CallWaits, callWaits, checkRipe, closesAt, opensAt } from "./Ripeness.ts"
export { LinesAndCauses, linesAndCauses, lineTable } from "./Table.ts"
export { Account, Burden, Finding, Line, LineName, RecordRef, Sum, Wanted } from "./View.ts"
