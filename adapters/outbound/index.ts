/**
 * Outgoing requests: the fetcher that all adapters use, the guards that say where a request may go, the turns of requests that agents
 * cause, a free port, and the witnesses of the log.
 */
export * as Fetch from "./Fetch.ts"
export * as FreePort from "./FreePort.ts"
export * as Guard from "./Guard.ts"
export * as Turns from "./Turns.ts"
export * as Witnesses from "./Witnesses.ts"
