/**
 * The court's signature of its own calls, by HTTP Message Signatures (RFC 9421), beside that of Standard Webhooks. `keyid` is a
 * verification method of /.well-known/did.json, so a receiver that knows the address of the court needs nothing else.
 */
import { hash } from "node:crypto"
import { Effect } from "effect"
import { baseOf, inputOf, type Message, tag } from "../keys/httpSignature/SignatureBase.ts"
import { writeList } from "../keys/httpSignature/StructuredFields.ts"

/** Signs a text that names the key. The signature is in base64. */
export type Signs = (
  textOf: (keyid: string) => string,
) => Effect.Effect<{ readonly keyid: string; readonly signature: string }>

interface Call {
  readonly url: string
  readonly body: string
  readonly headers: { readonly [name: string]: string }
  /** The time of sending by the machine's clock, in seconds. */
  readonly sentAt: number
}

const components = ["@method", "@target-uri", "content-digest", "content-type", "webhook-id"]

/** The header fields of a signed call. A call to what is no address has none; it is refused before it is sent. */
export const fields = (
  signs: Signs,
  { url, body, headers, sentAt }: Call,
): Effect.Effect<{ readonly [name: string]: string }> => {
  const targetUri = URL.parse(url)?.href.replace(/#.*$/, "")
  if (targetUri === undefined) return Effect.succeed({})
  const digest = `sha-256=:${hash("sha256", body, "base64")}:`
  const all: { readonly [name: string]: string } = { ...headers, "content-digest": digest }
  const message: Message = { method: "POST", targetUri, field: (name) => all[name] ?? null }
  const inputFor = (keyid: string) => inputOf(components, { created: sentAt, keyid, alg: "ed25519", tag })
  const textOf = (keyid: string): string => {
    const built = baseOf(message, inputFor(keyid))
    if ("missing" in built) throw new Error(`a call has no ${built.missing}`)
    return built.base
  }
  return Effect.map(signs(textOf), ({ keyid, signature }) => ({
    "content-digest": digest,
    "signature-input": `court=${writeList(inputFor(keyid))}`,
    signature: `court=:${signature}:`,
  }))
}
