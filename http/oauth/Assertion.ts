/**
 * The assertion that a client signs in place of a secret (RFC 7523 §2.2): a JWT that names it, this court, and a time. It is read in
 * bounded work, and the one algorithm that counts is that of the proven key, whatever the JWT says.
 */
import { Either, Schema } from "effect"
import type { checkerOf } from "../../adapters/keys/httpSignature/Verify.ts"

export const assertionCharsMax = 4_096
/** How far ahead a JWT may expire, and how wrong its clock may be, in seconds. */
const aheadSecondsMax = 600
const skewSeconds = 60

const text = Schema.NonEmptyString.pipe(Schema.maxLength(500))
const Header = Schema.parseJson(
  Schema.Struct({ alg: text, kid: Schema.optional(text), crit: Schema.optional(Schema.Unknown) }),
)
const Claims = Schema.parseJson(
  Schema.Struct({
    iss: text,
    sub: text,
    aud: Schema.Union(text, Schema.Tuple(text)),
    exp: Schema.Number,
    nbf: Schema.optional(Schema.Number),
    iat: Schema.optional(Schema.Number),
    jti: text,
  }),
)
const decodeHeader = Schema.decodeUnknownEither(Header)
const decodeClaims = Schema.decodeUnknownEither(Claims)
const compact = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/

/** The claims that a client signed to get a token. They expire at `expires`, in seconds since 1970. */
export interface Assertion {
  readonly alg: string
  /** The name of the key: `kid`, or the client itself if it is named by its key. */
  readonly keyid: string
  readonly client: string
  readonly jti: string
  readonly expires: number
  readonly signed: string
  readonly signature: Uint8Array
}

const open = (part: string): string => Buffer.from(part, "base64url").toString()

const timely = ({ exp, nbf, iat }: typeof Claims.Type, now: number): boolean =>
  exp > now - skewSeconds &&
  exp <= now + aheadSecondsMax &&
  (nbf ?? now) <= now + skewSeconds &&
  (iat ?? now) <= now + skewSeconds

/** Reads an assertion that is made out to one of these audiences; Left says what is wrong with it. */
export const readAssertion = (
  jwt: string,
  audiences: ReadonlyArray<string>,
  nowMs: number,
): Either.Either<Assertion, string> => {
  const [, head = "", body = "", signature = ""] =
    jwt.length > assertionCharsMax ? [] : (compact.exec(jwt) ?? [])
  const header = decodeHeader(open(head))
  const claims = decodeClaims(open(body))
  if (Either.isLeft(header) || Either.isLeft(claims) || header.right.crit !== undefined)
    return Either.left("client_assertion must be a signed JWT with alg, iss, sub, aud, exp and jti")
  const { iss, sub, aud, jti, exp } = claims.right
  const [audience] = typeof aud === "string" ? [aud] : aud
  if (iss !== sub) return Either.left("iss and sub of the assertion must both be the client")
  if (!audiences.includes(audience))
    return Either.left(`aud of the assertion must be ${audiences.join(" or ")}, and nothing else`)
  if (!timely(claims.right, nowMs / 1_000))
    return Either.left(
      `the assertion must be of this time, with an exp at most ${aheadSecondsMax} seconds ahead`,
    )
  return Either.right({
    alg: header.right.alg,
    keyid: header.right.kid ?? sub,
    client: sub,
    jti,
    expires: exp,
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, "base64url"),
  })
}

/** The names that JOSE has for the algorithm of each kind of key. */
export const algorithms = {
  ed25519: ["EdDSA", "Ed25519"],
  "ecdsa-p256-sha256": ["ES256"],
} as const

/** Whether this key has signed the assertion, by its own algorithm. */
export const isSignedBy = (
  { alg, signed, signature }: Assertion,
  checker: ReturnType<typeof checkerOf>,
): boolean =>
  checker !== null &&
  algorithms[checker.algorithm].some((name) => name === alg) &&
  checker.check(signed, signature)
