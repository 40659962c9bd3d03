/** The docket: what the public, the parties and the bench read of matters, from the claim to the last appeal. */

export { docket, listMatters, MatterDetail, readMatter } from "./Queries.ts"
