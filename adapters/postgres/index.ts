/** The store on PostgreSQL. */
export * as PostgresInspection from "./Inspection.ts"
export * as PostgresStore from "./PostgresStore.ts"
