/**
 * The key pairs with which the court signs: ed25519 for seals, compact JWS (RFC 9864) and calls, kept as PKCS #8 in PEM so that OpenSSL
 * reads it too; and secp256k1 for payout instructions, which are typed data of EIP-712.
 */
import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as nodeSign,
  randomBytes,
} from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { Networks, type Wallets } from "../../core/chains/index.ts"
import { canonical, type Json } from "../../core/kernel/Json.ts"

/** A key of ed25519. Its public half is 32 bytes, in hexadecimal. */
export interface SigningKey {
  readonly publicKey: string
  /** The signature over bytes, or over the UTF-8 bytes of a text. */
  readonly sign: (message: string | Uint8Array) => Buffer
  /** The same signature, made in another thread than the thread of requests. */
  readonly signBeside: (text: string, done: (error: Error | null, signature: Buffer) => void) => void
}

// The DER of every ed25519 private key begins with these bytes; the 32 bytes of the seed follow (RFC 8410).
const header = Buffer.from("302e020100300506032b657004220420", "hex")

export const freshPem = (seed: Uint8Array = randomBytes(32)): string => {
  const body = Buffer.concat([header, seed]).toString("base64")
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`
}

const rawPublicKey = (key: KeyObject): string => {
  // An SPKI of ed25519 is a header of 12 bytes and the 32 bytes of the key (RFC 8410).
  const spki = createPublicKey(key).export({ format: "der", type: "spki" })
  return spki.subarray(12).toString("hex")
}

/** The key pair of a PEM text. Throws if the text is not an ed25519 private key. */
export const fromPem = (pem: string): SigningKey => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== "ed25519") throw new TypeError("not an ed25519 private key")
  return {
    publicKey: rawPublicKey(key),
    sign: (message) => nodeSign(null, typeof message === "string" ? Buffer.from(message) : message, key),
    signBeside: (text, done) => nodeSign(null, Buffer.from(text, "utf8"), key, done),
  }
}

/** An Ed25519 public key as a JSON Web Key (RFC 8037). */
export type Jwk = {
  readonly kty: "OKP"
  readonly crv: "Ed25519"
  readonly x: string
  readonly alg: "Ed25519"
  readonly use: "sig"
  readonly kid: string
}

const base64url = (text: string): string => Buffer.from(text, "utf8").toString("base64url")

/** The thumbprint of RFC 7638, of the required members of a key in their order. */
export const thumbprintOf = (members: string): string =>
  createHash("sha256").update(members).digest("base64url")

/** The key as RFC 8037 writes it; its `kid` is the thumbprint of RFC 7638. */
export const jwkOf = (publicKey: string): Jwk => {
  const x = Buffer.from(publicKey, "hex").toString("base64url")
  const kid = thumbprintOf(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
  return { kty: "OKP", crv: "Ed25519", x, alg: "Ed25519", use: "sig", kid }
}

const membersOf = (key: SigningKey) => ({ alg: "Ed25519", kid: jwkOf(key.publicKey).kid })

/** Further members of the header of a JWS: its type, and the address of the key set in which `kid` is found. */
export interface JwsHeader {
  readonly typ?: string
  readonly jku?: string
}

/** The header of what a court signs: the address of its key set, so that a token by itself names whose key it is by. */
export const keySetOf = (baseUrl: string): JwsHeader => ({ jku: `${baseUrl}/.well-known/jwks.json` })

// The few headers of a key are always the same, so that each is encoded once.
const headers = new WeakMap<SigningKey, Map<string, string>>()
const headerOf = (key: SigningKey, more: JwsHeader): string => {
  const ofKey = headers.get(key) ?? new Map<string, string>()
  headers.set(key, ofKey)
  const name = `${more.typ ?? ""} ${more.jku ?? ""}`
  const known = ofKey.get(name)
  if (known !== undefined) return known
  const header = base64url(canonical({ ...membersOf(key), ...more }))
  ofKey.set(name, header)
  return header
}

/**
 * A compact JWS over the RFC 8785 form of a value. The same key, value and header always give the same text. It is signed in the thread
 * of the caller: for one signature, to hand the text over and to take the answer costs more than half of what signing costs.
 */
export const signJws = (key: SigningKey, value: Json, header: JwsHeader = {}): string => {
  const signed = `${headerOf(key, header)}.${base64url(canonical(value))}`
  return `${signed}.${key.sign(signed).toString("base64url")}`
}

/** How many signatures of a list are with the threads at one time. */
const together = 64

/** The compact JWS of each value, in their order. The serving thread prepares one while the threads sign others. */
export const signEachJws = (
  key: SigningKey,
  values: ReadonlyArray<Json>,
  header: JwsHeader = {},
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.async((resume) => {
    const made: Array<string> = new Array(values.length)
    let [begun, ended] = [0, 0]
    const begin = (): void => {
      const i = begun++
      const value = values[i]
      if (value === undefined) return
      const signed = `${headerOf(key, header)}.${base64url(canonical(value))}`
      key.signBeside(signed, (error, signature) => {
        if (error !== null) return resume(Effect.die(error))
        made[i] = `${signed}.${signature.toString("base64url")}`
        if (++ended === values.length) return resume(Effect.succeed(made))
        begin()
      })
    }
    if (values.length === 0) resume(Effect.succeed(made))
    for (let i = 0; i < together; i++) begin()
  })

/** The public half of the payout key: the address by which contracts know it, and the compressed point in hexadecimal. */
export interface PayoutPublic {
  readonly address: string
  readonly publicKey: string
}

export interface PayoutKey extends PayoutPublic {
  readonly sign: <Message extends object>(data: Wallets.TypedData<Message>) => Promise<Wallets.SignedData>
}

/** The address of a public key: the last 20 bytes of the Keccak-256 of its uncompressed point, written as EIP-55 says. */
const addressOf = (uncompressed: Uint8Array): string =>
  Networks.addChecksum(bytesToHex(keccak_256(uncompressed.subarray(1))).slice(-40))

// viem takes whole numbers only as bigint.
const numbersOf = ({ types, primaryType, message }: Wallets.TypedData<object>): Record<string, unknown> => {
  const whole = new Set(
    (types[primaryType] ?? []).filter(({ type }) => type.startsWith("uint")).map(({ name }) => name),
  )
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, whole.has(name) ? BigInt(value) : value]),
  )
}

export const typedDataOf = (data: Wallets.TypedData<object>) => ({
  // viem's type of an address is a text that begins with 0x. The core has checked that this one is an address.
  domain: { ...data.domain, verifyingContract: data.domain.verifyingContract as `0x${string}` },
  types: data.types,
  primaryType: data.primaryType,
  message: numbersOf(data),
})

/** The address of a compressed public key in hexadecimal. */
export const addressOfPoint = (publicKey: string): string =>
  addressOf(secp256k1.Point.fromHex(publicKey).toBytes(false))

/**
 * The payout key of 32 secret bytes. Throws if they are not a key. viem (23 MB) is loaded at the first signature, since most courts sign no
 * payout; and the point is OpenSSL's, because `@noble/curves` first makes tables, which took 35 ms of each start.
 */
export const payoutKey = (secret: Uint8Array): PayoutKey => {
  const pair = createECDH("secp256k1")
  pair.setPrivateKey(secret)
  const address = addressOf(pair.getPublicKey())
  return {
    address,
    publicKey: pair.getPublicKey("hex", "compressed"),
    sign: async (data) => {
      const { privateKeyToAccount } = await import("viem/accounts")
      const { hashTypedData } = await import("viem/utils")
      const typed = typedDataOf(data)
      const signature = await privateKeyToAccount(`0x${bytesToHex(secret)}`).signTypedData(typed)
      return { digest: hashTypedData(typed), signature, signer: address }
    },
  }
}
