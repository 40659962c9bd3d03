/** Signed requests for tests: a key that is proven to a court, and requests by it, whose parts a test may spoil. */
import { generateKeyPairSync, hash, type KeyObject, sign } from "node:crypto"
import { Effect } from "effect"
import { baseOf, inputOf } from "../../adapters/keys/httpSignature/SignatureBase.ts"
import { writeList } from "../../adapters/keys/httpSignature/StructuredFields.ts"
import type { ProvenKey } from "../../core/proofs/index.ts"
import { proofOf, putProof } from "../../core/proofs/testing/Proofs.ts"
import type { Driver } from "../../core/store/Store.ts"
import type { PrivateJwk } from "../client/Signing.ts"
import { send, type TestCourt } from "./TestCourt.ts"

export interface SigningKey {
  readonly proof: ProvenKey.ProvenKey
  readonly privateKey: KeyObject
}

let made = 0

/** A new key of an agent, with a proof that is in no store yet. */
export const signingKey = async (
  court: Pick<TestCourt, "url">,
  handle: string,
  curve: "ed25519" | "P-256" = "ed25519",
  changes: Partial<ProvenKey.ProvenKey> = {},
): Promise<SigningKey> => {
  const answer = await fetch(`${court.url}/api/v1/agents/${handle}`)
  const { id: agentId } = (await answer.json()) as { readonly id: string }
  const { privateKey, publicKey } =
    curve === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: curve })
  // A public key of these curves has the members of `PublicJwk`.
  const jwk = publicKey.export({ format: "jwk" }) as unknown as ProvenKey.PublicJwk
  const id = `proof-${++made}`
  return {
    privateKey,
    proof: proofOf({
      id,
      agentId,
      handle,
      jwk,
      name: `did:key:z${id}#z${id}`,
      fingerprint: `jwk:${id}`,
      ...changes,
    }),
  }
}

/** A key of an agent that is proven to the court with this store. */
export const provenKey = async (
  driver: Driver,
  ...given: Parameters<typeof signingKey>
): Promise<SigningKey> => {
  const key = await signingKey(...given)
  await Effect.runPromise(putProof(driver, key.proof))
  return key
}

// A private key of these curves has the members of a private JWK.
export const privateJwkOf = ({ privateKey }: SigningKey): PrivateJwk =>
  privateKey.export({ format: "jwk" }) as unknown as PrivateJwk

export interface Spoiled {
  readonly components?: ReadonlyArray<string>
  readonly parameters?: { readonly [name: string]: string | number }
  readonly baseUrl?: string
  readonly digest?: "sha-256" | "sha-512"
  readonly sent?: { readonly body?: string; readonly headers?: Record<string, string> }
}

export interface Asked {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const digestOf = (body: string, name: "sha-256" | "sha-512"): string =>
  `${name}=:${hash(name.replace("-", ""), body, "base64")}:`

export const signedHeaders = (
  { proof, privateKey }: SigningKey,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: string; readonly headers?: Record<string, string> },
  { components, parameters = {}, baseUrl = "http://court.test", digest = "sha-256" }: Spoiled = {},
): Record<string, string> => {
  const fields: Record<string, string> = {
    ...headers,
    ...(body === undefined ? {} : { "content-digest": digestOf(body, digest) }),
  }
  const usual = [
    "@method",
    "@target-uri",
    ...["content-digest", "idempotency-key", "signature-agent"].filter((name) => name in fields),
  ]
  const input = inputOf(components ?? usual, {
    created: Math.floor(Date.now() / 1000),
    keyid: proof.name,
    tag: "agent-court",
    ...parameters,
  })
  const message = { method, targetUri: `${baseUrl}${path}`, field: (name: string) => fields[name] ?? null }
  const built = baseOf(message, input)
  const text = Buffer.from("base" in built ? built.base : "")
  const signature =
    privateKey.asymmetricKeyType === "ed25519"
      ? sign(null, text, privateKey)
      : sign("sha256", text, { key: privateKey, dsaEncoding: "ieee-p1363" })
  return {
    ...fields,
    "signature-input": `court=${writeList(input)}`,
    signature: `court=:${signature.toString("base64")}:`,
  }
}

/** Sends a signed request; an act is named unless the test names it. */
export const sendSigned = (
  court: Pick<TestCourt, "url">,
  key: SigningKey,
  method: string,
  path: string,
  { body, headers = {} }: Asked = {},
  spoiled: Spoiled = {},
): Promise<Response> => {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const named = method === "GET" ? headers : { "idempotency-key": `act-${++made}`, ...headers }
  const given = text === undefined ? { headers: named } : { body: text, headers: named }
  const signed = signedHeaders(key, method, path, given, spoiled)
  const sent = spoiled.sent?.body ?? text
  return send(court, method, path, {
    headers: { ...signed, ...spoiled.sent?.headers },
    ...(sent === undefined ? {} : { body: sent }),
  })
}
