/**
 * `Idempotency-Key`: the receipt that the header asks for. Requests for the same receipt run one after the other in this process, and an
 * answer with a secret is given again.
 */

import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto"
import { Effect, Either } from "effect"
import type { Command, Envelope } from "../../core/kernel/Command.ts"
import { perform } from "../../core/kernel/Host.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Caller } from "./Caller.ts"
import { type AnyRequest, optionsOf, type Services } from "./Handler.ts"
import type { Incoming } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"

export type Receipt = NonNullable<Envelope["idempotency"]>

/** The key in a header: 1 to 200 printable ASCII characters, as a quoted string (the form of the IETF draft) or bare. */
export const parseKey = (header: string): Either.Either<string, Faulted> => {
  const text = header.trim()
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)
  const key = quoted === null ? text : (quoted[1] ?? "").replace(/\\(["\\])/g, "$1")
  return /^[\x20-\x7e]{1,200}$/.test(key)
    ? Either.right(key)
    : Either.left(new Faulted({ code: "invalid_idempotency_key" }))
}

// Hashes: nobody who reads the store learns the key from the id, or the body from the fingerprint.
const receiptId = ({ owner }: Caller, key: string): string => hash("sha256", `${owner}\n${key}`)
const bytesOf = (part: string | Uint8Array): Uint8Array =>
  typeof part === "string" ? Buffer.from(part) : part
export const fingerprint = (method: string, target: string, body: Uint8Array | string): string =>
  hash("sha256", Buffer.concat([`${method} ${target}\n`, body].map(bytesOf)))

/** The receipt that a call asks for; null if it asks for no receipt or has no credential. */
export const receiptOf = (
  header: Incoming["header"],
  caller: Caller | null,
  fingerprint: () => string,
  expiresAt: Instant,
): Either.Either<Receipt | null, Faulted> => {
  const asked = header("idempotency-key")
  if (asked === undefined || caller === null) return Either.right(null)
  return Either.map(parseKey(asked), (key) => ({
    id: receiptId(caller, key),
    fingerprint: fingerprint(),
    expiresAt,
  }))
}

/** Lets one request of a receipt run at a time in this process. Between processes the store refuses a second receipt. */
export const inFlight = () => {
  const running = new Set<string>()
  return <A, E, R>({ id }: Receipt, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Faulted, R> => {
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

/*
 * Some answers carry a secret, and a receipt must not keep it in the clear. The receipt keeps the secret encrypted with AES-256-GCM,
 * once under a key from the credential that asked for it and once under a key from the secret itself, which may be a credential too.
 * Nobody without one of the two can decrypt it, not even a reader of the store, and the answer can still be repeated byte for byte.
 */
const keyOf = (credential: string): Buffer =>
  Buffer.from(hkdfSync("sha256", credential, "", "agent-court receipt seal", 32))

export const seal = (credential: string, secret: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", keyOf(credential), iv)
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** The secret; null if it was not sealed under this credential. */
export const open = (credential: string, sealed: string): string | null => {
  const bytes = Buffer.from(sealed, "base64url")
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(credential), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
  } catch {
    return null
  }
}

type Sealed<R> = R & { readonly sealed: ReadonlyArray<string> }

/** The command, with the sealed secret in the reply that its receipt keeps. */
const sealReply = <I, F, R extends { readonly [key: string]: Json }, Needs>(
  command: Command<I, F, R, Needs>,
  credentials: ReadonlyArray<string>,
  secret: string,
): Command<I, F, Sealed<R>, Needs> => ({
  ...command,
  decide: (facts, input, context) =>
    Either.map(command.decide(facts, input, context), ({ changes, reply }) => ({
      changes,
      reply: { ...reply, sealed: credentials.map((credential) => seal(credential, secret)) },
    })),
})

/** Performs a command whose answer carries a fresh secret; a repeated request gets the secret that was given first. */
export const actWithSecret = <I, F, R extends { readonly [key: string]: Json }, Needs extends Services>(
  command: Command<I, F, R, Needs>,
  input: I,
  request: AnyRequest,
  secret: string,
) =>
  Effect.gen(function* () {
    const presented = request.caller?.secret ?? null
    // A signature isn't a secret, so only the secret itself opens the answer to a signed request.
    const credentials = request.caller === null ? [] : [...(presented === null ? [] : [presented]), secret]
    const outcome = yield* perform(sealReply(command, credentials, secret), input, optionsOf(request))
    const { sealed, ...reply } = outcome.reply
    const opened = outcome.replayed
      ? (sealed.map((text) => open(presented ?? "", text)).find((text) => text !== null) ?? null)
      : secret
    if (opened === null) return yield* new Faulted({ code: "reply_sealed" })
    return { reply, secret: opened, replayed: outcome.replayed }
  })
