/** The docket: what the parties and the bench read of matters, from the claim to the last appeal. */

export { readLatestOutcome, readOutcome } from "./Outcome.ts"
export { listMatters, readMatter } from "./Queries.ts"
export { type DeterminedDeal, type Ruling, readRuling } from "./Ruling.ts"
