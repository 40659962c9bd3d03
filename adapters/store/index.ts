/** Wrappers of a store's driver: its health and its telemetry; and the port for reads from replicas. */
export * as Health from "./Health.ts"
export * as Observed from "./Observed.ts"
export * as Reads from "./Reads.ts"
