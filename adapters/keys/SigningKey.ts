/** An ed25519 key pair of the court, kept as PKCS #8 in PEM so that OpenSSL reads it too. */
import { createPrivateKey, createPublicKey, type KeyObject, sign as nodeSign, randomBytes } from "node:crypto"

export interface SigningKey {
  /** In hexadecimal, 32 bytes. */
  readonly publicKey: string
  /** The signature over the UTF-8 bytes of a text. */
  readonly sign: (text: string) => Buffer
  /** The same signature, made beside the thread that serves requests. */
  readonly signBeside: (text: string, done: (error: Error | null, signature: Buffer) => void) => void
}

// The DER of every ed25519 private key begins with these bytes; the 32 bytes of the seed follow (RFC 8410).
const header = Buffer.from("302e020100300506032b657004220420", "hex")

/** A new private key, as PEM. */
export const freshPem = (seed: Uint8Array = randomBytes(32)): string => {
  const body = Buffer.concat([header, seed]).toString("base64")
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`
}

const rawPublicKey = (key: KeyObject): string => {
  // An SPKI of ed25519 is a header of 12 bytes and the 32 bytes of the key (RFC 8410).
  const spki = createPublicKey(key).export({ format: "der", type: "spki" })
  return spki.subarray(12).toString("hex")
}

/** The key pair of a PEM text. Throws where it is not an ed25519 private key. */
export const fromPem = (pem: string): SigningKey => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== "ed25519") throw new TypeError("not an ed25519 private key")
  return {
    publicKey: rawPublicKey(key),
    sign: (text) => nodeSign(null, Buffer.from(text, "utf8"), key),
    signBeside: (text, done) => nodeSign(null, Buffer.from(text, "utf8"), key, done),
  }
}
