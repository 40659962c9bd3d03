/** The store on PostgreSQL. */
export * as PostgresStore from "./PostgresStore.ts"
