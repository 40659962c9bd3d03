/** The laboratory for programs: scenarios over virtual time, on the rules that the court runs. */
export * as Check from "./Check.ts"
export * as Distribution from "./Distribution.ts"
export * as Measure from "./Measure.ts"
export * as Result from "./Result.ts"
export * as Run from "./Run.ts"
export * as Scenario from "./Scenario.ts"
export * as Strategy from "./Strategy.ts"
export * as Stream from "./Stream.ts"
