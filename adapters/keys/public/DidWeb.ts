/** Documents of `did:web` (W3C CCG): where one stands, and the key that it lists under a DID URL. */
import { Either, Schema } from "effect"
import type { ProvenKey } from "../../../core/proofs/index.ts"
import { ofMultibase } from "./DidKey.ts"
import * as Jwk from "./Jwk.ts"

/** A host of plain labels. Of what a path may percent-encode, a tilde alone can't lead to another folder or be spelled plainly. */
const did =
  /^did:web:([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)((?:%3A\d{1,5})?)((?::(?!\.+(?::|$))(?:[A-Za-z0-9._-]|%7E)+)*)$/i

/** The address of the document of a `did:web`, with or without a fragment; null if the name is not a `did:web`. */
export const documentUrl = (name: string): string | null => {
  const [, host, port = "", path = ""] = did.exec(name.replace(/#.*$/, "")) ?? []
  if (host === undefined) return null
  const folder = path === "" ? "/.well-known" : path.replaceAll(":", "/")
  return URL.parse(`https://${host}${port.replace(/%3A/i, ":")}${folder}/did.json`)?.href ?? null
}

const Method = Schema.Struct({
  id: Schema.String,
  publicKeyJwk: Schema.optional(Schema.Unknown),
  publicKeyMultibase: Schema.optional(Schema.String),
})
const Methods = Schema.optional(Schema.Array(Schema.Unknown))
/** The lists by which a document says the purpose of its keys. Methods stand here, or the names of methods. */
const forSigning = ["assertionMethod", "authentication"] as const
const forOthers = ["keyAgreement", "capabilityInvocation", "capabilityDelegation"] as const
/** Methods stand in their own list, or inside what they are for. */
const Document = Schema.Struct({
  id: Schema.String,
  verificationMethod: Methods,
  assertionMethod: Methods,
  authentication: Methods,
  keyAgreement: Methods,
  capabilityInvocation: Methods,
  capabilityDelegation: Methods,
})
const decode = Schema.decodeUnknownEither(Document)
const decodeMethod = Schema.decodeUnknownOption(Method)

/** The port of a name in its one spelling: `%3a` is `%3A`. */
const spell = (name: string): string => name.replace(/^(did:web:[^:#%]+)%3a/, "$1%3A")

const keyOfMethod = (
  { publicKeyJwk, publicKeyMultibase }: typeof Method.Type,
  read: typeof Jwk.read,
): ProvenKey.PublicJwk | null => {
  if (publicKeyJwk !== undefined) return publicKeyMultibase === undefined ? read(publicKeyJwk) : null
  return publicKeyMultibase === undefined ? null : ofMultibase(publicKeyMultibase)
}

/** The full name of a method of a subject, from its own name or a relative one. */
const nameIn = (subject: string, id: string): string => (id.startsWith("#") ? `${subject}${id}` : spell(id))

/** The lists of a document about its own subject, as the name has it; null if the value is not a document, or is about another subject. */
const listsOf = (document: unknown, name: string) => {
  const decoded = decode(document)
  const spelt = spell(name)
  const subject = spelt.replace(/#.*$/, "")
  if (Either.isLeft(decoded) || spell(decoded.right.id) !== subject) return null
  const lists = decoded.right
  const methodsIn = (list: keyof typeof Document.Type) => {
    const all = lists[list]
    return (typeof all === "object" ? all : []).flatMap((method) => {
      const found = decodeMethod(method)
      return found._tag === "Some" && nameIn(subject, found.value.id) === spelt ? [found.value] : []
    })
  }
  const has = (list: keyof typeof Document.Type): boolean => {
    const all = lists[list]
    return (
      methodsIn(list).length > 0 ||
      (typeof all === "object" &&
        all.some((one) => typeof one === "string" && nameIn(subject, one) === spelt))
    )
  }
  return { methodsIn, has }
}

/**
 * Whether a document lists a key for other purposes alone, such as the agreement on keys for encryption. Such a key signs nothing for
 * its subject. A key for which a document states no purpose may sign.
 */
const isForOthers = (lists: NonNullable<ReturnType<typeof listsOf>>): boolean =>
  forOthers.some(lists.has) && !forSigning.some(lists.has)

/** Why a key that stands in a document can't sign for its subject, as the end of a sentence; null if the document gives no reason. */
export const whyNotSigning = (document: unknown, name: string): string | null => {
  const lists = listsOf(document, name)
  if (lists === null || !isForOthers(lists)) return null
  const [named = ""] = forOthers.filter(lists.has)
  return `lists it under ${named} alone, where no key signs; a key that signs stands under assertionMethod or authentication`
}

/**
 * The one key that a document lists under a DID URL; null if it lists no key or several, or a key that doesn't sign, or
 * that the court doesn't verify by. `read` may be a reader that remembers keys.
 */
export const keyIn = (
  document: unknown,
  name: string,
  read: typeof Jwk.read = Jwk.read,
): ProvenKey.PublicJwk | null => {
  const lists = listsOf(document, name)
  if (lists === null || isForOthers(lists)) return null
  const [first, second] = (["verificationMethod", ...forSigning] as const).flatMap(lists.methodsIn)
  return first === undefined || second !== undefined ? null : keyOfMethod(first, read)
}
