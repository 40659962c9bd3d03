/** Outgoing requests: the fetcher that all adapters use, and the guards that say where a request may go. */
export * as Fetch from "./Fetch.ts"
export * as Guard from "./Guard.ts"
