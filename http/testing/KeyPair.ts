/** Ed25519 keys of agents in tests, named as did:key. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { base58, base64urlnopad } from "@scure/base"

/** The multicodec of an Ed25519 key. */
const codec = [0xed, 0x01]

/** A key pair that is always the same for a number: its did:key, its public key as JSON, and how it signs a text. */
export const keyPair = (n: number) => {
  const secret = new Uint8Array(32).fill(n)
  const key = ed25519.getPublicKey(secret)
  return {
    did: `did:key:z${base58.encode(Uint8Array.of(...codec, ...key))}`,
    jwk: { kty: "OKP", crv: "Ed25519", x: base64urlnopad.encode(key) },
    sign: (text: string) => base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(text), secret)),
  }
}
