/** The ledger (PD2): fees as arithmetic, entries that are never changed, and the balance that is their sum. */
export * as Account from "./Account.ts"
export * as Balance from "./Balance.ts"
export * as Fees from "./Fees.ts"
export * as FreeList from "./FreeList.ts"
export * as LedgerEntry from "./LedgerEntry.ts"
export * as Post from "./Post.ts"
export * as Rails from "./Rails.ts"
export * as RecordWork from "./RecordWork.ts"
