/** The members of a signed artifact that an account reads: the terms of an offer or of a mandate, and the outcome of a request that was paid for. */
import { Schema } from "effect"
import { Instant } from "../kernel/Time.ts"

/** The terms of an offer of x402, as its seller signed them. */
export const OfferTerms = Schema.Struct({
  kind: Schema.Literal("offer"),
  /** The role of the signer in its artifact. */
  by: Schema.String,
  resourceUrl: Schema.String,
  /** CAIP-2. */
  network: Schema.String,
  /** The address of the token's contract. */
  asset: Schema.String,
  payTo: Schema.String,
  /** Base units of the token, in decimal. */
  amount: Schema.String,
  /** The end of the term; null if the offer states no term. */
  validUntil: Schema.NullOr(Instant),
})
export type OfferTerms = typeof OfferTerms.Type

/** The outcome of a paid request, as the server signed it with the request: its status, and the payment that the two name. */
export const ResponseTerms = Schema.Struct({
  kind: Schema.Literal("response"),
  /** The role of the signer in its artifact. */
  by: Schema.String,
  url: Schema.String,
  status: Schema.Int,
  /** The SHA-256 of the header by which the request paid. */
  payment: Schema.String,
  /** The transaction that the response says has settled the payment, in lower case; null if it names no transaction. */
  transaction: Schema.NullOr(Schema.String),
})
export type ResponseTerms = typeof ResponseTerms.Type

/**
 * A mandate to pay as the receipt of a payment names it by its hash: what it allowed, and what the receipt says was taken. Whoever signed
 * the receipt knew the mandate.
 */
export const MandateTerms = Schema.Struct({
  kind: Schema.Literal("mandate"),
  /** The role of whoever signed the receipt, and of whoever signed the mandate. */
  by: Schema.String,
  grantedBy: Schema.String,
  /** The SHA-256 of the mandate and of the receipt, 64 hexadecimal digits. */
  mandate: Schema.String,
  receipt: Schema.String,
  /** The transaction that the receipt names, in lower case; null if it names no transaction. */
  transaction: Schema.NullOr(Schema.String),
  grantedAt: Instant,
  takenAt: Instant,
  currency: Schema.String,
  /** The most that it allows, in the smallest units of the currency, in decimal; null if its sum was not exceeded. */
  limit: Schema.NullOr(Schema.String),
  /** The sum that the receipt says was paid, in the same units; null if it does not say. */
  taken: Schema.NullOr(Schema.String),
  /** Whether it forbids the payment as a whole: another payee, another agent, another currency, or after its term. */
  forbids: Schema.Boolean,
})
export type MandateTerms = typeof MandateTerms.Type

/** Terms that somebody signed. */
export const SignedTerms = Schema.Union(OfferTerms, ResponseTerms, MandateTerms)
export type SignedTerms = typeof SignedTerms.Type
