/** The conformance kit as a library. */
export type { Case, Kit, Place, Section } from "./Case.ts"
export { Broken } from "./Case.ts"
export { cases } from "./cases/index.ts"
export * as Model from "./Model.ts"
export * as Report from "./Report.ts"
export { type RunOptions, run } from "./run.ts"
export * as Session from "./Session.ts"
export type { StoreModule } from "./StoreModule.ts"
