/** Wrappers of a driver: its health, what is observed of it, reads that go together, and the batching that both rest on. */
export * as Coalesced from "./Coalesced.ts"
export * as Health from "./Health.ts"
export * as Observed from "./Observed.ts"
export * as Reads from "./Reads.ts"
