/** `Idempotency-Key`: which request it names, and that one such request runs at a time in this process. */
import { createHash, hash } from "node:crypto"
import { Effect, Either } from "effect"
import type { Envelope } from "../../core/Command.ts"
import type { Instant } from "../../core/Time.ts"
import type { Caller } from "./Caller.ts"
import { Faulted } from "./Faulted.ts"
import type { Incoming } from "./Incoming.ts"

export type Receipt = NonNullable<Envelope["idempotency"]>

/** 1 to 200 printable ASCII characters, as a quoted string (the IETF draft's form) or bare. */
export const parseKey = (header: string): Either.Either<string, Faulted> => {
  const text = header.trim()
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)
  const key = quoted === null ? text : (quoted[1] ?? "").replace(/\\(["\\])/g, "$1")
  return /^[\x20-\x7e]{1,200}$/.test(key)
    ? Either.right(key)
    : Either.left(new Faulted({ code: "invalid_idempotency_key" }))
}

// Whoever reads the store can't tell the key from the id, nor the body from the fingerprint.
const receiptId = ({ owner }: Caller, key: string): string => hash("sha256", `${owner}\n${key}`)
const fingerprint = ({ method, target }: Incoming, body: Uint8Array): string =>
  createHash("sha256").update(`${method} ${target}\n`).update(body).digest("hex")

/** The receipt that a request asks for; null where it asks for none, or nobody is there to give it to. */
export const receiptOf = (
  incoming: Incoming,
  caller: Caller | null,
  body: Uint8Array,
  expiresAt: Instant,
): Either.Either<Receipt | null, Faulted> => {
  const header = incoming.header("idempotency-key")
  if (header === undefined || caller === null) return Either.right(null)
  return Either.map(parseKey(header), (key) => ({
    id: receiptId(caller, key),
    fingerprint: fingerprint(incoming, body),
    expiresAt,
  }))
}

/** Lets one request of a receipt run at a time; the store sees to those of other processes. */
export const inFlight = () => {
  const running = new Set<string>()
  return <A, E, R>(
    receipt: Receipt | null,
    effect: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | Faulted, R> => {
    if (receipt === null) return effect
    const { id } = receipt
    return Effect.suspend((): Effect.Effect<A, E | Faulted, R> => {
      if (running.has(id)) {
        return Effect.fail(new Faulted({ code: "key_in_flight", headers: { "retry-after": "1" } }))
      }
      running.add(id)
      return Effect.ensuring(
        effect,
        Effect.sync(() => running.delete(id)),
      )
    })
  }
}
