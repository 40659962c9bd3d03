/** The evaluation of a delivery as the court signs it for a job (PD2 §6EA): typed data of EIP-712, kept with its hold. */
import { Schema } from "effect"
import { type Instant, Stamp } from "../kernel/Time.ts"
import { field, Revocation, signedFields } from "./Revocation.ts"

const jobEvaluationSchema = Schema.Struct({
  holdId: Schema.String,
  /** The number of the job, as 32 bytes. */
  holdRef: Schema.String,
  payer: Schema.String,
  payee: Schema.String,
  asset: Schema.String,
  amount: Schema.String,
  satisfied: Schema.Boolean,
  artifactSha256: Schema.String,
  criteriaSha256: Schema.String,
  /** The SHA-256 of the evaluation with all outcomes, in its RFC 8785 form. */
  evaluationSha256: Schema.String,
  signedAt: Schema.Int,
  validAfter: Schema.Int,
  validBefore: Schema.Int,
  nonce: Schema.String,
})
/**
 * The message that is signed: which job, which bytes and criteria, and whether they satisfy them. The amount is a decimal text in the
 * asset's units; times are whole seconds since 1970.
 */
export interface JobEvaluation extends Schema.Schema.Type<typeof jobEvaluationSchema> {}

const signedEvaluationSchema = Schema.Struct({
  evaluation: jobEvaluationSchema,
  ...signedFields,
  withdrawn: Schema.NullOr(Schema.Struct({ at: Stamp, revocation: Revocation, signature: Schema.String })),
}).annotations({ identifier: "SignedEvaluation" })
/** A signed evaluation; `withdrawn` once a matter on the quote was filed. */
export interface SignedEvaluation extends Schema.Schema.Type<typeof signedEvaluationSchema> {}
export const SignedEvaluation: Schema.Schema<SignedEvaluation, typeof signedEvaluationSchema.Encoded> =
  signedEvaluationSchema

/** The EIP-712 type of the message, in the order of its encoding. */
export const evaluationType: ReadonlyArray<{ readonly name: string; readonly type: string }> = [
  field("bytes32", "holdId"),
  field("bytes32", "holdRef"),
  field("address", "payer"),
  field("address", "payee"),
  field("address", "asset"),
  field("uint256", "amount"),
  field("bool", "satisfied"),
  field("bytes32", "artifactSha256"),
  field("bytes32", "criteriaSha256"),
  field("bytes32", "evaluationSha256"),
  field("uint48", "signedAt"),
  field("uint48", "validAfter"),
  field("uint48", "validBefore"),
  field("bytes32", "nonce"),
]

/** The evaluation of a hold that may still be carried out at `now`; null if there is no such evaluation. */
export const liveEvaluation = (
  { evaluation }: { readonly evaluation?: SignedEvaluation },
  now: Instant,
): SignedEvaluation | null =>
  evaluation !== undefined && evaluation.withdrawn === null && now < evaluation.expiresAt ? evaluation : null
