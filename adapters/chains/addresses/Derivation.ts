/** Derives addresses from an account's extended public key: the children 0/i, at which wallets receive (BIP-44, BIP-84, CIP-1852). */
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bytesToNumberLE } from "@noble/curves/utils.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha512 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { bech32 } from "@scure/base"
import { Layer } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import { Addresses, type AddressFamily } from "../../../core/ledger/index.ts"
import { type CardanoKey, type ExtendedKey, hash160 } from "./ExtendedKey.ts"

/** The public key number `index` of the receiving branch, compressed. */
const childKey = (account: ExtendedKey, index: number): Uint8Array => {
  const { publicKey } = account.deriveChild(0).deriveChild(index)
  if (publicKey === null) throw new Error("an extended public key has no public key")
  return publicKey
}

/** Pay to witness public key hash, on the main network (BIP-84). */
export const bitcoinAddress = (account: ExtendedKey, index: number): string =>
  bech32.encode("bc", [0, ...bech32.toWords(hash160(childKey(account, index)))])

/** The checksummed address of an externally owned account (BIP-44, EIP-55). */
export const evmAddress = (account: ExtendedKey, index: number): string => {
  const point = secp256k1.Point.fromBytes(childKey(account, index)).toBytes(false)
  return Networks.addChecksum(bytesToHex(keccak_256(point.slice(1)).slice(-20)))
}

const littleEndian = (index: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, index, true)
  return bytes
}

/** One step of soft derivation (BIP32-Ed25519): the child's point is the parent's plus the base point times eight times the left half of the hash. */
const softChild = ({ publicKey, chainCode }: CardanoKey, index: number): CardanoKey => {
  const hashTagged = (tag: number) =>
    hmac(sha512, chainCode, Uint8Array.from([tag, ...publicKey, ...littleEndian(index)]))
  const scalar = 8n * bytesToNumberLE(hashTagged(2).slice(0, 28))
  const point = ed25519.Point.fromBytes(publicKey).add(ed25519.Point.BASE.multiply(scalar))
  return { publicKey: point.toBytes(), chainCode: hashTagged(3).slice(32) }
}

/** The header of a main-network address with a payment key and without a stake (CIP-19). */
const enterprise = 0x61

/** An enterprise address of the main network (CIP-1852, CIP-19). */
export const cardanoAddress = (account: CardanoKey, index: number): string => {
  const { publicKey } = softChild(softChild(account, 0), index)
  const hash = blake2b(publicKey, { dkLen: 28 })
  return bech32.encode("addr", bech32.toWords(Uint8Array.from([enterprise, ...hash])), 120)
}

/** The configured extended keys. Null for a rail that is not configured. */
export interface AccountKeys {
  readonly evm: ExtendedKey | null
  readonly bitcoin: ExtendedKey | null
  readonly cardano: CardanoKey | null
}
/** The keys of a court that names no extended key: every rail is off. */
export const noKeys: AccountKeys = { evm: null, bitcoin: null, cardano: null }

/** Addresses by family and index. The index is below 2^31, since later children are hardened and have no public derivation. */
export const make = ({ evm, bitcoin, cardano }: AccountKeys): typeof Addresses.Service => {
  const ways: { readonly [Family in AddressFamily]: ((index: number) => string) | null } = {
    evm: evm && ((index) => evmAddress(evm, index)),
    bitcoin: bitcoin && ((index) => bitcoinAddress(bitcoin, index)),
    cardano: cardano && ((index) => cardanoAddress(cardano, index)),
  }
  return { derive: (family, index) => ways[family]?.(index) ?? null }
}

/** Derives fresh addresses from the extended keys of the operator. */
export const layer = (keys: AccountKeys): Layer.Layer<Addresses> => Layer.succeed(Addresses, make(keys))
