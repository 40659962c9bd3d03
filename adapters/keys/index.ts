/** The keys of the court: credentials, signatures and the folder that holds them. */
export * as ApiKey from "./ApiKey.ts"
export * as FileKeys from "./FileKeys.ts"
export * as Keys from "./Keys.ts"
export type { Jwk } from "./SigningKey.ts"
