/**
 * Answers that carry a secret, under receipts that must not. The receipt keeps the secret sealed with AES-256-GCM under keys
 * derived from the credential that asked for it, and from the secret itself where that is a credential: whoever holds neither,
 * the store's reader included, can't open it, and the answer can still be repeated byte for byte.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Effect, Either } from "effect"
import type { Command } from "../../core/Command.ts"
import type { Json } from "../../core/Json.ts"
import { Faulted } from "./Faulted.ts"
import { type AnyRequest, act, type Services } from "./Handler.ts"

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
    const outcome = yield* act(sealing(command, credentials, secret), input, request)
    const { sealed, ...reply } = outcome.reply
    const opened = outcome.replayed
      ? (sealed.map((text) => open(presented ?? "", text)).find((text) => text !== null) ?? null)
      : secret
    if (opened === null) return yield* new Faulted({ code: "reply_sealed" })
    return { reply, secret: opened, replayed: outcome.replayed }
  })
