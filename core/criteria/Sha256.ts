/** SHA-256 without waiting, on every platform. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

export const hashBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
export const hashText = (text: string): string => hashBytes(new TextEncoder().encode(text))
