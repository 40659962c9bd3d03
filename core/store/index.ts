/** The port of stores, and the store in memory that every other one is compared with. */
export * as Commit from "./Commit.ts"
export * as MemoryStore from "./MemoryStore.ts"
export * as Search from "./Search.ts"
export * as SortedMap from "./SortedMap.ts"
export * as State from "./State.ts"
export * as Store from "./Store.ts"
