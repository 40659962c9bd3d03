/** SHA-256 by OpenSSL, several times as fast as the core's, for whoever hashes many leaves or nodes of a log. */
import { hash } from "node:crypto"

/** The 32 bytes of the SHA-256. Node gives hexadecimal digits, read back, in half the time of a buffer. */
export const digest = (data: string | Uint8Array): Uint8Array =>
  Buffer.from(hash("sha256", data, "hex"), "hex")
