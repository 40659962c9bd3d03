/** The law that the Court publishes and the law that it holds: clauses, the restatement, the library. */
export * as Clauses from "./Clauses.ts"
export * as DisputeResolution from "./DisputeResolution.ts"
export * as Restatement from "./Restatement.ts"
