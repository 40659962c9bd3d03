export * as Bench from "./Bench.ts"
export * as Papers from "./Papers.ts"
