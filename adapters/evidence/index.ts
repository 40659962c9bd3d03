/** Artifacts that agents sign as they trade, verified beside the thread that serves requests. */

export * as Evaluating from "./Evaluating.ts"
export * as Evidence from "./Evidence.ts"
