/**
 * The data that the court signs for an escrow: the fields that all of it has, and the message that voids it. Anybody may show that message
 * to the adapter of the escrow.
 */
import { Schema } from "effect"
import { Wallets } from "../chains/index.ts"
import { type Instant, Stamp } from "../kernel/Time.ts"

/** The fields of signed data in a record and in answers. It is identified by its `digest`, never by its signature. */
export const signedFields = {
  domain: Wallets.Domain,
  digest: Schema.String,
  signature: Schema.String,
  signer: Schema.String,
  signedAt: Stamp,
  effectiveAt: Stamp,
  expiresAt: Stamp,
} as const

/** Times are whole seconds since 1970. `instructionDigest` is the digest of the instruction, or of the evaluation, that is void. */
export const Revocation = Schema.Struct({
  holdId: Schema.String,
  nonce: Schema.String,
  instructionDigest: Schema.String,
  revokedAt: Schema.Int,
})
export type Revocation = typeof Revocation.Type

interface Revocable {
  readonly domain: Wallets.Domain
  readonly digest: string
  readonly message: Pick<Revocation, "holdId" | "nonce">
}

export const field = (type: string, name: string) => ({ name, type })

/** The EIP-712 type of a revocation, in the order of its encoding. */
export const revocationType = [
  field("bytes32", "holdId"),
  field("bytes32", "nonce"),
  field("bytes32", "instructionDigest"),
  field("uint48", "revokedAt"),
] as const

/** The revocation of signed data at an instant, ready to sign. */
export const revocationOf = (
  { domain, digest, message: { holdId, nonce } }: Revocable,
  now: Instant,
): Wallets.TypedData<Revocation> => ({
  domain,
  types: { PayoutRevocation: revocationType },
  primaryType: "PayoutRevocation",
  message: { holdId, nonce, instructionDigest: digest, revokedAt: Math.floor(now / 1000) },
})
