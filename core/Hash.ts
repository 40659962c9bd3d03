/** Hashes and lengths of texts, as their UTF-8 bytes give them. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** SHA-256 of the UTF-8 bytes of a text, in lower-case hexadecimal. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Length of a text in UTF-8 bytes. */
export const byteLength = (text: string): number => utf8ToBytes(text).length
