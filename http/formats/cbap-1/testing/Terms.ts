/** Terms of CBAP-1 as a claimant makes them, and a reader of acceptances; both by the draft, and without code of the court. */
import { createHash, createPublicKey, verify } from "node:crypto"
import { decode, encode, type Tag } from "cbor2"
import { cdeEncodeOptions } from "cbor2/encoder"

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest())
const cbor = (value: unknown) => new Uint8Array(encode(value, cdeEncodeOptions))
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))
const read = (bytes: Uint8Array) => decode(bytes, { maxDepth: 8, preferMap: true, rejectDuplicateKeys: true })

/** How a court names itself as a forum (`GET /formats/cbap-1`). */
export interface Forum {
  readonly forum: {
    readonly "forum-id": string
    readonly "submission-endpoint": string
    readonly "forum-key-id": string
  }
  readonly "standing-policy": readonly [url: string, sha256: string]
  readonly procedure: readonly [url: string, sha256: string]
}

/** `forum_terms` of an authorization that is valid for an hour from `notBefore`, with a day to file (section 5.4). */
export const termsFor = (named: Forum, notBefore: number): ReadonlyArray<unknown> => [
  new Uint8Array(16).fill(1),
  sha256(cbor(["cbap1-authorization-binding-profile-v1", 1])),
  new Uint8Array(32).fill(2),
  "issuer-1",
  [notBefore, notBefore + 3_600],
  new Uint8Array(32).fill(3),
  [named.forum["forum-id"], named.forum["submission-endpoint"], named.forum["forum-key-id"]],
  [named["standing-policy"][0], bytesOf(named["standing-policy"][1])],
  [named.procedure[0], bytesOf(named.procedure[1])],
  [1, 86_400],
]

/** Terms as bytes in Core Deterministic CBOR. */
export const encodeTerms = (terms: ReadonlyArray<unknown>): Uint8Array => cbor(terms)

/** The payload of an acceptance by its labels, if it is signed by this key and is about these terms; else null. */
export const readAcceptance = (
  acceptance: Uint8Array,
  terms: ReadonlyArray<unknown>,
  key: { readonly kid: string; readonly x: string },
): ReadonlyMap<number, unknown> | null => {
  const { tag, contents } = read(acceptance) as Tag
  const [header, unprotected, payload, signature] = contents as [
    Uint8Array,
    Map<number, unknown>,
    Uint8Array,
    Uint8Array,
  ]
  const stated = read(header) as Map<number, unknown>
  const isNamed = Buffer.from(stated.get(4) as Uint8Array).toString() === key.kid && stated.size === 2
  if (Number(tag) !== 18 || stated.get(1) !== -19 || !isNamed || unprotected.size !== 0) return null
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.x }
  const signs = encode(["Signature1", header, new Uint8Array(), payload])
  if (!verify(null, signs, createPublicKey({ key: jwk, format: "jwk" }), signature)) return null
  const said = read(payload) as Map<number, unknown>
  const digest = sha256(cbor(["agent-contestation-forum-terms-v1", terms]))
  return Buffer.compare(said.get(3) as Uint8Array, digest) === 0 ? said : null
}
