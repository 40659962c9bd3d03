export * as Bench from "./Bench.ts"
export * as Model from "./Model.ts"
export * as Papers from "./Papers.ts"
