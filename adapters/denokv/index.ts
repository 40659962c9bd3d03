/** The store in a Deno KV database, and a look into a database that courts may be using. */
export * as DenoKvStore from "./DenoKvStore.ts"
export * as DenoKvInspection from "./Inspection.ts"
