/** The table of stores, and anybody's store as a module. */
export * as StoreModule from "./Module.ts"
export * as Stores from "./Stores.ts"
