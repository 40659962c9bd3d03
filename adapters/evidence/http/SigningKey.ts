/** Whose key a signature of a request names: by `keyid`, or by `keyid` in the directory that `Signature-Agent` names. */
import type { PublicJwk } from "../../../core/proofs/index.ts"
import { type Item, isList, parseDictionary } from "../../keys/httpSignature/StructuredFields.ts"
import * as KeySet from "../../keys/public/KeySet.ts"
import * as Did from "../Did.ts"
import { fingerprintOf, jwkOf } from "../Key.ts"
import { listOf, parseMembers } from "../Read.ts"
import type { Documents } from "../Verifier.ts"
import { nameOrQuote, quote } from "../Words.ts"
import { type Request, type Signature, textIn } from "./Request.ts"

const directory = "/.well-known/http-message-signatures-directory"
/** A directory lists the few keys of one host. No more of them are tried. */
const keysMax = 64

/** The covered component `signature-agent`. */
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

/** The address of the document that lists the key; none if the key names itself, or is not named. */
export const needs = (request: Request, signature: Signature): ReadonlyArray<string> => {
  const said = Did.read(textIn(signature, "keyid") ?? "")
  if (said.kind === "published") return [said.place.url]
  const agent = directoryOf(request, signature)
  return agent === null ? [] : [agent.href]
}

export interface SigningKey {
  readonly name: string
  readonly jwk: PublicJwk | null
  /** The host that answers for the key; null if none does. */
  readonly host: string | null
  /** Why there is no key. */
  readonly why: string
}

const inDirectory = (url: URL, keyid: string, documents: Documents): SigningKey => {
  const name = `${url.href}#${keyid}`
  const document = documents.get(url.href)
  if (document === undefined || document.text === null)
    return { name, jwk: null, host: null, why: `The directory ${nameOrQuote(url.href)} could not be read.` }
  const set = parseMembers(document.text) ?? {}
  const byThumbprint = () =>
    listOf(set, "keys")
      .slice(0, keysMax)
      .map(jwkOf)
      .find((it) => it !== null && fingerprintOf(it) === `jwk:${keyid}`)
  const jwk = KeySet.keyIn(set, keyid, jwkOf) ?? byThumbprint() ?? null
  const why = `The directory ${nameOrQuote(url.href)} does not list the key.`
  return { name, jwk, host: jwk === null ? null : url.host, why }
}

export const find = (request: Request, signature: Signature, documents: Documents): SigningKey => {
  const keyid = textIn(signature, "keyid") ?? ""
  const said = Did.read(keyid)
  if (said.kind === "key") return { name: said.name, jwk: said.jwk, host: null, why: "" }
  if (said.kind === "published") {
    const document = documents.get(said.place.url)
    const jwk =
      document === undefined || document.text === null ? null : Did.findListedKey(document.text, said.name)
    const why = `${nameOrQuote(said.place.url)} could not be read, or does not list the key.`
    return { name: said.name, jwk, host: jwk === null ? null : said.place.host, why }
  }
  const agent = directoryOf(request, signature)
  if (agent !== null) return inDirectory(agent, keyid, documents)
  const why = `The keyid ${quote(keyid)} is no DID URL and no address.`
  return { name: keyid, jwk: null, host: null, why }
}
