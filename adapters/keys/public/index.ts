/** Public keys of others: as JSON, in `did:key`, in documents of `did:web`, and in key sets. */
export * as DidKey from "./DidKey.ts"
export * as DidWeb from "./DidWeb.ts"
export * as Jwk from "./Jwk.ts"
export * as KeySet from "./KeySet.ts"
