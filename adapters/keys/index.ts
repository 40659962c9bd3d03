/** The keys of the court: credentials, signatures, and the folder or the memory that holds them. */
export * as ApiKey from "./ApiKey.ts"
export * as DidDocument from "./DidDocument.ts"
export * as FileKeys from "./FileKeys.ts"
export * as KeyFolder from "./KeyFolder.ts"
export * as Keys from "./Keys.ts"
export * as MemoryKeys from "./MemoryKeys.ts"
export type { Jwk } from "./SigningKey.ts"
