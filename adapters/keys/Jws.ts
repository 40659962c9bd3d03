/** Compact JWS with ed25519, named by its RFC 9864 algorithm. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { canonical, type Json } from "../../core/Json.ts"
import type { SigningKey } from "./SigningKey.ts"

export type Jwk = {
  readonly kty: "OKP"
  readonly crv: "Ed25519"
  readonly x: string
  readonly alg: "Ed25519"
  readonly use: "sig"
  readonly kid: string
}

const base64url = (text: string): string => Buffer.from(text, "utf8").toString("base64url")

/** The key as RFC 8037 writes it; its `kid` is the thumbprint of RFC 7638. */
export const jwkOf = (publicKey: string): Jwk => {
  const x = Buffer.from(publicKey, "hex").toString("base64url")
  const thumbprint = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
  return { kty: "OKP", crv: "Ed25519", x, alg: "Ed25519", use: "sig", kid: thumbprint.digest("base64url") }
}

// The header of a key is always the same: its thumbprint is a hash that a signature need not wait for.
const headers = new WeakMap<SigningKey, string>()
const headerOf = (key: SigningKey): string => {
  const known = headers.get(key)
  if (known !== undefined) return known
  const header = base64url(canonical({ alg: "Ed25519", kid: jwkOf(key.publicKey).kid }))
  headers.set(key, header)
  return header
}

/** A compact JWS over the RFC 8785 form of a value. The same key and value always give the same text. */
export const signJws = (key: SigningKey, value: Json): Effect.Effect<string> =>
  Effect.async((resume) => {
    const signed = `${headerOf(key)}.${base64url(canonical(value))}`
    key.signBeside(signed, (error, signature) =>
      resume(
        error === null ? Effect.succeed(`${signed}.${signature.toString("base64url")}`) : Effect.die(error),
      ),
    )
  })
