/** Documents of `did:web` (W3C CCG): where one stands, and the key that it lists under a DID URL. */
import { Either, Schema } from "effect"
import type { PublicJwk } from "../../../core/proofs/index.ts"
import { ofMultibase } from "./DidKey.ts"
import * as Jwk from "./Jwk.ts"

/** A host of plain labels. Of what a path may percent-encode, a tilde alone can't lead to another folder or be spelled plainly. */
const did =
  /^did:web:([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)((?:%3A\d{1,5})?)((?::(?!\.+(?::|$))(?:[A-Za-z0-9._-]|%7E)+)*)$/i

/** The address of the document of a `did:web`, with or without a fragment; null if it is none. */
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
/** Methods stand in their own list, or inside what they are for. */
const Document = Schema.Struct({
  id: Schema.String,
  verificationMethod: Methods,
  assertionMethod: Methods,
  authentication: Methods,
})
const decode = Schema.decodeUnknownEither(Document)
const decodeMethod = Schema.decodeUnknownOption(Method)

/** The port of a name in its one spelling: `%3a` is `%3A`. */
const spell = (name: string): string => name.replace(/^(did:web:[^:#%]+)%3a/, "$1%3A")

const keyOfMethod = (
  { publicKeyJwk, publicKeyMultibase }: typeof Method.Type,
  read: typeof Jwk.read,
): PublicJwk | null => {
  if (publicKeyJwk !== undefined) return publicKeyMultibase === undefined ? read(publicKeyJwk) : null
  return publicKeyMultibase === undefined ? null : ofMultibase(publicKeyMultibase)
}

/**
 * The one key that a document lists under a DID URL; null if it lists none, several, or none that the court verifies. `read` may be a
 * reader that remembers keys.
 */
export const keyIn = (
  document: unknown,
  name: string,
  read: typeof Jwk.read = Jwk.read,
): PublicJwk | null => {
  const decoded = decode(document)
  const spelt = spell(name)
  const subject = spelt.replace(/#.*$/, "")
  if (Either.isLeft(decoded) || spell(decoded.right.id) !== subject) return null
  const { verificationMethod = [], assertionMethod = [], authentication = [] } = decoded.right
  const methods = [...verificationMethod, ...assertionMethod, ...authentication]
  const [first, second] = methods.flatMap((method) => {
    const found = decodeMethod(method)
    if (found._tag === "None") return []
    const id = found.value.id.startsWith("#") ? `${subject}${found.value.id}` : spell(found.value.id)
    return id === spelt ? [found.value] : []
  })
  return first === undefined || second !== undefined ? null : keyOfMethod(first, read)
}
