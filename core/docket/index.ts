/** The docket: what the public, the parties and the bench read of matters, from the claim to the last appeal. */
import { docket, listMatters, readMatter } from "./Queries.ts"

export const queries = { docket, listMatters, readMatter }

export { docket, listMatters, MatterDetail, readMatter } from "./Queries.ts"
