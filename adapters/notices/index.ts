/** Carrying notices further than the inbox: signed calls to guarded service URLs, and e-mail. */
export * as Address from "./Address.ts"
export * as Carrier from "./Carrier.ts"
export * as GuardedFetch from "./GuardedFetch.ts"
export * as Mailer from "./Mailer.ts"
export * as Signature from "./Signature.ts"
