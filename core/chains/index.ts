/** Chains: networks and assets, transfers as read, prices, and what wallets sign. */
import { Quotations } from "./Price.ts"
import { Readings } from "./Reading.ts"
import { StatedTransactions } from "./Stated.ts"
import { CountedTransfers } from "./Transfer.ts"

/** The kinds of records of chains: prices, progress of reading, and transfers; each is a view for SQL clients. */
export const records = { Quotations, Readings, CountedTransfers, StatedTransactions }

export {
  type Address,
  Addressing,
  type Asset,
  addChecksum,
  assetNamed,
  assets,
  type Network,
  networkNamed,
  networks,
  readAddress,
  readEvm,
} from "./Networks.ts"
export { centsFor, type PricedSymbol, priceNow, quotationOf, recordPrice, unitsFor } from "./Price.ts"
export { type Mark, networkReader, type Reading, Readings, recordLook, unreadNetwork } from "./Reading.ts"
export {
  awaitedTransactions,
  recordTransaction,
  type StatedTransaction,
  StatedTransactions,
  stateTransaction,
  TransactionHash,
} from "./Stated.ts"
export {
  type Counted,
  CountedTransfers,
  countedTowards,
  countTransfer,
  listTransfers,
  type Reception,
  Transfer,
  TransferView,
  transferId,
  Units,
  unreversedIndex,
} from "./Transfer.ts"
export {
  type Claimed,
  Domain,
  type Said,
  Signature,
  type SignedData,
  type TypedData,
  type Verdict,
  Wallets,
} from "./Wallets.ts"
