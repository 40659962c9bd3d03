/**
 * Code for all stores: wrappers of a driver (its health, its telemetry, the time of its last event), the port for reads from replicas, the
 * interface of a kind of store (how it is opened, backed up and examined), and the words about a package that is not installed.
 */
export * as Health from "./Health.ts"
export type * as Inspection from "./Inspection.ts"
export * as Kind from "./Kind.ts"
export * as LastEvent from "./LastEvent.ts"
export * as Moved from "./Moved.ts"
export * as Observed from "./Observed.ts"
export * as Optional from "./Optional.ts"
export * as Reads from "./Reads.ts"
