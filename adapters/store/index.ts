/**
 * Code for all stores: wrappers of a driver (its health, its telemetry, the time of its last event), and the port for reads from replicas.
 * A kind of store says how it is opened, backed up and examined. A package that is not installed is named with the way to install it.
 */
export * as Health from "./Health.ts"
export type * as Inspection from "./Inspection.ts"
export * as Kind from "./Kind.ts"
export * as LastEvent from "./LastEvent.ts"
export * as Moved from "./Moved.ts"
export * as Observed from "./Observed.ts"
export * as Optional from "./Optional.ts"
export * as Reads from "./Reads.ts"
