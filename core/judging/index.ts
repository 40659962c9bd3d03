/** Measures of judges: how the drafts of a judge fare on matters whose answers are known. Pure functions, without records or law. */
export { readAnswer } from "./Answer.ts"
export { type Mean, meanOf, type Share } from "./Interval.ts"
export { type Answered, type Measured, measure, type ShareName, shares } from "./Measures.ts"
export { type VariantName, variantNames, variants } from "./Variants.ts"
