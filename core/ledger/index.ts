/** The ledger (PD2): the computation of fees, entries that are never changed, the balance that is their sum, and how it is paid. */
export * as Account from "./Account.ts"
export * as Charged from "./Charged.ts"
export * as Invoice from "./Invoice.ts"
export * as Invoicing from "./Invoicing.ts"
export * as Law from "./Law.ts"
export * as Payment from "./Payment.ts"
export * as Rails from "./Rails.ts"
export * as RecordWork from "./RecordWork.ts"
