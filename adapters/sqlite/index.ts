/** The store in one SQLite file. */
export * as SqliteInspection from "./Inspection.ts"
export * as SqliteStore from "./SqliteStore.ts"
