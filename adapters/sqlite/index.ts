/** The store in one SQLite file. */
export * as SqliteStore from "./SqliteStore.ts"
