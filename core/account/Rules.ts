/** The rules of an account as functions of plain data. They load no runtime, no schema and no store. */
export { UnfitValues } from "../kernel/Given.ts"
export { drawUp, lines, standingPart, theBalance } from "./Account.ts"
export { awaitedOn } from "./Awaited.ts"
export {
  all as causes,
  type Cause,
  carriedBy,
  causesOfAnOrder,
  type Due,
  type Ordering,
  type Standing,
  share,
  standingOf,
} from "./Causes.ts"
export type * from "./Deal.ts"
export { otherSide, sides } from "./Deal.ts"
export { belongsTo, type Debt, deals, debtOf, type Entry, firstOfThem, type Quoted } from "./Debts.ts"
export { conformity, delivery } from "./Delivery.ts"
export { type FoundLine, findingsOfAJudge, type LineFinding, openLines } from "./Findings.ts"
export { dueOf, priceOf, theMeasure } from "./Measure.ts"
export { type DebtGiven, debtDeal, type QuoteGiven, quoteDeal } from "./NewDeal.ts"
export { withoutOthers } from "./Others.ts"
export { countingOfPayments, payments } from "./Payments.ts"
export { metBy, purchases, serviceOf } from "./Purchase.ts"
export { type Facts, isCountersigned, receivedBy } from "./Received.ts"
export { closesAt, denial, opensAt, whenItLies } from "./Ripeness.ts"
export { hashOf, signedDeliveries } from "./Signed.ts"
export type { Account, Burden, Finding, Line, LineName, RecordRef, Sum, Wanted } from "./View.ts"
