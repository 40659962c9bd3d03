/**
 * A request as a party presents it, `{method, url, headers, body?}`, with its signatures and the key that each of them names: by `keyid`
 * alone, or by `keyid` in the directory that `Signature-Agent` names.
 */

import type { ProvenKey } from "../../../core/proofs/index.ts"
import type { Message } from "../../keys/httpSignature/SignatureBase.ts"
import { type Item, isList, type Member, parseDictionary } from "../../keys/httpSignature/StructuredFields.ts"
import * as KeySet from "../../keys/public/KeySet.ts"
import * as Did from "../Did.ts"
import { fingerprintOf, jwkOf } from "../Key.ts"
import { listOf, type Members, membersOf, parseMembers, textOf } from "../Read.ts"
import { type Documents, provenKeysOf } from "../Verifier.ts"
import { nameOrQuote, quote } from "../Words.ts"

export interface Request {
  readonly method: string
  /** Without a fragment, which no request has. */
  readonly url: URL
  /** By their names in lower case; several values of one name as RFC 9421 joins them. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | undefined
}

const joinValues = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.trim()
  const texts = Array.isArray(value) ? value.filter((it) => typeof it === "string") : []
  return texts.length === 0 ? undefined : texts.map((it) => it.trim()).join(", ")
}

const headersOf = (headers: Members): ReadonlyMap<string, string> | null => {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    const [lower, text] = [name.toLowerCase(), joinValues(value)]
    // Two spellings of one name would leave it open which value was signed.
    if (found.has(lower) || text === undefined) return null
    found.set(lower, text)
  }
  return found
}

export const read = (value: Members): Request | null => {
  const [method, url] = [textOf(value, "method"), URL.parse(textOf(value, "url") ?? "")]
  const headers = headersOf(membersOf(value, "headers") ?? {})
  if (method === undefined || url === null || headers === null) return null
  url.hash = ""
  return { method, url, headers, body: textOf(value, "body") }
}

export const messageOf = ({ method, url, headers }: Request): Message => ({
  method,
  targetUri: url.href,
  field: (name) => headers.get(name) ?? null,
})

export interface Signature {
  readonly label: string
  readonly input: Member
  readonly bytes: Uint8Array | null
}

export const signaturesMax = 3

export const signaturesOf = ({ headers }: Request): ReadonlyArray<Signature> | null => {
  const inputs = parseDictionary(headers.get("signature-input") ?? "")
  const signatures = parseDictionary(headers.get("signature") ?? "")
  if (inputs === null || signatures === null || inputs.size === 0) return null
  return [...inputs].slice(0, signaturesMax + 1).map(([label, input]) => {
    const member = signatures.get(label)
    const value = member === undefined || isList(member) ? null : member.value
    return { label, input, bytes: value instanceof Uint8Array ? value : null }
  })
}

export const textIn = ({ input }: Signature, name: string): string | undefined => {
  const value = input.parameters.get(name)
  return typeof value === "string" ? value : undefined
}

/** A parameter of a signature that is a whole number. */
export const numberIn = ({ input }: Signature, name: string): number | undefined => {
  const value = input.parameters.get(name)
  return typeof value === "number" ? value : undefined
}

const directory = "/.well-known/http-message-signatures-directory"
/** A directory lists the few keys of one host. No more of them are tried. */
const keysMax = 64

const agentIn = ({ input }: Signature): Item | undefined =>
  isList(input) ? input.items.find(({ value }) => value === "signature-agent") : undefined

const textOfMember = (field: string, name: string): string => {
  const member = parseDictionary(field)?.get(name)
  return member === undefined || isList(member) || typeof member.value !== "string" ? "" : member.value
}

/** The directory of keys that `Signature-Agent` names: a text, or a dictionary with the label of the signature. */
const directoryOf = ({ headers }: Request, signature: Signature): URL | null => {
  const [field, covered] = [headers.get("signature-agent"), agentIn(signature)]
  if (field === undefined || covered === undefined) return null
  const key = covered.parameters.get("key")
  const name = typeof key === "string" ? key : signature.label
  const text = field.startsWith('"') ? textOfMember(`agent=${field}`, "agent") : textOfMember(field, name)
  const url = URL.parse(text)
  return url?.protocol === "https:" ? new URL(directory, url) : null
}

/** The address of the document that lists the key; empty if the key names itself, or is not named. */
export const needs = (request: Request, signature: Signature): ReadonlyArray<string> => {
  const keyid = textIn(signature, "keyid") ?? ""
  const documents = Did.documentsOf(keyid)
  if (documents.length > 0) return documents
  const agent = directoryOf(request, signature)
  return agent === null ? [] : [agent.href, provenKeysOf(`${agent.href}#${keyid}`)]
}

interface SigningKey {
  readonly name: string
  readonly jwk: ProvenKey.PublicJwk | null
  /** The host that answers for the key; null if no host does. */
  readonly host: string | null
  readonly why: string
}

/** The key of a name among these keys. A document that went away or changed since does not unsay what a proven key signed. */
const keyAmong = (
  { name, host, why }: Omit<SigningKey, "jwk">,
  keys: ReadonlyArray<ProvenKey.PublicJwk>,
  isSigner: (jwk: ProvenKey.PublicJwk) => boolean,
): SigningKey => {
  const jwk = keys.find(isSigner) ?? keys[0] ?? null
  return { name, jwk, host: jwk === null ? null : host, why }
}

const textAt = (url: string, documents: Documents): string | null => documents.get(url)?.text ?? null

/** The key of a directory by its `kid`, or by its thumbprint. */
const findListed = (text: string, keyid: string): ProvenKey.PublicJwk | null => {
  const set = parseMembers(text) ?? {}
  const byThumbprint = () =>
    listOf(set, "keys")
      .slice(0, keysMax)
      .map(jwkOf)
      .find((it) => it !== null && fingerprintOf(it) === `jwk:${keyid}`)
  return KeySet.keyIn(set, keyid, jwkOf) ?? byThumbprint() ?? null
}

/** The key that signed. `isSigner` tells it among the keys that its name may mean. */
export const find = (
  request: Request,
  signature: Signature,
  documents: Documents,
  isSigner: (jwk: ProvenKey.PublicJwk) => boolean,
): SigningKey => {
  const keyid = textIn(signature, "keyid") ?? ""
  const said = Did.read(keyid)
  if (said.kind === "key") return { name: said.name, jwk: said.jwk, host: null, why: "" }
  if (said.kind === "published") {
    const { name, place } = said
    const text = textAt(place.url, documents)
    const listed = text === null ? null : Did.findListedKey(text, name)
    const why = `${nameOrQuote(place.url)} could not be read, or does not list the key.`
    const keys = [...(listed === null ? [] : [listed]), ...Did.keysProvenUnder(name, documents)]
    return keyAmong({ name, host: place.host, why }, keys, isSigner)
  }
  const agent = directoryOf(request, signature)
  if (agent !== null) {
    const name = `${agent.href}#${keyid}`
    const text = textAt(agent.href, documents)
    const listed = text === null ? null : findListed(text, keyid)
    const why =
      text === null
        ? `The directory ${nameOrQuote(agent.href)} could not be read.`
        : `The directory ${nameOrQuote(agent.href)} does not list the key.`
    const keys = [...(listed === null ? [] : [listed]), ...Did.keysProvenUnder(name, documents)]
    return keyAmong({ name, host: agent.host, why }, keys, isSigner)
  }
  const why = `The keyid ${quote(keyid)} is no DID URL and no address.`
  return { name: keyid, jwk: null, host: null, why }
}
