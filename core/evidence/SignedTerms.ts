/**
 * The members of a signed artifact that an account reads: the terms of an offer or of a mandate, the outcome of a request that was paid
 * for, and what a party says of a delivery.
 */
import { Schema } from "effect"
import { Instant } from "../kernel/Time.ts"

/**
 * The terms of an offer of x402, as its seller signed them: the network by its CAIP-2 id, the asset by the address of the token's contract,
 * and the amount in base units of the token, in decimal.
 */
export const Offer = Schema.Struct({
  kind: Schema.Literal("offer"),
  by: Schema.String,
  resourceUrl: Schema.String,
  network: Schema.String,
  asset: Schema.String,
  payTo: Schema.String,
  amount: Schema.String,
  /** The end of the term; null if the offer states no term. */
  validUntil: Schema.NullOr(Instant),
})
export type Offer = typeof Offer.Type

/** The outcome of a paid request, as the server signed it with the request: its status, and the payment that the two name. */
export const Response = Schema.Struct({
  kind: Schema.Literal("response"),
  by: Schema.String,
  url: Schema.String,
  status: Schema.Int,
  /** The SHA-256 of the header by which the request paid. */
  payment: Schema.String,
  /** The transaction that the response says has settled the payment, in lower case; null if it names no transaction. */
  transaction: Schema.NullOr(Schema.String),
})
export type Response = typeof Response.Type

/** The word of a party on the delivery of a deal, in one form for every format that has it. */
export const Delivery = Schema.Struct({
  kind: Schema.Literal("delivery"),
  /** The role of the signer in its artifact. */
  by: Schema.String,
  /** The name of the deal in the artifact, as a quote may state it in its `ref`. */
  deal: Schema.String,
  /** `accepted`: it takes the delivery as agreed. `undelivered`: the share of `millionths` is not delivered. */
  says: Schema.Literal("accepted", "undelivered"),
  /** The share of what was ordered that is not delivered, up to a million; 0 unless it says `undelivered`. */
  millionths: Schema.Int,
  /** The SHA-256 of what was delivered, 64 hexadecimal digits; null if it does not say. */
  sha256: Schema.NullOr(Schema.String),
  /** The SHA-256 of the criteria that it was measured by; null if it names no criteria. */
  criteria: Schema.NullOr(Schema.String),
  signedAt: Instant,
})
export type Delivery = typeof Delivery.Type

const mandateTermsSchema = Schema.Struct({
  kind: Schema.Literal("mandate"),
  /** The role of whoever signed the receipt, and of whoever signed the mandate. */
  by: Schema.String,
  grantedBy: Schema.String,
  /** The SHA-256 of the mandate and of the receipt, 64 hexadecimal digits. */
  mandate: Schema.String,
  receipt: Schema.String,
  /** The SHA-256 of the payload of the receipt, in hexadecimal. Absent in findings that were kept before it was told. */
  signed: Schema.optionalWith(Schema.String, { exact: true }),
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
/**
 * A mandate to pay as the receipt of a payment names it by its hash: what it allowed, and what the receipt says was taken. Whoever signed
 * the receipt knew the mandate.
 */
export interface Mandate extends Schema.Schema.Type<typeof mandateTermsSchema> {}
/** The terms of a mandate as the findings keep them. */
export const Mandate: Schema.Schema<Mandate> = mandateTermsSchema

/** The terms that somebody signed about a deal, in one form for every format of artifact. */
export const SignedTerms = Schema.Union(Offer, Response, Delivery, Mandate)
export type SignedTerms = typeof SignedTerms.Type
