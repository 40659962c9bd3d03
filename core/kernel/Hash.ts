/** The hash of a text or of bytes, and the length of a text in bytes. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"

/** SHA-256 of bytes. A host may lend a faster function that gives the same values. */
export type HashBytes = (bytes: Uint8Array) => Uint8Array
export const hashBytes: HashBytes = sha256

/** SHA-256 of the UTF-8 bytes of a text, in lower-case hexadecimal. A host may have a faster function of the same values. */
export type HashText = (text: string) => string
export const sha256Hex: HashText = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** A SHA-256 in lower-case hexadecimal. */
export const Sha256 = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)).annotations({
  identifier: "Sha256",
})

export const byteLength = (text: string): number => utf8ToBytes(text).length
