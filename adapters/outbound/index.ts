/** Calls to the outside: the fetcher that everything here uses, and the guards that say where a call may go. */
export * as Fetch from "./Fetch.ts"
export * as Guard from "./Guard.ts"
