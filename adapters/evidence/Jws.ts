/**
 * JSON Web Signatures in their compact form (RFC 7515): their parts, the key that each names, whether that key signed, and what the payload
 * says.
 */

import { createHash } from "node:crypto"
import type { ProvenKey } from "../../core/proofs/index.ts"
import * as Did from "./Did.ts"
import { isByAddress } from "./Evm.ts"
import { fingerprintOf, isBy, isRead, jwkOf, suits } from "./Key.ts"
import {
  bytesOf,
  decodeUtf8,
  isMembers,
  type Members,
  parseJson,
  parseMembers,
  textOf,
  textOfBase64url,
} from "./Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
  type Documents,
  type ExaminedSigner,
  fails,
  notExpired,
  type Statement,
  type Verifier,
} from "./Verifier.ts"
import { instantOf, nameOrQuote, quote, show } from "./Words.ts"

/** The parts of a JWS. The payload is undefined if it is not UTF-8, and `input` is what was signed. */
export interface Jws {
  readonly header: Members
  readonly payload: string | undefined
  readonly signature: Uint8Array
  readonly input: string
}

export const isCompact = (text: string): boolean =>
  /^[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/.test(text)

/** The parts of a JWS; null if the text is not one. */
export const parse = (text: string): Jws | null => {
  if (!isCompact(text)) return null
  const [first = "", second = "", third = ""] = text.split(".")
  const header = parseMembers(textOfBase64url(first) ?? "")
  const [payload, signature] = [bytesOf(second), bytesOf(third)]
  if (header === undefined || textOf(header, "alg") === undefined) return null
  if (payload === undefined || signature === undefined) return null
  return { header, payload: decodeUtf8(payload), signature, input: `${first}.${second}` }
}

/** The SHA-256 of what a token says, in hexadecimal. It is the same however the signature is written: in both halves of s, and with any unused bits of base64url. */
export const hashOfPayload = ({ payload = "" }: Pick<Jws, "payload">): string =>
  createHash("sha256").update(payload).digest("hex")

/** The name under which the header says that its key is known: `kid`, or `kid` in the set at `jku`. */
const nameIn = (header: Members): string => {
  const [kid, jku] = [textOf(header, "kid"), textOf(header, "jku")]
  return jku === undefined || kid?.startsWith("did:") === true ? (kid ?? "") : `${jku}#${kid ?? ""}`
}

/** The addresses of the documents that list the key. */
export const needs = ({ header }: Pick<Jws, "header">): ReadonlyArray<string> =>
  Did.documentsOf(nameIn(header))

interface Expected {
  readonly role: string
  readonly signedAt: number | null
  /** The host for which the signer has to speak; null if it speaks for no host. */
  readonly host: string | null
  /** The key that must have signed, if that is settled already. */
  readonly key?: ProvenKey.PublicJwk
  readonly forbidden?: { readonly algorithms: ReadonlyArray<string>; readonly why: string }
}

interface Signed {
  readonly signer: ExaminedSigner
  readonly checks: ReadonlyArray<Check>
}

type Published = Extract<ReturnType<typeof Did.read>, { readonly kind: "published" }>

interface Found {
  /** The name of the key; or its fingerprint, if neither the name itself nor anything outside the artifact says that it is the key's. */
  readonly key: string
  readonly jwk: ProvenKey.PublicJwk | null
  readonly address: string | null
  readonly host: string | null
  readonly checks: ReadonlyArray<Check>
}

const nobody = (key: string, ...checks: ReadonlyArray<Check>): Found => ({
  key,
  jwk: null,
  address: null,
  host: null,
  checks,
})

const possession = "The header carries the key itself. That shows possession, and never authority."

const checkCarriedKey = (
  own: ProvenKey.PublicJwk | null,
  carried: ProvenKey.PublicJwk | null,
): ReadonlyArray<Check> =>
  own === null || carried === null
    ? []
    : [
        checkOf(
          "key_matches",
          fingerprintOf(own) === fingerprintOf(carried),
          "The key in the header is the key that kid names.",
          "The key in the header is not the key that kid names.",
        ),
      ]

/**
 * The keys that a published name may mean: the key that its document lists now, and the keys that agents have proven under it. Whoever
 * takes a document away or changes it has not unsaid what it signed.
 */
const publishedKeys = (
  { name, place }: Published,
  documents: Documents,
): ReadonlyArray<ProvenKey.PublicJwk> => {
  const document = documents.get(place.url)
  const listed =
    document === undefined || document.text === null ? null : Did.findListedKey(document.text, name)
  return [...(listed === null ? [] : [listed]), ...Did.keysProvenUnder(name, documents)]
}

/** The key that signed, by what the header says and the documents list. `isSigner` tells it among several. */
const find = (
  header: Members,
  documents: Documents,
  isSigner: (jwk: ProvenKey.PublicJwk) => boolean,
): Found => {
  const carried = jwkOf(header.jwk)
  const said = nameIn(header)
  const name = Did.read(said)
  if (name.kind === "key") {
    const { jwk } = name
    return { key: name.name, jwk, address: null, host: null, checks: checkCarriedKey(jwk, carried) }
  }
  if (name.kind === "address")
    return { key: name.name, jwk: null, address: name.address, host: null, checks: [] }
  if (name.kind === "published") {
    const document = documents.get(name.place.url)
    const keys = publishedKeys(name, documents)
    const jwk = keys.find(isSigner) ?? keys[0]
    if (jwk !== undefined) {
      const { place, name: key } = name
      return { key, jwk, address: null, host: place.host, checks: checkCarriedKey(jwk, carried) }
    }
    const reason =
      document === undefined || document.text === null
        ? `${nameOrQuote(name.place.url)} could not be read: ${document === undefined ? "it was not fetched" : document.why}.`
        : `${nameOrQuote(name.place.url)} ${Did.whyNotSigning(document.text, name.name) ?? `does not list the key ${nameOrQuote(name.name)}`}.`
    if (carried === null) return nobody(name.name, fails("key_published", reason))
    const checks = [fails("key_published", `${reason} ${possession}`)]
    return { key: fingerprintOf(carried), jwk: carried, address: null, host: null, checks }
  }
  if (carried !== null) {
    const checks = [fails("key_published", `Nothing but the artifact names its key. ${possession}`)]
    return { key: fingerprintOf(carried), jwk: carried, address: null, host: null, checks }
  }
  const certificates =
    header.x5c === undefined && header.x5u === undefined ? "" : " Certificates are not read."
  const kid =
    said === "" ? "The header names no key." : `The kid ${quote(said)} is no DID URL and no address.`
  return nobody(said, fails("key_published", `${kid}${certificates}`))
}

const algorithmCheck = ({ header }: Jws, { forbidden }: Expected, jwk: ProvenKey.PublicJwk | null): Check => {
  const alg = textOf(header, "alg") ?? ""
  // A verifier must understand each member that `crit` names (RFC 7515); this verifier understands no such member.
  if (header.crit !== undefined) return fails("algorithm", "The header has crit, whose members are not read.")
  if (alg.toLowerCase() === "none") return fails("algorithm", "Its alg says that nobody signed it.")
  if (!isRead(alg)) return fails("algorithm", `The algorithm ${nameOrQuote(alg)} is not read.`)
  if (forbidden?.algorithms.includes(alg) === true) return fails("algorithm", forbidden.why)
  return checkOf(
    "algorithm",
    jwk === null || suits(alg, jwk),
    `The algorithm is ${nameOrQuote(alg)}.`,
    `The algorithm ${nameOrQuote(alg)} is not one for this key.`,
  )
}

const isSignedBy = ({ header, input, signature }: Jws, { jwk, address }: Found): boolean => {
  const data = Buffer.from(input)
  if (jwk !== null) return isBy({ algorithm: textOf(header, "alg") ?? "", data, signature }, jwk)
  if (address === null || textOf(header, "alg") !== "ES256K" || signature.length !== 64) return false
  return isByAddress(createHash("sha256").update(data).digest(), signature, address)
}

const fingerprint = ({ jwk, address }: Found): string => {
  if (jwk !== null) return fingerprintOf(jwk)
  return address === null ? "unknown" : `evm:${address.toLowerCase()}`
}

/** Who signed a JWS, and the checks of the signature. */
export const examine = (jws: Jws, documents: Documents, expected: Expected): Signed => {
  const { role, signedAt, host, key } = expected
  const isSigner = (jwk: ProvenKey.PublicJwk) => isSignedBy(jws, { ...nobody(""), jwk })
  const found: Found =
    key === undefined
      ? find(jws.header, documents, isSigner)
      : { key: fingerprintOf(key), jwk: key, address: null, host: null, checks: [] }
  const algorithm = algorithmCheck(jws, expected, found.jwk)
  const known = found.jwk !== null || found.address !== null
  const valid = algorithm.holds && isSignedBy(jws, found)
  const signature = known
    ? checkOf(
        "signature",
        valid,
        `The signature is by the key ${nameOrQuote(found.key)}.`,
        `The signature is not by the key ${nameOrQuote(found.key)}.`,
      )
    : fails("signature", "Without its key the signature can't be checked.")
  const entitled = found.host !== null && found.host === host
  return {
    signer: {
      role,
      key: found.key,
      fingerprint: fingerprint(found),
      valid,
      signedAt,
      entitled: entitled ? "host" : null,
      host: entitled ? host : null,
    },
    checks: [signature, algorithm, ...found.checks],
  }
}

/** Whether the payload is itself a JWS: who signed the outer one has not said what the inner one says. */
const checkNesting = (payload: string | undefined): ReadonlyArray<Check> =>
  payload !== undefined && isCompact(payload.trim())
    ? [fails("not_nested", "Its payload is another signed token. Present that token by itself.")]
    : []

const statementOf = (payload: string): ReadonlyArray<Statement> => {
  const value = parseJson(payload)
  if (!isMembers(value)) return [{ by: "signer", text: `Token: ${quote(payload)}.` }]
  return Object.entries(value).map(([name, member]) => ({
    by: "signer",
    text: `Token: ${quote(name)} is ${show(member)}.`,
  }))
}

const claims = (payload: string | undefined): Members => {
  const value = payload === undefined ? undefined : parseJson(payload)
  return isMembers(value) ? value : {}
}

const unreadable: Check = fails("payload", "The payload is not UTF-8 text.")

export const jws: Verifier = {
  format: "jws",
  open: ({ text }) => {
    const token = parse(text.trim())
    if (token === null) return null
    const { iat, exp } = claims(token.payload)
    return {
      needs: needs(token),
      examine: (documents, now) => {
        const { signer, checks } = examine(token, documents, {
          role: "signer",
          signedAt: instantOf(iat),
          host: null,
        })
        const nested = checkNesting(token.payload)
        const said = cutToBounds(
          token.payload === undefined || nested.length > 0 ? [] : statementOf(token.payload),
        )
        return {
          signers: [signer],
          checks: [
            ...checks,
            ...nested,
            ...(token.payload === undefined ? [unreadable] : []),
            ...clock(iat, now),
            ...notExpired(exp, now),
            ...said.checks,
          ],
          statement: said.statement,
        }
      },
    }
  },
}
