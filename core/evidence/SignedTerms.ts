/** The members of a signed artifact that an account reads: the terms of an offer, and the outcome of a request that was paid for. */
import { Schema } from "effect"
import { Instant } from "../kernel/Time.ts"

/** The terms of an offer of x402, as its seller signed them. */
export const OfferTerms = Schema.Struct({
  kind: Schema.Literal("offer"),
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
  by: Schema.String,
  url: Schema.String,
  status: Schema.Int,
  /** The SHA-256 of the header by which the request paid. */
  payment: Schema.String,
  /** The transaction that the response says has settled the payment, in lower case; null if it names no transaction. */
  transaction: Schema.NullOr(Schema.String),
})
export type ResponseTerms = typeof ResponseTerms.Type

export const SignedTerms = Schema.Union(OfferTerms, ResponseTerms)
export type SignedTerms = typeof SignedTerms.Type
