/** A public key as JSON, and the fingerprint by which a key is one key, whatever it is called. */

import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64urlnopad } from "@scure/base"
import { Schema } from "effect"
import { addChecksum } from "../chains/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { canonical, exactly } from "../kernel/Json.ts"

/** A public key as JSON (RFC 7517), with the members that its thumbprint is made of (RFC 7638). */
export const PublicJwk = Schema.Struct({
  kty: Schema.Literal("OKP", "EC"),
  crv: Schema.Literal("Ed25519", "P-256", "secp256k1"),
  x: Schema.String,
  y: exactly(Schema.String, "Only of a point on a curve."),
})
export type PublicJwk = typeof PublicJwk.Type

/** The thumbprint of a key (RFC 7638), in base64url. */
export const thumbprintOf = ({ kty, crv, x, y }: PublicJwk): string => {
  const members = y === undefined ? { kty, crv, x } : { kty, crv, x, y }
  return base64urlnopad.encode(sha256(utf8ToBytes(canonical(members))))
}

/** What was proven: a key, or an address. `chainId` is that of the contract that signed; it is absent if the address's own key did. */
export type Proven = { readonly jwk: PublicJwk } | { readonly address: string; readonly chainId?: number }

/** The fingerprint of a key or an address: see `ProvenKey.fingerprint`. */
export const fingerprintOf = (proven: Proven): string => {
  if ("jwk" in proven) return `jwk:${thumbprintOf(proven.jwk)}`
  const { address, chainId } = proven
  const lower = address.toLowerCase()
  return chainId === undefined ? `evm:${lower}` : `evm:${chainId}:${lower}`
}

/** The checksummed address of a secp256k1 key on EVM chains. */
export const addressOf = ({ x, y }: PublicJwk): string => {
  const point = [x, needPresent(y, "the second coordinate of a point")].flatMap((one) => [
    ...base64urlnopad.decode(one),
  ])
  return addChecksum(bytesToHex(keccak_256(Uint8Array.from(point)).slice(12)))
}
