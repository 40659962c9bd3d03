export * as ApiKey from "./ApiKey.ts"
export * as FileKeys from "./FileKeys.ts"
export type { Jwk } from "./Jws.ts"
export * as Keys from "./Keys.ts"
