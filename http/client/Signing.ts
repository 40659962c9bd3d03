/** Signed requests (RFC 9421) by WebCrypto, which Node, Deno and browsers have. */
import { baseOf, inputOf, type Message, tag } from "../../adapters/keys/httpSignature/SignatureBase.ts"
import { base64, writeList } from "../../adapters/keys/httpSignature/StructuredFields.ts"

type CryptoKey = Parameters<(typeof crypto)["subtle"]["sign"]>[1]

/** A private key as a JWK (RFC 7517). Its other members are not looked at. */
export interface PrivateJwk {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y?: string
  readonly d: string
}

/** A private key that signs, as WebCrypto has it or as a JWK: Ed25519, or ECDSA on P-256. */
export interface Key {
  /** The id of the proof of the key, such as `did:key:z6Mk…#z6Mk…`. */
  readonly keyid: string
  readonly key: CryptoKey | PrivateJwk
}

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | null
}

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

const isJwk = (key: CryptoKey | PrivateJwk): key is PrivateJwk => "kty" in key

const imported = new WeakMap<PrivateJwk, Promise<CryptoKey>>()
const keyOf = async (key: CryptoKey | PrivateJwk): Promise<CryptoKey> => {
  if (!isJwk(key)) return key
  const known = imported.get(key)
  if (known !== undefined) return known
  // A JWK may say what else it is for, which WebCrypto would compare.
  const { kty, crv, x, y, d } = key
  const bare = y === undefined ? { kty, crv, x, d } : { kty, crv, x, y, d }
  const algorithm = kty === "EC" ? ecdsa : { name: "Ed25519" }
  const made = crypto.subtle.importKey("jwk", bare, algorithm, false, ["sign"])
  imported.set(key, made)
  return made
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

/** The header fields that sign a request. They cover all that the court requires. */
export const sign = async (
  { keyid, key }: Key,
  request: Request,
): Promise<{ readonly [name: string]: string }> => {
  const { method, url, body } = request
  const digest =
    body === null ? null : base64(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(body))))
  const added: { readonly [name: string]: string } =
    digest === null ? {} : { "content-digest": `sha-256=:${digest}:` }
  const fields: { readonly [name: string]: string } = { ...request.headers, ...added }
  const secret = await keyOf(key)
  const isEd25519 = secret.algorithm.name === "Ed25519"
  const components = [
    "@method",
    "@target-uri",
    ...["content-digest", "idempotency-key"].filter((name) => Object.hasOwn(fields, name)),
  ]
  const input = inputOf(components, {
    created: Math.floor(Date.now() / 1000),
    keyid,
    alg: isEd25519 ? "ed25519" : "ecdsa-p256-sha256",
    tag,
  })
  // `fetch` writes the address in this form.
  const message: Message = { method, targetUri: new URL(url).href, field: (name) => fields[name] ?? null }
  const built = baseOf(message, input)
  if ("missing" in built) throw new TypeError(`a request has no ${built.missing} that can be signed`)
  const signature = await crypto.subtle.sign(isEd25519 ? "Ed25519" : ecdsa, secret, utf8(built.base))
  return {
    ...added,
    "signature-input": `court=${writeList(input)}`,
    signature: `court=:${base64(new Uint8Array(signature))}:`,
  }
}
