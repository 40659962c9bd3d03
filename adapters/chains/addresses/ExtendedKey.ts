/** Reads the extended public keys that an operator configures. It refuses private keys, and no message repeats the text that was given. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { ripemd160 } from "@noble/hashes/legacy.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { base58check, bech32 } from "@scure/base"
import { HDKey } from "@scure/bip32"
import { Either } from "effect"

/** An extended public key: its point, compressed, and its children, of which those below 2^31 have a public derivation (BIP-32). */
export interface ExtendedKey {
  /** Null only in a key of the library that holds no point. */
  readonly publicKey: Uint8Array | null
  /** The number of derivations below the root. */
  readonly depth: number
  readonly deriveChild: (index: number) => ExtendedKey
}

/** Why a text is not a usable extended public key, for the operator. */
export type Unusable = string

const versions = { xpub: 0x0488b21e, ypub: 0x049d7cb2, zpub: 0x04b24746 } as const
const privateVersions = new Set([
  0x0488ade4, 0x049d7878, 0x04b2430c, 0x04358394, 0x044a4e28, 0x045f18bc, 0x0295b005, 0x02aa7a99,
])
const testVersions = new Set([0x043587cf, 0x044a5262, 0x045f1cf6])

const isPrivate =
  "this is a private key; the court must never have one. Give the extended public key of the account, and move the funds if others could read this"
const accountLevel = 3

/** Whether a text looks like a secret that can spend: a seed phrase, a raw key, or a private key of any network. */
const looksPrivate = (text: string): boolean =>
  /^(?:[a-z]+\s+){11,}[a-z]+$/i.test(text) ||
  /^(?:0x)?[0-9a-f]{64}$/i.test(text) ||
  /^[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(text) ||
  /^[a-z]prv[1-9A-HJ-NP-Za-km-z]{50,}$/i.test(text) ||
  /_x?sk1/i.test(text)

const payloadOf = (text: string): Uint8Array | null => {
  try {
    return base58check(sha256).decode(text)
  } catch {
    return null
  }
}

const versionOf = (payload: Uint8Array): number =>
  new DataView(payload.buffer, payload.byteOffset, payload.byteLength).getUint32(0)

/** The key, read with the version bytes of an xpub, which the library knows. Null if it is not valid. */
const asXpub = (payload: Uint8Array): HDKey | null => {
  const copy = Uint8Array.from(payload)
  new DataView(copy.buffer).setUint32(0, versions.xpub)
  try {
    return HDKey.fromExtendedKey(base58check(sha256).encode(copy))
  } catch {
    return null
  }
}

/** Reads an account's extended public key of BIP-32 in one of the allowed encodings: `xpub`, or `zpub` of BIP-84. */
export const readBip32 = (
  given: string,
  allowed: ReadonlyArray<"xpub" | "zpub">,
): Either.Either<ExtendedKey, Unusable> => {
  const text = given.trim()
  const wanted = `wants the ${allowed.join(" or ")} of an account`
  if (looksPrivate(text)) return Either.left(isPrivate)
  const payload = payloadOf(text)
  if (payload === null || payload.length !== 78) return Either.left(`${wanted}; this can't be read as one`)
  const version = versionOf(payload)
  if (privateVersions.has(version)) return Either.left(isPrivate)
  if (testVersions.has(version)) return Either.left(`${wanted}; this one is of a test network`)
  if (!allowed.some((name) => versions[name] === version))
    return Either.left(`${wanted}; this is another kind of key`)
  const key = asXpub(payload)
  if (key === null) return Either.left(`${wanted}; this can't be read as one`)
  return key.depth === accountLevel
    ? Either.right(key)
    : Either.left(
        `${wanted}, three levels below the root (like m/84'/0'/0'); this one is at level ${key.depth}`,
      )
}

/** A point of ed25519 and its chain code, from which Cardano derives the keys of addresses. */
export interface CardanoKey {
  readonly publicKey: Uint8Array
  readonly chainCode: Uint8Array
}

const isPoint = (bytes: Uint8Array): boolean => {
  try {
    ed25519.Point.fromBytes(bytes).assertValidity()
    return true
  } catch {
    return false
  }
}

/** Reads an account's extended public key of CIP-1852, encoded as `acct_xvk` (CIP-5). */
export const readCardano = (given: string): Either.Either<CardanoKey, Unusable> => {
  const text = given.trim()
  const wanted = "wants the acct_xvk of an account (CIP-5)"
  if (looksPrivate(text)) return Either.left(isPrivate)
  // CIP-5 allows more than the 90 characters of BIP-173.
  const read = bech32.decodeUnsafe(text, 200)
  if (read === undefined) return Either.left(`${wanted}; this can't be read as one`)
  if (/sk$/.test(read.prefix)) return Either.left(isPrivate)
  if (read.prefix !== "acct_xvk") return Either.left(`${wanted}; this is another kind of key`)
  const bytes = bech32.fromWordsUnsafe(read.words)
  if (!(bytes instanceof Uint8Array) || bytes.length !== 64 || !isPoint(bytes.slice(0, 32)))
    return Either.left(`${wanted}; this can't be read as one`)
  return Either.right({ publicKey: bytes.slice(0, 32), chainCode: bytes.slice(32) })
}

/** RIPEMD-160 of SHA-256, by which Bitcoin identifies keys. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
