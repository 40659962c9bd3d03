/** The store in a Deno KV database. */
export * as DenoKvStore from "./DenoKvStore.ts"
