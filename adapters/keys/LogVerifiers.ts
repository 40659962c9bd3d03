/** Verifies what logs and witnesses sign by Node's own cryptography, ML-DSA-44 too if this version of Node has it. */
import { createPublicKey, type KeyObject, verify } from "node:crypto"
import type { Cosignature } from "../../core/log/index.ts"

/** The header before the bytes of a public key in its SPKI form: Ed25519 (RFC 8410), ML-DSA-44 (RFC 9881). */
const headers = {
  ed25519: Buffer.from("302a300506032b6570032100", "hex"),
  mlDsa44: Buffer.from("30820532300b06096086480165030403110382052100", "hex"),
} as const

const publicKey = (type: keyof typeof headers, bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([headers[type], bytes]), format: "der", type: "spki" })

/** The bytes of a public key without their envelope. */
export const rawKey = (key: KeyObject): Uint8Array => {
  const spki = createPublicKey(key).export({ format: "der", type: "spki" })
  return new Uint8Array(
    spki.subarray(key.asymmetricKeyType === "ed25519" ? headers.ed25519.length : headers.mlDsa44.length),
  )
}

const by =
  (type: keyof typeof headers): Cosignature.Verifiers["ed25519"] =>
  (signature, message, key) =>
    verify(null, message, publicKey(type, key), signature)

const knows = (type: keyof typeof headers, length: number): boolean => {
  try {
    publicKey(type, new Uint8Array(length))
    return true
  } catch {
    return false
  }
}

/** The algorithms by which this runtime checks signatures of a log; null for an algorithm that it does not know. */
export const nodeVerifiers: Cosignature.Verifiers = {
  ed25519: by("ed25519"),
  mlDsa44: knows("mlDsa44", 1312) ? by("mlDsa44") : null,
}
