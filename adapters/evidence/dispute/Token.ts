/** The tokens of dispute evidence: the dispute, and the grant, the receipt and the request for payment within it. */
import { createHash } from "node:crypto"
import * as Did from "../Did.ts"
import * as Jws from "../Jws.ts"
import { fingerprintOf, jwkOf } from "../Key.ts"
import { isMembers, listOf, type Members, parseMembers, textOf } from "../Read.ts"
import { type Check, type Documents, type ExaminedSigner, fails, placeChecks } from "../Verifier.ts"
import { instantOf } from "../Words.ts"

export interface Token {
  readonly text: string
  readonly jws: Jws.Jws
  readonly claims: Members
}

/** The token in a text; null if the text is not one, or its payload is not an object of JSON. */
export const readToken = (text: string | undefined): Token | null => {
  const jws = text === undefined ? null : Jws.parse(text)
  const claims = parseMembers(jws?.payload ?? "")
  return text === undefined || jws === null || claims === undefined ? null : { text, jws, claims }
}

/** The reference by which the draft names a token: the SHA-256 of its text, in base64url. */
export const referenceOf = ({ text }: Token): string => createHash("sha256").update(text).digest("base64url")

/** The SHA-256 of the text of a token, in hexadecimal, as the Register of Dealings has it. */
export const sha256Of = ({ text }: Token): string => createHash("sha256").update(text).digest("hex")

/** The instant at which a token was signed, as it says: receipts of x402 write `issuedAt`. Null if it does not say. */
export const signedAtOf = ({ claims }: Token): number | null => instantOf(claims.iat ?? claims.issuedAt)

const namesItself = /^did:(?:key|jwk|pkh):/

/** The name of the key that the draft means: `kid` is the thumbprint of a key of the issuer, and a full name stays as it is. */
const nameOf = ({ jws: { header }, claims }: Token): string => {
  const kid = textOf(header, "kid") ?? ""
  const issuer = textOf(claims, "iss") ?? ""
  if (kid.startsWith("did:") || /^https?:/.test(kid)) return kid
  return namesItself.test(issuer) ? issuer : `${issuer}#${kid}`
}

/** The name of the method of a document that has the key with this thumbprint; undefined if it has no such key. */
const methodWith = (thumbprint: string, text: string): string | undefined => {
  const found = listOf(parseMembers(text) ?? {}, "verificationMethod").find((method) => {
    const jwk = isMembers(method) ? jwkOf(method.publicKeyJwk) : null
    return jwk !== null && fingerprintOf(jwk) === `jwk:${thumbprint}`
  })
  return isMembers(found) ? textOf(found, "id") : undefined
}

/** The name of a key as its document lists it: a document may give a key another name than its thumbprint. */
const listedName = (name: string, documents: Documents): string => {
  const read = Did.read(name)
  if (read.kind !== "published" || !name.startsWith("did:")) return name
  const text = documents.get(read.place.url)?.text ?? null
  if (text === null || Did.findListedKey(text, name) !== null) return name
  const id = methodWith(name.slice(name.indexOf("#") + 1), text)
  if (id === undefined) return name
  return id.startsWith("#") ? `${name.slice(0, name.indexOf("#"))}${id}` : id
}

/** A token under the full name of its key. Its signature covers the header as it was written. */
const withName = ({ jws }: Token, kid: string): Jws.Jws => ({ ...jws, header: { ...jws.header, kid } })

export const needsOf = (token: Token): ReadonlyArray<string> => Jws.needs(withName(token, nameOf(token)))

export const examineToken = (
  token: Token,
  place: string,
  role: string,
  documents: Documents,
): { readonly signer: ExaminedSigner; readonly checks: ReadonlyArray<Check> } => {
  const name = listedName(nameOf(token), documents)
  const signedAt = signedAtOf(token)
  const { signer, checks } = Jws.examine(withName(token, name), documents, { role, signedAt, host: null })
  const whole = "crit" in token.claims ? [fails("crit", "It has crit, whose members are not read.")] : []
  return { signer, checks: placeChecks(place, [...checks, ...whole]) }
}
