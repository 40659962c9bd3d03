/**
 * Checks signatures of HTTP messages, and the digests of their bodies, with the crypto of the runtime. OpenSSL takes ECDSA signatures in
 * a form of its own.
 */
import { createPublicKey, hash, verify } from "node:crypto"
import { isList, parseDictionary } from "./StructuredFields.ts"

/** How many bytes r and s take, each, with a curve of 256 bits. */
const half = 32

/** The longest that both integers take with what stands before them. */
const derMax = 2 + 2 * (2 + 1 + half)

/**
 * A signature of 64 bytes, which are r and s (IEEE P1363), as a sequence of two integers (RFC 3279 §2.2.3). OpenSSL takes this form
 * as it is. It takes half as long again to check the other form, since it exports the key to learn the length of its numbers.
 */
export const derOf = (signature: Uint8Array): Uint8Array => {
  const der = new Uint8Array(derMax)
  let end = 2
  for (const from of [0, half]) {
    // An integer takes as few bytes as it can (X.690 §8.3), and begins with a zero if it would be negative without one.
    let first = from
    while (signature[first] === 0 && first < from + half - 1) first++
    const zeros = Number(signature[first]) < 0x80 ? 0 : 1
    const bytes = signature.subarray(first, from + half)
    der[end] = 0x02
    der[end + 1] = zeros + bytes.length
    der.set(bytes, end + 2 + zeros)
    end += 2 + zeros + bytes.length
  }
  der[0] = 0x30
  der[1] = end - 2
  return der.subarray(0, end)
}

/** The algorithms that the court accepts, by the names of RFC 9421. */
export type Algorithm = "ed25519" | "ecdsa-p256-sha256"

/** The public key of an agent as a JSON Web Key, the form in which it is published (RFC 7517). */
export interface Jwk {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y?: string | undefined
}

/** The one algorithm of a key, whatever a message says; null if the court reads no signatures by such a key. */
const algorithmOf = ({ kty, crv }: Pick<Jwk, "kty" | "crv">): Algorithm | null => {
  if (kty === "OKP" && crv === "Ed25519") return "ed25519"
  return kty === "EC" && crv === "P-256" ? "ecdsa-p256-sha256" : null
}

/** Both algorithms give 64 bytes. */
const signatureBytes = 64

/** Whether a signature is of the text `base`, by one key. */
export type Check = (base: string, signature: Uint8Array) => boolean

/** Checks signatures by one key; null if the key is of another kind, or no key. */
export const checkerOf = (jwk: Jwk): { readonly algorithm: Algorithm; readonly check: Check } | null => {
  const algorithm = algorithmOf(jwk)
  if (algorithm === null) return null
  try {
    const { kty, crv, x, y } = jwk
    const key = createPublicKey({
      key: y === undefined ? { kty, crv, x } : { kty, crv, x, y },
      format: "jwk",
    })
    const signs =
      algorithm === "ed25519"
        ? (base: Buffer, signature: Uint8Array) => verify(null, base, key, signature)
        : (base: Buffer, signature: Uint8Array) => verify("sha256", base, key, derOf(signature))
    const check: Check = (base, signature) =>
      signature.length === signatureBytes && signs(Buffer.from(base, "utf8"), signature)
    return { algorithm, check }
  } catch {
    return null
  }
}

const hashes = { "sha-256": "sha256", "sha-512": "sha512" } as const

/** The digest that a request states of its body (RFC 9530). */
export interface Digest {
  readonly hash: "sha256" | "sha512"
  readonly bytes: Uint8Array
}

/** The strongest digest that a `Content-Digest` (RFC 9530) gives; null if it gives no digest that the court computes. */
export const digestOf = (field: string): Digest | null => {
  const members = parseDictionary(field)
  for (const name of ["sha-512", "sha-256"] as const) {
    const member = members?.get(name)
    if (member !== undefined && !isList(member) && member.value instanceof Uint8Array)
      return { hash: hashes[name], bytes: member.value }
  }
  return null
}

/** Whether a body has the digest that its request stated (RFC 9530). */
export const hasDigest = (body: Uint8Array, { hash: name, bytes }: Digest): boolean =>
  hash(name, body, "buffer").equals(bytes)

/** SHA-256 of a signature base, in hexadecimal. The journal keeps it. */
export const sha256OfBase = (base: string): string => hash("sha256", base)
