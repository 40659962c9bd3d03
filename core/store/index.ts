/** The port of stores, what they share, and the store in memory with which the others are compared. */
export * as ChangeSet from "./ChangeSet.ts"
export * as Commit from "./Commit.ts"
export * as MemoryStore from "./MemoryStore.ts"
export * as Search from "./Search.ts"
export * as Store from "./Store.ts"
