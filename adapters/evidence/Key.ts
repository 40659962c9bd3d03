/** Public keys of signers: how they are written, the fingerprint by which one is known, and whether a signature is by one of them. */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto"
import { p256 } from "@noble/curves/nist.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { base58 } from "@scure/base"
import type { PublicJwk } from "../../core/proofs/index.ts"
import { bytesOf, isMembers, parseMembers, textOf, textOfBase64url } from "./Read.ts"

export interface Signature {
  readonly algorithm: string
  readonly data: Uint8Array
  readonly signature: Uint8Array
}

const coordinate = (text: string | undefined): string | undefined =>
  text !== undefined && bytesOf(text)?.length === 32 ? text : undefined

/** The members of a JWK that its thumbprint is made of; null if it is no public key of a kind that is read here. */
export const jwkOf = (value: unknown): PublicJwk | null => {
  if (!isMembers(value)) return null
  const [kty, crv] = [textOf(value, "kty"), textOf(value, "crv")]
  const [x, y] = [coordinate(textOf(value, "x")), coordinate(textOf(value, "y"))]
  if (x === undefined) return null
  if (kty === "OKP" && crv === "Ed25519") return { kty, crv, x }
  if (kty === "EC" && (crv === "P-256" || crv === "secp256k1") && y !== undefined) return { kty, crv, x, y }
  return null
}

const secondOf = (jwk: PublicJwk): string => ("y" in jwk && jwk.y !== undefined ? jwk.y : "")

/** The thumbprint of RFC 7638, in base64url. Its members stand in the order of their names. */
export const thumbprintOf = (jwk: PublicJwk): string => {
  const { crv, kty, x } = jwk
  return createHash("sha256")
    .update(JSON.stringify(jwk.kty === "OKP" ? { crv, kty, x } : { crv, kty, x, y: secondOf(jwk) }))
    .digest("base64url")
}

/** The key itself, as a proven key writes it. */
export const fingerprintOf = (jwk: PublicJwk): string => `jwk:${thumbprintOf(jwk)}`

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

const onCurve = (
  crv: "P-256" | "secp256k1",
  compressed: Uint8Array,
  curve: typeof p256 | typeof secp256k1,
): PublicJwk | null => {
  try {
    const point = curve.Point.fromBytes(compressed).toBytes(false)
    return { kty: "EC", crv, x: encode(point.subarray(1, 33)), y: encode(point.subarray(33)) }
  } catch {
    return null
  }
}

/** The longest multibase key: two bytes of a prefix and a compressed point. */
const multibaseMax = 64

/** The key of a multibase text with its multicodec prefix, as did:key and verification methods write it; null if it is none. */
export const multibaseKey = (text: string): PublicJwk | null => {
  if (!text.startsWith("z") || text.length > multibaseMax) return null
  let bytes: Uint8Array
  try {
    bytes = base58.decode(text.slice(1))
  } catch {
    return null
  }
  const key = bytes.subarray(2)
  const prefix = Buffer.from(bytes.subarray(0, 2)).toString("hex")
  if (prefix === "ed01" && key.length === 32) return { kty: "OKP", crv: "Ed25519", x: encode(key) }
  if (prefix === "8024") return onCurve("P-256", key, p256)
  if (prefix === "e701") return onCurve("secp256k1", key, secp256k1)
  return null
}

/** The key that a `did:jwk` is made of. */
export const didJwkKey = (encoded: string): PublicJwk | null =>
  jwkOf(parseMembers(textOfBase64url(encoded) ?? ""))

const imported = new Map<string, KeyObject | null>()
const importedMax = 1_000

/** The key as Node knows it; null if its point is not on its curve. Keys of earlier artifacts are kept. */
const objectOf = (jwk: PublicJwk): KeyObject | null => {
  const { crv, kty, x } = jwk
  const name = `${crv} ${x} ${secondOf(jwk)}`
  const known = imported.get(name)
  if (known !== undefined) return known
  let made: KeyObject | null
  try {
    made = createPublicKey({ key: { crv, kty, x, y: secondOf(jwk) }, format: "jwk" })
  } catch {
    made = null
  }
  if (imported.size >= importedMax) imported.clear()
  imported.set(name, made)
  return made
}

const ed25519 = ({ data, signature }: Signature, jwk: PublicJwk): boolean => {
  const key = objectOf(jwk)
  return key !== null && signature.length === 64 && verify(null, data, key, signature)
}

const es256 = ({ data, signature }: Signature, jwk: PublicJwk): boolean => {
  const key = objectOf(jwk)
  return (
    key !== null &&
    signature.length === 64 &&
    verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, signature)
  )
}

const es256k = ({ data, signature }: Signature, jwk: PublicJwk): boolean => {
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
  readonly crv: PublicJwk["crv"]
  readonly verify: (signature: Signature, jwk: PublicJwk) => boolean
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
export const suits = (algorithm: string, { crv }: PublicJwk): boolean =>
  algorithms.get(algorithm)?.crv === crv

/** Whether a signature is by a key. */
export const isBy = (signature: Signature, jwk: PublicJwk): boolean =>
  suits(signature.algorithm, jwk) && algorithms.get(signature.algorithm)?.verify(signature, jwk) === true

const half = secp256k1.Point.Fn.ORDER >> 1n

/** Whether s is in the lower half of its range, the only form of a signature by secp256k1 that nobody can turn into another one. */
export const hasLowS = (signature: Uint8Array): boolean =>
  BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString("hex")}`) <= half
