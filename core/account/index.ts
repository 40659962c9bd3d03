/** The account of a deal: what is owed, paid and refunded on it, by records that neither side could write alone. */
import type { Named } from "../kernel/Named.ts"
import { doubt, theBalance } from "./Account.ts"
import { causesOfAnOrder, earlierMatters } from "./Causes.ts"
import { deals, invoicesOfAQuote } from "./Debts.ts"
import { conformity, delay, delivery } from "./Delivery.ts"
import { determinations } from "./Determination.ts"
import { findingsOfAJudge } from "./Findings.ts"
import { goodsThatStay, paymentsBeyondAMandate, paymentsUnderAMandate, theSumBeyond } from "./Mandate.ts"
import { theMeasure } from "./Measure.ts"
import { answeringAReading, metersThatDiffer, theMeter } from "./Meter.ts"
import { countingOfPayments, payments, refundsAndDebts, sumsOfPayments } from "./Payments.ts"
import { notServed, priceOfAPurchase, purchases } from "./Purchase.ts"
import { denial, whenItLies } from "./Ripeness.ts"
import { signedDeliveries } from "./Signed.ts"

const allSections = {
  causesOfAnOrder,
  earlierMatters,
  conformity,
  delay,
  countingOfPayments,
  sumsOfPayments,
  deals,
  invoicesOfAQuote,
  purchases,
  priceOfAPurchase,
  notServed,
  delivery,
  signedDeliveries,
  denial,
  determinations,
  findingsOfAJudge,

  payments,
  refundsAndDebts,
  theBalance,
  doubt,
  theMeasure,
  theMeter,
  answeringAReading,
  metersThatDiffer,
  whenItLies,
  paymentsBeyondAMandate,
  paymentsUnderAMandate,
  theSumBeyond,
  goodsThatStay,
}

type Sections = Named<typeof allSections>

/** The sections of PD15, each by the name of the module that words it. */
export const sections: Sections = allSections

export { drawUp, lines } from "./Account.ts"
export { awaitedOn } from "./Awaited.ts"
export * as Causes from "./Causes.ts"
export * as Deal from "./Deal.ts"
export * as Debts from "./Debts.ts"
export * as Determination from "./Determination.ts"
export { type FoundLine, foundLines, type LineFinding, openLines } from "./Findings.ts"
export * as MandateFacts from "./MandateFacts.ts"
export { withoutOthers } from "./Others.ts"
export * as Prospect from "./Prospect.ts"
export * as Purchase from "./Purchase.ts"
export { receivedBy } from "./Received.ts"
export * as Ripeness from "./Ripeness.ts"
export { LinesAndCauses, linesAndCauses, lineTable } from "./Table.ts"
export { Account, type AccountJson, Line, LineName, RecordRef, Sum } from "./View.ts"
