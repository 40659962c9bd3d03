/** Counsel of the service and who answers references: on a model, or none. */
export * as ModelAdvisor from "./ModelAdvisor.ts"
export * as ModelCounsel from "./ModelCounsel.ts"
export * as NoAdvisor from "./NoAdvisor.ts"
export * as NoCounsel from "./NoCounsel.ts"
