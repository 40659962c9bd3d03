/** Deals: the facts of an account, read from the records of all areas, and what their parties read of it. */
import { oneAcceptance } from "./OneAcceptance.ts"

/** The section on acceptances of a delivery, by the name of the value that words it. */
export const sections = { oneAcceptance }

export { askedIn, heldFor, nothingHeld } from "./Cases.ts"
export { readDebt } from "./Debt.ts"
export { readArtifact, readQuote } from "./Queries.ts"
export { dealOfQuote } from "./Quoted.ts"
export { accounts, claimableUntil } from "./Ripe.ts"
