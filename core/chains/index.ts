/** Chains: networks and assets, transfers as read, prices, and what wallets sign. */
import { Quotations } from "./Price.ts"
import { Readings } from "./Reading.ts"
import { StatedTransactions } from "./Stated.ts"
import { CountedTransfers } from "./Transfer.ts"

/** The kinds of records of chains: prices, progress of reading, and transfers; each is a view for SQL clients. */
export const records = { Quotations, Readings, CountedTransfers, StatedTransactions }

export * as Networks from "./Networks.ts"
export * as Price from "./Price.ts"
export * as Reading from "./Reading.ts"
export {
  awaitedTransactions,
  recordTransaction,
  type StatedTransaction,
  StatedTransactions,
  stateTransaction,
  TransactionHash,
} from "./Stated.ts"
export * as Transfer from "./Transfer.ts"
export { listTransfers } from "./Transfer.ts"
export * as Wallets from "./Wallets.ts"
