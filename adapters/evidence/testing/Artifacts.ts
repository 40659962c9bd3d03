/** Artifacts made by other libraries than the verifiers use: jose, viem, and Node's own signatures. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { CompactSign, exportJWK, type JWK } from "jose"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import type { Document, Documents } from "../Verifier.ts"

export const now = Date.UTC(2026, 10, 24, 12)
export const seconds = Math.floor(now / 1000)

export interface Pair {
  readonly privateKey: KeyObject
  readonly jwk: JWK
  readonly alg: string
}

const pair = async (alg: string, keys: { publicKey: KeyObject; privateKey: KeyObject }): Promise<Pair> => ({
  privateKey: keys.privateKey,
  jwk: await exportJWK(keys.publicKey),
  alg,
})
export const ed25519 = (): Promise<Pair> => pair("EdDSA", generateKeyPairSync("ed25519"))
export const es256 = (): Promise<Pair> => pair("ES256", generateKeyPairSync("ec", { namedCurve: "P-256" }))

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

export const token = (
  { privateKey, alg }: Pair,
  payload: unknown,
  header: { readonly [name: string]: unknown } = {},
): Promise<string> => {
  const bytes = Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload))
  return new CompactSign(bytes).setProtectedHeader({ alg, ...header }).sign(privateKey)
}

/** A DID document with one key, at the place of a `did:web`. */
export const didDocument = (did: string, jwk: JWK, fragment = "key-1"): string =>
  JSON.stringify({
    id: did,
    verificationMethod: [
      { id: `${did}#${fragment}`, type: "JsonWebKey2020", controller: did, publicKeyJwk: jwk },
    ],
  })

export const documents = (texts: { readonly [url: string]: string } = {}): Documents =>
  new Map(Object.entries(texts).map(([url, text]): [string, Document] => [url, { url, text }]))

export const account = (n = 1): PrivateKeyAccount =>
  privateKeyToAccount(`0x${createHash("sha256").update(`account ${n}`).digest("hex")}`)

export const offerTypes = {
  Offer: [
    { name: "version", type: "uint256" },
    { name: "resourceUrl", type: "string" },
    { name: "scheme", type: "string" },
    { name: "network", type: "string" },
    { name: "asset", type: "string" },
    { name: "payTo", type: "string" },
    { name: "amount", type: "string" },
    { name: "validUntil", type: "uint256" },
  ],
} as const
export const receiptTypes = {
  Receipt: [
    { name: "version", type: "uint256" },
    { name: "network", type: "string" },
    { name: "resourceUrl", type: "string" },
    { name: "payer", type: "string" },
    { name: "issuedAt", type: "uint256" },
    { name: "transaction", type: "string" },
  ],
} as const

export const resource = "https://api.example.com/premium-data"
export const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

export const offerOf = (payTo: string) => ({
  version: 1,
  resourceUrl: resource,
  scheme: "exact",
  network: "eip155:8453",
  asset: usdc,
  payTo,
  amount: "1500000",
  validUntil: seconds + 600,
})
export type OfferPayload = ReturnType<typeof offerOf>

export const typedOffer = async (
  by: PrivateKeyAccount,
  payload: OfferPayload = offerOf(by.address),
  chainId = 1,
) => ({
  format: "eip712",
  payload,
  signature: await by.signTypedData({
    domain: { name: "x402 offer", version: "1", chainId },
    types: offerTypes,
    primaryType: "Offer",
    message: { ...payload, version: BigInt(payload.version), validUntil: BigInt(payload.validUntil) },
  }),
})

export const receiptPayload = {
  version: 1,
  network: "eip155:8453",
  resourceUrl: resource,
  payer: "0x857b06519E91e3A54538791bDbb0E22373e36b66",
  issuedAt: seconds - 60,
  transaction: "",
}
export const typedReceipt = async (by: PrivateKeyAccount, payload = receiptPayload) => ({
  format: "eip712",
  payload,
  signature: await by.signTypedData({
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    types: receiptTypes,
    primaryType: "Receipt",
    message: { ...payload, version: BigInt(payload.version), issuedAt: BigInt(payload.issuedAt) },
  }),
})

