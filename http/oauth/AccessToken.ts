/**
 * Access tokens: `adt_`, what they say in base64url, and an HMAC of it under a secret of the court. They hold no right of their own: each
 * names the key that asked for it, which is looked up at every request, so a token ends with its key. Nothing is stored. A MAC is used in
 * place of a JWS, so that nothing else that the court signs can pass for a token, and no token for a document of the court.
 */
import { timingSafeEqual } from "node:crypto"
import { Either, Schema } from "effect"
import type { KeysService } from "../../adapters/keys/Keys.ts"
import { isPlace, type Place } from "./Resource.ts"

export const lifetimeSeconds = 600

const prefix = "adt_"
/** Keeps these texts apart from everything else under the same secret. */
const purpose = "agent-court access token 1\n"
const form = /^adt_([A-Za-z0-9_-]{1,900})\.([0-9a-f]{64})$/

/** The key that asked for a token: an API key by its id, or a proven key by its name. */
export type Grantee = { readonly credential: string } | { readonly keyid: string }

export interface AccessToken {
  readonly grantee: Grantee
  readonly resource: Place
  /** Tells apart two tokens that say the same otherwise, for a link that serves once. */
  readonly nonce?: string
  /** In seconds since 1970, by the clock of the machine. */
  readonly expires: number
}

type Hash = Pick<KeysService, "keyedHash">

const Claims = Schema.parseJson(
  Schema.Struct({
    k: Schema.Literal("credential", "keyid"),
    n: Schema.String,
    r: Schema.String.pipe(Schema.filter(isPlace)),
    e: Schema.Int,
    u: Schema.optionalWith(Schema.String, { exact: true }),
  }),
)
const decode = Schema.decodeUnknownEither(Claims)

/** Whether a bearer is meant to be a token, and no API key. */
export const isToken = (secret: string): boolean => secret.startsWith(prefix)

export const writeToken = (
  { keyedHash }: Hash,
  { grantee, resource, expires, nonce }: AccessToken,
): string => {
  const [kind, name] = "credential" in grantee ? ["credential", grantee.credential] : ["keyid", grantee.keyid]
  const claims = { k: kind, n: name, r: resource, e: expires, ...(nonce === undefined ? {} : { u: nonce }) }
  const said = Buffer.from(JSON.stringify(claims)).toString("base64url")
  return `${prefix}${said}.${keyedHash(purpose + said)}`
}

/** The content of a token; null if the token is not of this court, or has expired. */
export const readToken = ({ keyedHash }: Hash, text: string, nowMs: number): AccessToken | null => {
  const [, said, mac] = form.exec(text) ?? []
  if (said === undefined || mac === undefined) return null
  if (!timingSafeEqual(Buffer.from(mac, "hex"), Buffer.from(keyedHash(purpose + said), "hex"))) return null
  const claims = decode(Buffer.from(said, "base64url").toString())
  if (Either.isLeft(claims) || claims.right.e * 1_000 <= nowMs) return null
  const { k, n, r, e } = claims.right
  return { grantee: k === "credential" ? { credential: n } : { keyid: n }, resource: r, expires: e }
}
