/** Signed artifacts of a run: receipts by a few real keys, what they say, and which of these words were signed in truth. */
import { createPrivateKey, createPublicKey, sign } from "node:crypto"
import { base58 } from "@scure/base"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { format } from "../../../core/kernel/Time.ts"
import type { Challenge } from "../../../core/proofs/index.ts"

/** Keys are few, so that several agents want the same one. */
const keysMax = 6

interface Signer {
  readonly name: string
  readonly verdict: Challenge.Verdict
  readonly sign: (text: string) => Buffer
}

/** The prefixes of a private key of Ed25519 in DER, and of a public key in multicodec. */
const derPrefix = Buffer.from("302e020100300506032b657004220420", "hex")
const multicodec = [0xed, 0x01]

const signerOf = (n: number): Signer => {
  const secret = Buffer.from(sha256Hex(`key ${n} of the seeds`), "hex")
  const key = createPrivateKey({ key: Buffer.concat([derPrefix, secret]), format: "der", type: "pkcs8" })
  const { x = "" } = createPublicKey(key).export({ format: "jwk" })
  const own = `z${base58.encode(Uint8Array.from([...multicodec, ...Buffer.from(x, "base64url")]))}`
  return {
    name: `did:key:${own}#${own}`,
    verdict: { _tag: "Signed", jwk: { kty: "OKP", crv: "Ed25519", x }, document: null },
    sign: (text) => sign(null, Buffer.from(text), key),
  }
}

const signers: ReadonlyArray<Signer> = Array.from({ length: keysMax }, (_, n) => signerOf(n))

export const keyNames: ReadonlyArray<string> = signers.map(({ name }) => name)
export const keyVerdicts = Object.fromEntries(signers.map(({ name, verdict }) => [name, verdict]))

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")
const payer = "0x857b06519E91e3A54538791bDbb0E22373e36b66"

/** The words of a receipt for some goods. They are the sentence of Rule 4.11, written out. */
export const wordsOf = (goods: number, at: number): string =>
  `Receipt: https://shop.example/goods/${goods}, paid by ${payer} on eip155:8453, issued ${format(at)}.`

export interface Receipt {
  readonly goods: number
  /** When it was issued, in whole seconds. */
  readonly at: number
}

/** A receipt that the key of a name signed. If it was altered, its payload says what that key did not sign. */
export const receiptOf = (name: string, { goods, at }: Receipt, altered: Receipt | null): string => {
  const signer = signers.find((one) => one.name === name)
  const payloadOf = (receipt: Receipt) =>
    encode({
      version: 1,
      network: "eip155:8453",
      resourceUrl: `https://shop.example/goods/${receipt.goods}`,
      payer,
      issuedAt: receipt.at / 1000,
    })
  const head = encode({ alg: "EdDSA", kid: name })
  const signature = signer?.sign(`${head}.${payloadOf({ goods, at })}`).toString("base64url") ?? ""
  return JSON.stringify({
    format: "jws",
    signature: `${head}.${payloadOf(altered ?? { goods, at })}.${signature}`,
  })
}
