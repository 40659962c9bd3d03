/** Verifies Ed25519 signatures wherever the core runs, and lets a host verify them by the faster cryptography of its runtime. */
import { ed25519 } from "@noble/curves/ed25519.js"

/** Whether a key signed a message. A verifier of a host must refuse keys of low order too: anybody could sign for one of them. */
export type VerifyEd25519 = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean

/** Verifies by RFC 8032 as written: the laxer ZIP 215 takes encodings that other libraries refuse. */
export const verifyEd25519: VerifyEd25519 = (signature, message, publicKey) =>
  ed25519.verify(signature, message, publicKey, { zip215: false })
