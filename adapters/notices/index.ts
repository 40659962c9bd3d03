/** Notices on their way out: calls to service addresses, e-mail, and the reading of terms at an address. */
export * as Carrier from "./Carrier.ts"
export * as Mailer from "./Mailer.ts"
export * as TermsReading from "./TermsReading.ts"
