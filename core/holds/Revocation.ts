/** The message that voids what the court signed for an escrow. Anybody may show it to the adapter of the escrow. */
import { Schema } from "effect"
import type { Domain, TypedData } from "../chains/index.ts"
import type { Instant } from "../kernel/Time.ts"

/** Times are whole seconds since 1970. `instructionDigest` is the digest of the instruction, or of the evaluation, that is void. */
export const Revocation = Schema.Struct({
  holdId: Schema.String,
  nonce: Schema.String,
  instructionDigest: Schema.String,
  revokedAt: Schema.Int,
})
export type Revocation = typeof Revocation.Type

/** Signed data, as far as its revocation names it. */
interface Revocable {
  readonly domain: Domain
  readonly digest: string
  readonly message: Pick<Revocation, "holdId" | "nonce">
}

const field = (type: string, name: string) => ({ name, type })

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
): TypedData<Revocation> => ({
  domain,
  types: { PayoutRevocation: revocationType },
  primaryType: "PayoutRevocation",
  message: { holdId, nonce, instructionDigest: digest, revokedAt: Math.floor(now / 1000) },
})
