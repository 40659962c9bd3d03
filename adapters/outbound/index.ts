/** Outgoing requests: the fetcher that all adapters use, the guards that say where a request may go, and a port that is free. */
export * as Fetch from "./Fetch.ts"
export * as FreePort from "./FreePort.ts"
export * as Guard from "./Guard.ts"
