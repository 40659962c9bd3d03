/** Signatures by addresses of EVM chains over typed data (EIP-712). */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Networks } from "../../core/chains/index.ts"
import { hasLowS } from "./Key.ts"

/** A type of one level whose members are texts or whole numbers, such as x402 signs. */
export interface FlatType {
  readonly name: string
  readonly members: ReadonlyArray<{ readonly name: string; readonly type: "string" | "uint256" }>
}

interface FlatDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
}

const domainType: FlatType = {
  name: "EIP712Domain",
  members: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
  ],
}

const word = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, "0"), "hex")
const hash = (bytes: Uint8Array): Buffer => Buffer.from(keccak_256(bytes))
const hashText = (text: string): Buffer => hash(utf8ToBytes(text))

const typeHashes = new Map<FlatType, Buffer>()
const typeHash = (type: FlatType): Buffer => {
  const known = typeHashes.get(type)
  if (known !== undefined) return known
  const made = hashText(`${type.name}(${type.members.map(({ name, type }) => `${type} ${name}`).join(",")})`)
  typeHashes.set(type, made)
  return made
}

const structHash = (type: FlatType, values: { readonly [name: string]: string }): Buffer =>
  hash(
    Buffer.concat([
      typeHash(type),
      ...type.members.map(({ name, type }) =>
        type === "string" ? hashText(String(values[name])) : word(BigInt(values[name] ?? "0")),
      ),
    ]),
  )

/** The digest of typed data, which is signed. Its values are those of the type's members: texts and whole numbers from 0. */
export const digestOf = (
  domain: FlatDomain,
  type: FlatType,
  values: { readonly [name: string]: string },
): Uint8Array =>
  hash(
    Buffer.concat([
      Buffer.from([0x19, 0x01]),
      structHash(domainType, { ...domain, chainId: String(domain.chainId) }),
      structHash(type, values),
    ]),
  )

/** The digest of a text that an address signs as a message (EIP-191). */
export const digestOfMessage = (text: string): Uint8Array =>
  hash(utf8ToBytes(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`))

type Recovered =
  | { readonly address: string; readonly lowS: boolean }
  | { readonly address: null; readonly why: string }

/**
 * ERC-6492: the signature of a contract that may not exist yet ends so. It is not verified, here or for a proof of a key. That would
 * run code of the signer's choice in a node of the court, whose answer changes with the chain, so that the record could not be
 * checked again. An agent proves the key that owns its wallet instead, or its wallet once it stands on its chain.
 */
const wrapped = /6492649264926492649264926492649264926492649264926492649264926492$/

const addressOf = (point: Uint8Array): string =>
  Networks.addChecksum(bytesToHex(keccak_256(point.subarray(1)).subarray(12)))

const recoverPoint = (digest: Uint8Array, rs: Uint8Array, recovery: number): string | null => {
  try {
    const point = secp256k1.Signature.fromBytes(rs, "compact")
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
    return addressOf(point.toBytes(false))
  } catch {
    return null
  }
}

/** Whether 64 bytes, r and s, are a signature over a digest by the key of an address. */
export const isByAddress = (digest: Uint8Array, rs: Uint8Array, address: string): boolean =>
  [0, 1].some((recovery) => recoverPoint(digest, rs, recovery)?.toLowerCase() === address.toLowerCase())

/** The checksummed address whose key signed a digest. */
export const recover = (digest: Uint8Array, signature: string): Recovered => {
  if (wrapped.test(signature))
    return {
      address: null,
      why: "It is wrapped as ERC-6492 says, for a contract that may not exist. No key signed it.",
    }
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature))
    return {
      address: null,
      why: "It is not the 65 bytes of a key's signature. Signatures of contracts are not read here.",
    }
  const bytes = Buffer.from(signature.slice(2), "hex")
  const v = bytes[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return { address: null, why: "Its last byte is not 0, 1, 27 or 28." }
  const address = recoverPoint(digest, bytes.subarray(0, 64), recovery)
  return address === null ? { address, why: "No key can have made it." } : { address, lowS: hasLowS(bytes) }
}
