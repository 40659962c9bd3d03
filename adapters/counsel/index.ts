/** Counsel of the service: on a model, or none. */
export * as ModelCounsel from "./ModelCounsel.ts"
export * as NoCounsel from "./NoCounsel.ts"
