/** Judges without a model: the bench, and the papers by the burden of proof. */
export * as Bench from "./Bench.ts"
export * as Papers from "./Papers.ts"
