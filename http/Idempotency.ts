/** `Idempotency-Key`: which request it names, and that one such request runs at a time in this process. */
import { createHash } from "node:crypto"
import { Either } from "effect"

/** 1 to 200 printable ASCII characters, as a quoted string (the IETF draft's form) or bare. */
export const parseKey = (header: string): Either.Either<string, "invalid_idempotency_key"> => {
  const text = header.trim()
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)
  const key = quoted === null ? text : (quoted[1] ?? "").replace(/\\(["\\])/g, "$1")
  return /^[\x20-\x7e]{1,200}$/.test(key) ? Either.right(key) : Either.left("invalid_idempotency_key")
}

/** The id of the receipt: who asked and under which key. Whoever reads the store can't tell the key from it. */
export const receiptId = (owner: string, key: string): string =>
  createHash("sha256").update(owner).update("\n").update(key).digest("hex")

/** What was asked: method, path with its query, and the bytes of the body. */
export const fingerprint = (method: string, target: string, body: Uint8Array): string =>
  createHash("sha256").update(method).update(" ").update(target).update("\n").update(body).digest("hex")
