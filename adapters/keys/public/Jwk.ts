/**
 * Public keys as JSON (RFC 7517): how one is read, and how a signature by it is verified. A value of low order, or off
 * its curve, is not a key: anybody could sign for it, or nobody.
 */
import { ed25519 } from "@noble/curves/ed25519.js"
import { p256 } from "@noble/curves/nist.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { base64urlnopad } from "@scure/base"
import { Either, Schema } from "effect"
import { ProvenKey } from "../../../core/proofs/index.ts"

/** The bytes of a coordinate of every curve here, and those of a signature, which has two numbers of that length. */
const coordinateBytes = 32
const signatureBytes = 64

/** The bytes of a text in base64url of this length; null if it is not that, or not the one way to write them. */
const bytesOf = (text: string, length: number): Uint8Array | null => {
  // Nothing longer is decoded. Four characters stand for three bytes.
  if (text.length !== Math.ceil((length * 4) / 3)) return null
  try {
    const bytes = base64urlnopad.decode(text)
    return base64urlnopad.encode(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

const ecPoint = { "P-256": p256.Point, secp256k1: secp256k1.Point } as const

/** An Ed25519 key from its 32 bytes; null if they are not a key. */
export const ofEd25519 = (bytes: Uint8Array): ProvenKey.PublicJwk | null => {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    if (point.isSmallOrder()) return null
    return { kty: "OKP", crv: "Ed25519", x: base64urlnopad.encode(bytes) }
  } catch {
    return null
  }
}

/** The key of a point of a curve, compressed or not; null if it is not a point. */
export const ofPoint = (crv: "P-256" | "secp256k1", bytes: Uint8Array): ProvenKey.PublicJwk | null => {
  try {
    const whole = ecPoint[crv].fromBytes(bytes).toBytes(false)
    const x = base64urlnopad.encode(whole.subarray(1, 1 + coordinateBytes))
    return { kty: "EC", crv, x, y: base64urlnopad.encode(whole.subarray(1 + coordinateBytes)) }
  } catch {
    return null
  }
}

const uncompressed = 4

/**
 * A key as a document shows it. A set that holds a private key shows that anybody may sign by it, and a key for encryption signs
 * nothing.
 */
const Shown = Schema.Struct({
  ...ProvenKey.PublicJwk.fields,
  d: Schema.optional(Schema.Undefined),
  use: Schema.optional(Schema.Literal("sig")),
})
const decode = Schema.decodeUnknownEither(Shown)

/** The key that a JSON value is, without its other members; null if it is not a public key that can verify. */
export const read = (value: unknown): ProvenKey.PublicJwk | null => {
  const shown = decode(value)
  if (Either.isLeft(shown)) return null
  const { kty, crv, x, y } = shown.right
  const one = bytesOf(x, coordinateBytes)
  if (one === null) return null
  if (crv === "Ed25519") return kty === "OKP" && y === undefined ? ofEd25519(one) : null
  const other = y === undefined ? null : bytesOf(y, coordinateBytes)
  return kty === "EC" && other !== null ? ofPoint(crv, Uint8Array.of(uncompressed, ...one, ...other)) : null
}

/**
 * Whether a key that was read signed these bytes. The signature is raw, in base64url: Ed25519 (RFC 8032), or ECDSA with SHA-256 as r and
 * s (RFC 7518).
 */
export const verifies = (jwk: ProvenKey.PublicJwk, message: Uint8Array, signature: string): boolean => {
  const bytes = bytesOf(signature, signatureBytes)
  const x = bytesOf(jwk.x, coordinateBytes)
  if (bytes === null || x === null) return false
  if (jwk.crv === "Ed25519") return ed25519.verify(bytes, message, x, { zip215: false })
  const y = bytesOf(jwk.y ?? "", coordinateBytes)
  if (y === null) return false
  const curve = jwk.crv === "P-256" ? p256 : secp256k1
  return curve.verify(bytes, message, Uint8Array.of(uncompressed, ...x, ...y), { lowS: false })
}
