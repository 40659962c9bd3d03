/** Measures of judges: how the drafts of a judge fare on matters whose answers are known. Pure functions, without records or law. */
export { readAnswer } from "./Answer.ts"
export * as Interval from "./Interval.ts"
export * as Measures from "./Measures.ts"
export * as Variants from "./Variants.ts"
