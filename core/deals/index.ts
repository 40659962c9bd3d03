/** Deals: the facts of an account, read from the records of all areas, and what their parties read of it. */
export { askedIn, heldFor, nothingHeld } from "./Cases.ts"
export { readDebt } from "./Debt.ts"
export { readArtifact, readQuote } from "./Queries.ts"
export { dealOfQuote } from "./Quoted.ts"
export { accounts, claimableUntil } from "./Ripe.ts"
