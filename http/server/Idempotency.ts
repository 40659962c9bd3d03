/** `Idempotency-Key`: which request it names, that one such request runs at a time in this process, and how an answer with a secret is given again. */

import { createCipheriv, createDecipheriv, createHash, hash, hkdfSync, randomBytes } from "node:crypto"
import { Effect, Either } from "effect"
import type { Command, Envelope } from "../../core/Command.ts"
import { perform } from "../../core/Host.ts"
import type { Json } from "../../core/Json.ts"
import type { Instant } from "../../core/Time.ts"
import type { Caller } from "./Admission.ts"
import { type AnyRequest, optionsOf, type Services } from "./Handler.ts"
import type { Incoming } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"

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

/*
 * Answers that carry a secret, under receipts that must not. The receipt keeps the secret sealed with AES-256-GCM under keys
 * derived from the credential that asked for it, and from the secret itself where that is a credential: whoever holds neither,
 * the store's reader included, can't open it, and the answer can still be repeated byte for byte.
 */
const keyOf = (credential: string): Buffer =>
  Buffer.from(hkdfSync("sha256", credential, "", "agent-court receipt seal", 32))

export const seal = (credential: string, secret: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", keyOf(credential), iv)
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** The secret, or null where this credential did not seal it. */
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

/** The command with the secret sealed into what its receipt keeps. */
const sealing = <I, F, R extends { readonly [key: string]: Json }, Needs>(
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

/** Performs a command whose answer carries a fresh secret; a replay carries the one first given. */
export const actWithSecret = <I, F, R extends { readonly [key: string]: Json }, Needs extends Services>(
  command: Command<I, F, R, Needs>,
  input: I,
  request: AnyRequest,
  secret: string,
) =>
  Effect.gen(function* () {
    const presented = request.caller?.secret
    const credentials = presented === undefined ? [] : [presented, secret]
    const outcome = yield* perform(sealing(command, credentials, secret), input, optionsOf(request))
    const { sealed, ...reply } = outcome.reply
    const opened = outcome.replayed
      ? (sealed.map((text) => open(presented ?? "", text)).find((text) => text !== null) ?? null)
      : secret
    if (opened === null) return yield* new Faulted({ code: "reply_sealed" })
    return { reply, secret: opened, replayed: outcome.replayed }
  })
