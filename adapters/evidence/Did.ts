/** The names of keys: DID URLs and addresses of key sets. They lead to the documents that list the keys, and to the key that is meant. */
import type { ProvenKey } from "../../core/proofs/index.ts"
import * as DidKey from "../keys/public/DidKey.ts"
import * as DidWeb from "../keys/public/DidWeb.ts"
import * as KeySet from "../keys/public/KeySet.ts"
import { didJwkKey, jwkOf } from "./Key.ts"
import { parseJson, parseMembers, rememberByText } from "./Read.ts"
import { type Documents, provenKeysOf } from "./Verifier.ts"

interface Place {
  readonly url: string
  /** The host that answers for what stands there; null if it is a path that others than the host may write to. */
  readonly host: string | null
}

/** The document of a `did:web`; null if the text is not a `did:web`. It answers for its host if it is the host's own. */
export const didWebPlace = (did: string): Place | null => {
  const url = URL.parse(DidWeb.documentUrl(did) ?? "")
  if (url === null) return null
  return { url: url.href, host: url.pathname === "/.well-known/did.json" ? url.host : null }
}

/** A program beside a sandbox. The way out goes there only if the operator has allowed it. */
const isLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost")

/**
 * The place of a key set at an https address. A set answers for its host if it stands under `/.well-known`: any other path may be that
 * of a tenant.
 */
export const keySetPlace = (address: string): Place | null => {
  const url = URL.parse(address)
  if (url === null || url.username !== "" || url.password !== "") return null
  if (url.protocol !== "https:" && !isLocal(url)) return null
  url.hash = ""
  const ofHost = /^\/\.well-known\/[^/]+$/.test(url.pathname) && url.search === ""
  return { url: url.href, host: ofHost ? url.host : null }
}

const splitFragment = (name: string): readonly [string, string | undefined] => {
  const at = name.indexOf("#")
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)]
}

/** The key as its name alone gives it: the key itself, an address of an EVM chain, or the place where it is published. */
type Named =
  | { readonly kind: "key"; readonly name: string; readonly jwk: ProvenKey.PublicJwk }
  | { readonly kind: "address"; readonly name: string; readonly address: string }
  | { readonly kind: "published"; readonly name: string; readonly place: Place }
  | { readonly kind: "unknown" }

const didKeys = rememberByText<ProvenKey.PublicJwk | null>()
const unknown: Named = { kind: "unknown" }
const longest = 2_000

/** The key that a text names. `did:key` and `did:jwk` are keys, `did:pkh` is an address, `did:web` and https addresses are published. */
export const read = (text: string): Named => {
  if (text.length > longest) return unknown
  const [base, fragment] = splitFragment(text)
  const [, method, id = ""] = base.split(":")
  if (base.startsWith("did:key:")) {
    const jwk = didKeys(text, () => DidKey.keyOf(text))
    return jwk === null ? unknown : { kind: "key", name: `${base}#${id}`, jwk }
  }
  if (base.startsWith("did:jwk:")) {
    const jwk = didJwkKey(id)
    return jwk === null ? unknown : { kind: "key", name: `${base}#0`, jwk }
  }
  const account = /^did:pkh:(eip155:\d{1,16}:(0x[0-9a-fA-F]{40}))$/.exec(base)
  if (account !== null) return { kind: "address", name: account[1] ?? "", address: account[2] ?? "" }
  const place = method === "web" ? didWebPlace(base) : /^https?:/.test(base) ? keySetPlace(base) : null
  if (place === null || fragment === undefined || fragment === "") return unknown
  return { kind: "published", name: method === "web" ? text : `${place.url}#${fragment}`, place }
}

/** The documents without which the key of a published name can't be read: its own, and the keys that were proven under that name. */
export const documentsOf = (text: string): ReadonlyArray<string> => {
  const named = read(text)
  return named.kind === "published" ? [named.place.url, provenKeysOf(named.name)] : []
}

/** The keys that agents have proven under a name, the latest first. */
export const keysProvenUnder = (name: string, documents: Documents): ReadonlyArray<ProvenKey.PublicJwk> => {
  const text = documents.get(provenKeysOf(name))?.text ?? null
  const keys = text === null ? undefined : parseJson(text)
  return Array.isArray(keys) ? keys.flatMap((key) => jwkOf(key) ?? []) : []
}

/** The key that a document lists under a name: a DID document by the id of its methods, a key set by `kid`. */
export const findListedKey = (document: string, name: string): ProvenKey.PublicJwk | null => {
  const members = parseMembers(document)
  if (members === undefined) return null
  return name.startsWith("did:")
    ? DidWeb.keyIn(members, name, jwkOf)
    : KeySet.keyIn(members, splitFragment(name)[1] ?? "", jwkOf)
}

/** Why a key that stands in a document can't sign under its name, as the end of a sentence; null if the document gives no reason. */
export const whyNotSigning = (document: string, name: string): string | null =>
  name.startsWith("did:") ? DidWeb.whyNotSigning(parseMembers(document), name) : null
