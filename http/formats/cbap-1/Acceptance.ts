/** The Exact Forum Acceptance of CBAP-1 (sections 5.2 to 5.4): the court says of the exact terms of one authorization that it is their forum. */
import { createHash } from "node:crypto"
import { decode, encode, Tag } from "cbor2"
import { cdeEncodeOptions } from "cbor2/encoder"
import type { Acceptance, Named } from "../Format.ts"

/** The forum role's key as COSE states it: OKP, Ed25519, and the algorithm of RFC 9864. */
export const okp = 1
export const ed25519Curve = 6
export const ed25519 = -19
const headers = { alg: 1, kid: 4 } as const
const keyMembers = { kty: 1, kid: 2, alg: 3, crv: -1, x: -2 } as const
const sign1Tag = 18

const profileVersion = 1
const exactAcceptance = 2
/** The basis of the filing window: the time of the execution. */
const executionTime = 1
const termsDomain = "agent-contestation-forum-terms-v1"
const bindingDomain = "cbap1-authorization-binding-profile-v1"

const idBytes = 16
const digestBytes = 32
const keyIdBytesMax = 64
/** The last second of the year 9999, after which no date of the court is written. */
const lastSecond = 253_402_300_799
/** The terms, their lists, the members of these, and one more as the decoder counts. */
const depthMax = 4
const termsCount = 10

const cbor = (value: unknown): Uint8Array => new Uint8Array(encode(value, cdeEncodeOptions))
const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest())
const hashOf = (domain: string, value: unknown): Uint8Array => sha256(cbor([domain, value]))

const isSame = (value: unknown, expected: unknown): boolean =>
  Buffer.compare(cbor(value), cbor(expected)) === 0
const isBytes = (value: unknown, length: number): boolean =>
  value instanceof Uint8Array && value.length === length
const isKeyId = (value: unknown): boolean => {
  const length = typeof value === "string" ? Buffer.byteLength(value) : 0
  return length >= 1 && length <= keyIdBytesMax
}
/** A time or a number of seconds. A greater number than a double holds exactly is refused. */
const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const secondsIn = (value: unknown): readonly [number, number] | null => {
  const [first, second] = Array.isArray(value) && value.length === 2 ? value : []
  return isSeconds(first) && isSeconds(second) ? [first, second] : null
}

/** The rules of the court as a policy of the profile: who may file, how, what a filing is acknowledged by, and how it is withdrawn. */
const policyOf = ({ rules }: Pick<Named, "rules">) => [
  rules.url,
  new Uint8Array(Buffer.from(rules.sha256, "hex")),
]

/** The terms as the list that they are (labels 1 to 10); null if the bytes are not such a list in Core Deterministic CBOR. */
const readTerms = (bytes: Uint8Array): ReadonlyArray<unknown> | null => {
  try {
    const value: unknown = decode(bytes, { maxDepth: depthMax, preferMap: true, rejectDuplicateKeys: true })
    const isExact = Array.isArray(value) && Buffer.compare(cbor(value), bytes) === 0
    return isExact && value.length === termsCount ? value : null
  } catch {
    return null
  }
}
/** The instants that an acceptance needs: when the validity begins, and the latest deadline of the filing window. */
type Span = { readonly notBefore: number; readonly validUntil: number }

/** Checks each member of the terms in its order (sections 5.3 and 7.1), and gives their times; or why a verifier or this court would not take them. */
const readSpan = (
  terms: ReadonlyArray<unknown>,
  { baseUrl, filing, key, ...named }: Named,
): Span | { readonly why: string } => {
  const [id, binding, trust, issuer, validity, action, forum, standing, procedure, window] = terms
  const [policy, span, filed] = [policyOf(named), secondsIn(validity), secondsIn(window)]
  if (!isBytes(id, idBytes)) return { why: `has no authorization-id of ${idBytes} bytes` }
  if (!isSame(binding, hashOf(bindingDomain, profileVersion)))
    return { why: "has another abp-digest than the one that the profile fixes" }
  if (!isBytes(trust, digestBytes)) return { why: "has no authorization-trust-profile-digest of 32 bytes" }
  if (!isKeyId(issuer)) return { why: `has no authorization-issuer-key-id of 1 to ${keyIdBytesMax} bytes` }
  if (span === null || span[0] > span[1])
    return { why: "has no authorization-validity from a time to a later one" }
  if (!isBytes(action, digestBytes)) return { why: "has no action-digest of 32 bytes" }
  if (!isSame(forum, [baseUrl, filing, key.kid]))
    return { why: "names another forum than this court and its key" }
  if (!isSame(standing, policy)) return { why: "has a standing-policy other than the rules in force" }
  if (!isSame(procedure, policy)) return { why: "has a procedure other than the rules in force" }
  if (filed === null || filed[0] !== executionTime || filed[1] === 0)
    return { why: "has no filing-window of a second or more from the execution" }
  const validUntil = span[1] + filed[1]
  return validUntil > lastSecond
    ? { why: "has a filing-window that ends after the year 9999" }
    : { notBefore: span[0], validUntil }
}

const headerOf = (kid: string): Uint8Array =>
  cbor(
    new Map<number, unknown>([
      [headers.alg, ed25519],
      [headers.kid, new Uint8Array(Buffer.from(kid))],
    ]),
  )

const keyOf = ({ kid, x }: Named["key"]): Uint8Array =>
  cbor(
    new Map<number, unknown>([
      [keyMembers.kty, okp],
      [keyMembers.kid, new Uint8Array(Buffer.from(kid))],
      [keyMembers.alg, ed25519],
      [keyMembers.crv, ed25519Curve],
      [keyMembers.x, new Uint8Array(Buffer.from(x, "base64url"))],
    ]),
  )

/** Accepts terms if the court is the forum in them and a verifier of the profile could use the acceptance; else why not. `seconds` is the time, since 1970. */
export const accept = (bytes: Uint8Array, named: Named, seconds: number): Acceptance => {
  const terms = readTerms(bytes)
  if (terms === null)
    return { why: `is no list of the ${termsCount} members of forum_terms in Core Deterministic CBOR` }
  const span = readSpan(terms, named)
  if ("why" in span) return span
  if (span.notBefore < seconds)
    return { why: "begins to be valid before the court signs, which no verifier would take (B21)" }
  const { kid } = named.key
  const policy = policyOf(named)
  const header = headerOf(kid)
  const payload = cbor(
    new Map<number, unknown>([
      [1, profileVersion],
      [2, exactAcceptance],
      [3, hashOf(termsDomain, terms)],
      [4, seconds],
      [5, span.validUntil],
      [6, policy],
      [7, policy],
      [8, seconds],
      [9, kid],
    ]),
  )
  return {
    kid,
    key: keyOf(named.key),
    signs: cbor(["Signature1", header, new Uint8Array(0), payload]),
    build: (signature) => cbor(new Tag(sign1Tag, [header, new Map(), payload, new Uint8Array(signature)])),
    validFrom: seconds,
    validUntil: span.validUntil,
  }
}
