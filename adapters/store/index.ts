/** Wrappers of a store's driver: its health, its telemetry and the time of its last event; and the port for reads from replicas. */
export * as Health from "./Health.ts"
export * as LastEvent from "./LastEvent.ts"
export * as Observed from "./Observed.ts"
export * as Reads from "./Reads.ts"
