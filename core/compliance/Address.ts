import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { rule } from "../Rule.ts"
import { bytesOfFives, readBase58Check, readBech32 } from "./Bech32.ts"
import type { Address } from "./Moves.ts"
import { assetNamed, assets, type Network, networkNamed } from "./Networks.ts"

/** The mixed-case form of 40 hexadecimal digits (EIP-55). */
export const checksummed = (hex: string): string => {
  const lower = hex.toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const digits = [...lower].map((digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join("")}`
}

const tokenAddresses = new Set(assets.flatMap(({ contract }) => (contract === null ? [] : [contract])))

/** An EVM address, checksummed; null where its checksum fails, or where it is nobody's: zero, or a token's contract. */
const readEvm = (text: string): string | null => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const hex = text.slice(2)
  const full = checksummed(hex)
  const oneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if ((!oneCase && text !== full) || /^0+$/.test(hex) || tokenAddresses.has(full)) return null
  return full
}

/** Segregated witness (version 0 in bech32, later ones in bech32m), or pay to a key or script hash in base58check. */
const readBitcoin = (text: string): string | null => {
  const bech = readBech32(text, 90)
  if (bech !== null) {
    const [version, ...fives] = bech.fives
    const program = bytesOfFives(fives)
    if (bech.prefix !== "bc" || version === undefined || version > 16 || program === null) return null
    const known =
      version === 0
        ? bech.variety === "bech32" && (program.length === 20 || program.length === 32)
        : bech.variety === "bech32m" && program.length >= 2 && program.length <= 40
    return known ? bech.text : null
  }
  const payload = readBase58Check(text)
  const kind = payload?.[0]
  return payload?.length === 21 && (kind === 0 || kind === 5) ? text : null
}

/** A Shelley payment address of the main network (CIP-19): header types 0 to 7, network 1. */
const readCardano = (text: string): string | null => {
  const bech = readBech32(text, 120)
  const bytes = bech === null ? null : bytesOfFives(bech.fives)
  const header = bytes?.[0]
  if (bech === null || bytes === null || header === undefined) return null
  const type = header >>> 4
  const length = type < 4 ? 57 : 29
  const sized = type === 4 || type === 5 ? bytes.length > 29 : bytes.length === length
  return bech.prefix === "addr" && bech.variety === "bech32" && type < 8 && (header & 15) === 1 && sized
    ? bech.text
    : null
}

const readers: { readonly [Kind in Network["kind"]]: (text: string) => string | null } = {
  evm: readEvm,
  bitcoin: readBitcoin,
  cardano: readCardano,
}

/** The address without its CAIP-10 prefix; null where the prefix names another network. */
const bare = (network: string, address: string): string | null => {
  const split = address.lastIndexOf(":")
  if (split < 0) return address
  return address.slice(0, split) === network ? address.slice(split + 1) : null
}

/**
 * A payment address as it was sent, in the court's form: the network as CAIP-2, the asset as CAIP-19, the address in its usual
 * writing. Null where the service reads no such asset there or the address is not one of that network.
 */
export const readAddress = rule(
  ["PD11 §11"],
  (sent: { readonly network: string; readonly asset: string; readonly address: string }): Address | null => {
    const network = networkNamed(sent.network.trim())
    const asset = network === undefined ? undefined : assetNamed(network.id, sent.asset.trim())
    if (network === undefined || asset === undefined) return null
    const text = bare(network.id, sent.address.trim())
    const address = text === null ? null : readers[network.kind](text)
    return address === null ? null : { network: network.id, asset: asset.id, address }
  },
)
