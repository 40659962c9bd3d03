/** A request as a party presents it, and the signatures that it bears: `{method, url, headers, body?}`. */
import type { Message } from "../../keys/httpSignature/SignatureBase.ts"
import { isList, type Member, parseDictionary } from "../../keys/httpSignature/StructuredFields.ts"
import { type Members, membersOf, textOf } from "../Read.ts"

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

/** The request as what signatures cover. */
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

/** The most signatures of a message that are examined. */
const signaturesMax = 3

export const signaturesOf = ({ headers }: Request): ReadonlyArray<Signature> | null => {
  const inputs = parseDictionary(headers.get("signature-input") ?? "")
  const signatures = parseDictionary(headers.get("signature") ?? "")
  if (inputs === null || signatures === null || inputs.size === 0) return null
  return [...inputs].slice(0, signaturesMax).map(([label, input]) => {
    const member = signatures.get(label)
    const value = member === undefined || isList(member) ? null : member.value
    return { label, input, bytes: value instanceof Uint8Array ? value : null }
  })
}

/** A parameter of a signature that is a text. */
export const textIn = ({ input }: Signature, name: string): string | undefined => {
  const value = input.parameters.get(name)
  return typeof value === "string" ? value : undefined
}

/** A parameter of a signature that is a whole number. */
export const numberIn = ({ input }: Signature, name: string): number | undefined => {
  const value = input.parameters.get(name)
  return typeof value === "number" ? value : undefined
}
