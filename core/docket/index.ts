/** The docket: what the parties and the bench read of matters, from the claim to the last appeal. */

export { listMatters, readMatter } from "./Queries.ts"
