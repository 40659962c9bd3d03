/** Wrappers of a driver: its health, and what is observed of it. */
export * as Health from "./Health.ts"
export * as Observed from "./Observed.ts"
export * as Reads from "./Reads.ts"
