/** The ledger (PD2). */
export * as Balance from "./Balance.ts"
