/** The store on PostgreSQL. */
export * as PostgresBeside from "./Beside.ts"
export * as PostgresStore from "./PostgresStore.ts"
