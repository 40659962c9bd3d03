/**
 * The uses of the court's secret keys: the port that seals and the record of a seal, the port for keyed hashes; and how a reader verifies
 * the signature that stands beside a judgment.
 */

import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Data, type Effect, Schema } from "effect"
import { type VerifyEd25519, verifyEd25519 } from "./Ed25519.ts"
import { canonical, type Json } from "./Json.ts"
import * as Kind from "./Kind.ts"
import { rule } from "./Section.ts"
import { Instant } from "./Time.ts"

/** The court's seal over a text (Rule 5.4): an Ed25519 signature of its UTF-8 bytes. Signature and key are in hexadecimal. */
export const SealSchema = Schema.Struct({
  id: Schema.String,
  algorithm: Schema.Literal("ed25519"),
  publicKey: Schema.String,
  signature: Schema.String,
  sha256: Schema.String,
  sealedAt: Instant,
})
/** The court's signature over a text, with the key that made it and the hash of what was signed. */
export type Seal = typeof SealSchema.Type
/** The seals of a court, each under the id by which a record names its seal (Rule 5.4). */
export const Seals = Kind.make<Seal>({ name: "seal", schema: SealSchema, id: (seal) => seal.id })

/** The key could not be reached or did not sign. Nothing was recorded. */
export class NotaryUnavailable extends Data.TaggedError("NotaryUnavailable")<{ readonly cause: unknown }> {}

/** Signs with the court's seal. The key stays with the host, outside every store. */
export interface NotaryService {
  readonly sign: (
    payload: string,
  ) => Effect.Effect<
    { readonly publicKey: string; readonly signature: string; readonly sha256: string },
    NotaryUnavailable
  >
}
/** The port that signs records. `Keys` of `agent-court/adapters/keys` fills it. */
export class Notary extends Context.Tag("agent-court/Notary")<Notary, NotaryService>() {}

/**
 * Hashes texts under a secret key of the court, for texts that could be guessed from a plain hash, such as an e-mail address. The key
 * stays with the host, outside every store: a reader of the store can neither tell the text nor test a guess.
 */
export interface KeyedService {
  /** 64 hexadecimal characters; the same text gives the same hash as long as the court exists. */
  readonly hash: (text: string) => string
}
/** The port that hashes with a secret key, so that no reader of the store can test a guess. */
export class Keyed extends Context.Tag("agent-court/Keyed")<Keyed, KeyedService>() {}

/** The body of `/.well-known/jwks.json`: the key that signs now, and the keys that signed before (RFC 7517, RFC 8037). */
export interface JwksDocument {
  readonly keys: ReadonlyArray<{ readonly [member: string]: string }>
}

/**
 * The checks of a JWS that can fail. `form`: it is not a compact JWS. `algorithm`: its header names neither Ed25519 (RFC 9864) nor
 * EdDSA. `key`: its header names no key of this court. `content`: it signs another value. `signature`: it does not verify.
 */
export type JwsCheck = "form" | "algorithm" | "key" | "content" | "signature"
/** Whether a signature is valid, and each check that failed. */
export type JwsVerdict = { readonly valid: boolean; readonly failed: ReadonlyArray<JwsCheck> }

/** The words for each check of a signature that failed. */
export const jwsFailures: Readonly<Record<JwsCheck, string>> = {
  form: "the signature is no compact JWS",
  algorithm: "the algorithm is not Ed25519",
  key: "the court does not list this key",
  signature: "the signature does not verify",
  content: "the court signed other members than these",
}

const compact = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0))
const base64urlOf = (text: string): string =>
  btoa(String.fromCharCode(...utf8ToBytes(text)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "")

const headerOf = (
  segment: string,
): { readonly alg?: unknown; readonly kid?: unknown; readonly crit?: unknown } => {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(segment))) ?? {}
  } catch {
    return {}
  }
}

const signs = (signature: string, text: string, x: string, verify: VerifyEd25519): boolean => {
  try {
    return verify(bytesOf(signature), utf8ToBytes(text), bytesOf(x))
  } catch {
    return false
  }
}

/**
 * Whether a JWS is a signature of this court over exactly this value; if not, every check that failed. `verify` may be a faster verifier
 * of the host.
 */
export const verifyJws = rule(
  ["PD17 §1"],
  (jws: string, value: Json, { keys }: JwksDocument, verify: VerifyEd25519 = verifyEd25519): JwsVerdict => {
    const [, header = "", payload = "", signature = ""] = compact.exec(jws) ?? []
    if (signature === "") return { valid: false, failed: ["form"] }
    const { alg, kid, crit } = headerOf(header)
    const key = keys.find((it) => it.kid === kid && it.kty === "OKP" && it.crv === "Ed25519")
    const checks: ReadonlyArray<JwsCheck | null> = [
      // A verifier must understand each member that `crit` names (RFC 7515); this verifier understands no such member.
      (alg === "Ed25519" || alg === "EdDSA") && crit === undefined ? null : "algorithm",
      key === undefined ? "key" : null,
      payload === base64urlOf(canonical(value)) ? null : "content",
      key === undefined || signs(signature, `${header}.${payload}`, key.x ?? "", verify) ? null : "signature",
    ]
    const failed = checks.filter((check) => check !== null)
    return { valid: failed.length === 0, failed }
  },
)
