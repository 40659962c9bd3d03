/** Chains: networks and assets, transfers as read, prices, and what wallets sign. */
import { Quotations } from "./Price.ts"
import { Readings } from "./Reading.ts"
import { CountedTransfers } from "./Transfer.ts"

export const records = { Quotations, Readings, CountedTransfers }

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
export {
  centsFor,
  type PricedSymbol,
  priceNow,
  type Quotation,
  Quotations,
  quotationOf,
  recordPrice,
  unitsFor,
} from "./Price.ts"
export { type Mark, networkReader, type Reading, Readings, recordLook, unread } from "./Reading.ts"
export {
  Attention,
  type Counted,
  CountedTransfers,
  countTransfer,
  listTransfers,
  type Reception,
  Transfer,
  towardsIndex,
  towardsPrefix,
  transferId,
  Units,
  unreversedIndex,
} from "./Transfer.ts"
export { Domain, type SignedData, type TypedData } from "./TypedData.ts"
export { type Claimed, type Said, Signature, type Verdict, Wallets, type WalletsService } from "./Wallets.ts"
