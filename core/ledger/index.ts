/** The ledger (PD2): the computation of fees, entries that are never changed, the balance that is their sum, and how it is paid. */

import { Balances, LedgerEntries, MatterCharges } from "./Account.ts"
import { Invoices, OpenInvoiceCounts } from "./Invoice.ts"
import { transfers } from "./Invoicing.ts"
import { credit, JudgmentDays, paymentOnChain, theAppealFee, theMagistratesFee, workCredits } from "./Law.ts"
import { AddressSerieses } from "./Rails.ts"
import { FeeCredits } from "./RecordWork.ts"

/** The kinds of records of the ledger; each is a view for SQL clients. */
export const records = {
  Balances,
  LedgerEntries,
  MatterCharges,
  Invoices,
  OpenInvoiceCounts,
  JudgmentDays,
  AddressSerieses,
  FeeCredits,
}
/** The sections of PD2 on fees, credit and payment, by the names of the values that word them. */
export const sections = { credit, paymentOnChain, transfers, theAppealFee, theMagistratesFee, workCredits }

export * as Account from "./Account.ts"
export { readAccount, readInvoice, readRails } from "./Account.ts"
export { familyIndex, Invoices, InvoiceView } from "./Invoice.ts"
export {
  creditTransfer,
  expireInvoice,
  gatherPaid,
  PayRequest,
  requestInvoice,
  takeBack,
} from "./Invoicing.ts"
export {
  appealFee,
  counselFee,
  dayOf,
  withinCredit,
} from "./Law.ts"
export * as MagistrateFee from "./MagistrateFee.ts"
export { Addresses, type AddressFamily } from "./Rails.ts"
export { recordWork, Work } from "./RecordWork.ts"
