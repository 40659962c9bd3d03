export * as PostgresStore from "./PostgresStore.ts"