/** An SD-JWT by jose: its members under `hidden` are disclosed one by one. */
export const sdJwt = async (
  by: Pair,
  open: { readonly [name: string]: unknown },
  hidden: { readonly [name: string]: unknown } = {},
  header: { readonly [name: string]: unknown } = {},
): Promise<string> => {
  const disclosures = Object.entries(hidden).map(([name, value]) => encode(["salt", name, value]))
  const _sd = disclosures.map((it) => createHash("sha256").update(it).digest("base64url"))
  const jwt = await token(by, _sd.length === 0 ? open : { ...open, _sd, _sd_alg: "sha-256" }, header)
  return `${[jwt, ...disclosures].join("~")}~`
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** A request that Node signed as RFC 9421 says, with the base written out by hand. */
export const signedRequest = (
  { privateKey }: Pair,
  keyid: string,
  {
    body = '{"a":1}',
    created = seconds,
    extra = "",
  }: { body?: string; created?: number; extra?: string } = {},
) => {
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`
  const params = `("@method" "@target-uri" "content-digest");created=${created};keyid="${keyid}"${extra}`
  const base = [
    '"@method": POST',
    '"@target-uri": https://api.example.com/orders?x=1',
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ].join("\n")
  return {
    method: "POST",
    url: "https://api.example.com/orders?x=1",
    headers: {
      "Content-Digest": digest,
      "Signature-Input": `sig1=${params}`,
      Signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString("base64")}:`,
    },
    body,
  }
}

/** The headers by which a request of x402 pays, and by which its response names the transaction. */
export const paidBy = (nonce: string): string =>
  Buffer.from(JSON.stringify({ x402Version: 2, payload: { nonce } })).toString("base64")
export const settledBy = (transaction: string): string =>
  Buffer.from(JSON.stringify({ success: true, transaction, network: "eip155:8453" })).toString("base64")

export interface ResponseGiven {
  readonly status?: number
  readonly created?: number
  readonly url?: string
  readonly nonce?: string
  readonly transaction?: string | null
  readonly body?: string
  /** The components that are signed, in place of all that x402 asks for. */
  readonly items?: ReadonlyArray<string>
}

/** A response to a paid request that its server signed (RFC 9421 §2.4), with the base written out by hand. */
export const signedResponse = (
  { privateKey }: Pair,
  keyid: string,
  { status = 500, created = seconds, url = resource, nonce = "0x01", ...more }: ResponseGiven = {},
) => {
  const payment = paidBy(nonce)
  const { transaction = `0x${"ab".repeat(32)}`, body } = more
  const settled = transaction === null ? null : settledBy(transaction)
  const digest = body === undefined ? null : `sha-256=:${createHash("sha256").update(body).digest("base64")}:`
  const values: { readonly [item: string]: string | null } = {
    '"@status"': String(status),
    '"@method";req': "GET",
    '"@target-uri";req': url,
    '"payment-signature";req': payment,
    '"payment-response"': settled,
    '"content-digest"': digest,
  }
  const items = more.items ?? Object.keys(values).filter((item) => values[item] !== null)
  const params = `(${items.join(" ")});created=${created};keyid="${keyid}"`
  const base = [...items.map((item) => `${item}: ${values[item]}`), `"@signature-params": ${params}`].join(
    "\n",
  )
  return {
    request: { method: "GET", url, headers: { "PAYMENT-SIGNATURE": payment } },
    response: {
      status,
      headers: {
        ...(settled === null ? {} : { "PAYMENT-RESPONSE": settled }),
        ...(digest === null ? {} : { "Content-Digest": digest }),
        "Signature-Input": `sig1=${params}`,
        Signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString("base64")}:`,
      },
      ...(body === undefined ? {} : { body }),
    },
  }
}
