/** Bearer credentials: `adc_`, 32 random bytes as 43 base64url characters, and 6 characters of checksum. The court keeps only their SHA-256. */
import { hash, randomBytes } from "node:crypto"

const prefix = "adc_"
const checksumLength = 6

/** A credential, which is handed out once, and its hash, which the court keeps. */
export interface ApiKey {
  readonly apiKey: string
  readonly sha256: string
}

// The checksum tells a mistyped or cut key from an unknown one, and lets scanners for leaked secrets be sure. It gives no security.
const checksumOf = (body: string): string =>
  hash("sha256", `${prefix}${body}`, "base64url").slice(0, checksumLength)

/** The SHA-256 of a credential in hexadecimal, which is the id of its record. */
export const hashOf = (apiKey: string): string => hash("sha256", apiKey)

/** The credential made of 32 bytes. The same bytes give the same credential, so that a repeated request receives the same answer. */
export const fromBytes = (bytes: Uint8Array): ApiKey => {
  if (bytes.length !== 32) throw new RangeError("a credential is made of 32 bytes")
  const body = Buffer.from(bytes).toString("base64url")
  const apiKey = `${prefix}${body}${checksumOf(body)}`
  return { apiKey, sha256: hashOf(apiKey) }
}

/** A new credential from the system's random source. */
export const fresh = (): ApiKey => fromBytes(randomBytes(32))

const shape = /^adc_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

/** Whether a text has the form of a credential and a checksum that fits. A text that fails needs no look-up. */
export const isWellFormed = (text: string): boolean => {
  const [, body, checksum] = shape.exec(text) ?? []
  return body !== undefined && checksum === checksumOf(body)
}

/** The hash under which a presented credential is looked up. Null if the text can't be a credential. */
export const parse = (text: string): string | null => (isWellFormed(text) ? hashOf(text) : null)

/** An identifier of a single act: 32 hexadecimal characters from the system's random source. */
export const nonce = (): string => randomBytes(16).toString("hex")
