/** The store in one SQLite file. */
export * as SqliteBeside from "./Beside.ts"
export * as SqliteStore from "./SqliteStore.ts"
