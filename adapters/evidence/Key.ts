/** Public keys of signers: how they are written, the fingerprint by which one is known, and whether a signature is by one of them. */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import type { VerifyEd25519 } from "../../core/kernel/Ed25519.ts"
import { ProvenKey } from "../../core/proofs/index.ts"
import { derOf } from "../keys/httpSignature/Verify.ts"
import * as Jwk from "../keys/public/Jwk.ts"
import { isMembers, parseMembers, rememberByText, textOfBase64url } from "./Read.ts"

export interface Signature {
  readonly algorithm: string
  readonly data: Uint8Array
  readonly signature: Uint8Array
}

const keys = rememberByText<ProvenKey.PublicJwk | null>()
/** The members on which it depends whether a value is a public key. If they are longer, the value is not a key. */
const deciding = ["kty", "crv", "x", "y", "d", "use"]
const membersMax = 400

/** The members of a JWK that its thumbprint is made of; null if it is not a public key of a kind that is read here. */
export const jwkOf = (value: unknown): ProvenKey.PublicJwk | null => {
  if (!isMembers(value)) return null
  const text = JSON.stringify(value, deciding)
  return text.length > membersMax ? null : keys(text, () => Jwk.read(value))
}

export const didJwkKey = (encoded: string): ProvenKey.PublicJwk | null =>
  jwkOf(parseMembers(textOfBase64url(encoded) ?? ""))

const secondOf = ({ y }: ProvenKey.PublicJwk): string => y ?? ""
const nameOf = (jwk: ProvenKey.PublicJwk): string => `${jwk.crv} ${jwk.x} ${secondOf(jwk)}`

const fingerprints = rememberByText<string>()
export const fingerprintOf = (jwk: ProvenKey.PublicJwk): string =>
  fingerprints(nameOf(jwk), () => ProvenKey.fingerprintOf({ jwk }))

const keyObjects = rememberByText<KeyObject>()
const objectOf = (jwk: ProvenKey.PublicJwk): KeyObject =>
  keyObjects(nameOf(jwk), () => {
    const { crv, kty, x } = jwk
    return createPublicKey({ key: { crv, kty, x, y: secondOf(jwk) }, format: "jwk" })
  })

const ed25519 = ({ data, signature }: Signature, jwk: ProvenKey.PublicJwk): boolean =>
  signature.length === 64 && verify(null, data, objectOf(jwk), signature)

const es256 = ({ data, signature }: Signature, jwk: ProvenKey.PublicJwk): boolean =>
  signature.length === 64 && verify("sha256", data, objectOf(jwk), derOf(signature))

const es256k = ({ data, signature }: Signature, jwk: ProvenKey.PublicJwk): boolean => {
  const [x, y] = [Buffer.from(jwk.x, "base64url"), Buffer.from(secondOf(jwk), "base64url")]
  const point = Buffer.concat([Buffer.from([4]), x, y])
  const hash = createHash("sha256").update(data).digest()
  try {
    return secp256k1.verify(signature, hash, point, { prehash: false, lowS: false })
  } catch {
    return false
  }
}

interface Algorithm {
  readonly crv: ProvenKey.PublicJwk["crv"]
  readonly verify: (signature: Signature, jwk: ProvenKey.PublicJwk) => boolean
}

const edwards: Algorithm = { crv: "Ed25519", verify: ed25519 }

const nist: Algorithm = { crv: "P-256", verify: es256 }

/** The algorithms that are read, by their names in JWS (RFC 7518, 8037, 8812, 9864) and in HTTP signatures (RFC 9421). */
const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ["EdDSA", edwards],
  ["Ed25519", edwards],
  ["ed25519", edwards],
  ["ES256", nist],
  ["ecdsa-p256-sha256", nist],
  ["ES256K", { crv: "secp256k1", verify: es256k }],
])

export const isRead = (algorithm: string): boolean => algorithms.has(algorithm)

/** Whether the algorithm is one for keys of this kind. */
export const suits = (algorithm: string, { crv }: ProvenKey.PublicJwk): boolean =>
  algorithms.get(algorithm)?.crv === crv

export const isBy = (signature: Signature, jwk: ProvenKey.PublicJwk): boolean =>
  suits(signature.algorithm, jwk) && algorithms.get(signature.algorithm)?.verify(signature, jwk) === true

/** The Ed25519 key of 32 bytes; null if they are not a key, or a key of low order. */
export const edwardsKey = (publicKey: Uint8Array): ProvenKey.PublicJwk | null =>
  jwkOf({ kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") })

/** Verifies by Node's own cryptography, about ten times as fast as the core does by itself. */
export const verifyEd25519: VerifyEd25519 = (signature, data, publicKey) => {
  const jwk = edwardsKey(publicKey)
  return jwk !== null && isBy({ algorithm: "Ed25519", data, signature }, jwk)
}

const half = secp256k1.Point.Fn.ORDER >> 1n

/**
 * Whether s is in the lower half of its range, the only form of a signature by secp256k1 that nobody can turn into another one. Chains
 * ask for it; JOSE (RFC 8812) takes both halves.
 */
export const hasLowS = (signature: Uint8Array): boolean =>
  BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString("hex")}`) <= half
