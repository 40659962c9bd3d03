/**
 * The networks and assets whose transfers the service reads, by CAIP-2 and CAIP-19 ids, the names that people use for them, and
 * their payment addresses.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { bech32, bech32m, createBase58check } from "@scure/base"
import { Schema } from "effect"
import { member } from "../kernel/Json.ts"
import type { FigureName } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"

/** A chain that the court can read, by its CAIP-2 id. */
export interface Network {
  readonly id: string
  readonly aliases: ReadonlyArray<string>
  readonly kind: "evm" | "bitcoin" | "cardano"
  /** The figure that says after how many confirmations a transfer counts. */
  readonly confirmations: FigureName
}

/** The chains on which payments count, test networks among them. */
export const all: ReadonlyArray<Network> = [
  { id: "eip155:8453", aliases: ["base"], kind: "evm", confirmations: "baseConfirmations" },
  { id: "eip155:84532", aliases: ["base-sepolia"], kind: "evm", confirmations: "baseConfirmations" },
  { id: "eip155:1", aliases: ["ethereum"], kind: "evm", confirmations: "ethereumConfirmations" },
  {
    id: "bip122:000000000019d6689c085ae165831e93",
    aliases: ["bitcoin"],
    kind: "bitcoin",
    confirmations: "bitcoinConfirmations",
  },
  { id: "cip34:1-764824073", aliases: ["cardano"], kind: "cardano", confirmations: "cardanoConfirmations" },
]

/** A coin or token in which the court's invoices and orders can be paid, by its CAIP-19 id. */
export interface Asset {
  readonly id: string
  readonly symbol: "USDC" | "USDT" | "BTC" | "ADA"
  readonly network: string
  /** The token's contract, checksummed; null for the network's own coin. */
  readonly contract: string | null
  readonly decimals: number
}

const token = (symbol: "USDC" | "USDT", network: string, contract: string): Asset => ({
  id: `${network}/erc20:${contract}`,
  symbol,
  network,
  contract,
  decimals: 6,
})

const coin = (symbol: "BTC" | "ADA", network: string, slip44: number, decimals: number): Asset => ({
  id: `${network}/slip44:${slip44}`,
  symbol,
  network,
  contract: null,
  decimals,
})

/** The assets that count for payment, on all networks; any other token counts for nothing (PD2 §9). */
export const assets: ReadonlyArray<Asset> = [
  token("USDC", "eip155:8453", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  token("USDC", "eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"),
  token("USDC", "eip155:1", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
  token("USDT", "eip155:1", "0xdAC17F958D2ee523a2206206994597C13D831ec7"),
  token("USDT", "eip155:8453", "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"),
  coin("BTC", "bip122:000000000019d6689c085ae165831e93", 0, 8),
  coin("ADA", "cip34:1-764824073", 1815, 6),
]

/** The network under a CAIP-2 id or a familiar name. */
export const find = (name: string): Network | undefined => {
  const wanted = name.toLowerCase()
  return all.find(({ id, aliases }) => id === wanted || aliases.includes(wanted))
}

/** The asset of a network under a CAIP-19 id, a symbol, or the address of its contract. */
export const findAsset = (network: string, name: string): Asset | undefined => {
  const wanted = name.toLowerCase()
  return assets.find(
    (asset) =>
      asset.network === network &&
      [asset.id, asset.symbol, asset.contract ?? asset.symbol].some(
        (known) => known.toLowerCase() === wanted,
      ),
  )
}

/** The mixed-case form of 40 hexadecimal digits (EIP-55). */
export const addChecksum = (hex: string): string => {
  const lower = hex.toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const digits = [...lower].map((digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join("")}`
}

const tokenAddresses = new Set(assets.flatMap(({ contract }) => (contract === null ? [] : [contract])))

/** An EVM address, checksummed; null if its checksum fails, or if it belongs to nobody: zero, or a token's contract. */
export const readEvm = (text: string): string | null => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const hex = text.slice(2)
  const full = addChecksum(hex)
  const oneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if ((!oneCase && text !== full) || /^0+$/.test(hex) || tokenAddresses.has(full)) return null
  return full
}

/** Converts groups of five bits to bytes; null if the bits left over are not zero. */
const bytesOf = (words: Array<number>): Uint8Array | null => bech32.fromWordsUnsafe(words) ?? null

/** Whether a witness program may have this version and length. Version 0 is written in bech32, later ones in bech32m. */
const isWitness = (version: number, length: number, variety: "bech32" | "bech32m"): boolean =>
  version === 0
    ? variety === "bech32" && (length === 20 || length === 32)
    : variety === "bech32m" && version <= 16 && length >= 2 && length <= 40

/** A segregated witness address, in lower case; null if the text is not one. */
const readWitness = (text: string): string | null => {
  const plain = bech32.decodeUnsafe(text, 90)
  const read = plain ?? bech32m.decodeUnsafe(text, 90)
  if (read === undefined || read.prefix !== "bc") return null
  const [version, ...words] = read.words
  const program = bytesOf(words)
  if (version === undefined || program === null) return null
  return isWitness(version, program.length, plain === undefined ? "bech32m" : "bech32")
    ? text.toLowerCase()
    : null
}

const base58check = createBase58check(sha256)

/** No base58check address is longer. The limit matters, since decoding takes time that grows with the square of the length. */
const base58Max = 64

/** A pay-to-key-hash or pay-to-script-hash address; null if the text is not one. */
const readHash = (text: string): string | null => {
  if (text.length > base58Max) return null
  try {
    const payload = base58check.decode(text)
    return payload.length === 21 && (payload[0] === 0 || payload[0] === 5) ? text : null
  } catch {
    return null
  }
}

const readBitcoin = (text: string): string | null => readWitness(text) ?? readHash(text)

/** A Shelley payment address of the main network (CIP-19): header types 0 to 7, network 1. */
const readCardano = (text: string): string | null => {
  const read = bech32.decodeUnsafe(text, 120)
  const bytes = read === undefined ? null : bytesOf(read.words)
  const header = bytes?.[0]
  if (read === undefined || bytes === null || header === undefined) return null
  const type = header >>> 4
  const length = type < 4 ? 57 : 29
  const isSized = type === 4 || type === 5 ? bytes.length > 29 : bytes.length === length
  return read.prefix === "addr" && type < 8 && (header & 15) === 1 && isSized ? text.toLowerCase() : null
}

const readers: { readonly [Kind in Network["kind"]]: (text: string) => string | null } = {
  evm: readEvm,
  bitcoin: readBitcoin,
  cardano: readCardano,
}

const text = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))

/** A payment address as it is sent: `network` and `asset` by familiar name or CAIP id, `address` raw or CAIP-10. */
export const Addressing = Schema.Struct({
  network: member(text(64), "A familiar name, such as base, or a CAIP-2 id."),
  asset: member(text(128), "A familiar name, such as USDC, or a CAIP-19 id."),
  address: member(text(200), "The address, or its CAIP-10 id."),
}).annotations({ identifier: "Addressing" })

export type Addressing = typeof Addressing.Type

/** A payment address in the court's form: CAIP-2, CAIP-19, and the address in its usual writing. */
export interface Address {
  readonly network: string
  readonly asset: string
  readonly address: string
}

/** The address without its CAIP-10 prefix; null if the prefix names another network. */
const bare = (network: string, address: string): string | null => {
  const split = address.lastIndexOf(":")
  if (split < 0) return address
  return address.slice(0, split) === network ? address.slice(split + 1) : null
}

/**
 * A payment address in the court's form: the network as a CAIP-2 id, the asset as a CAIP-19 id, the address in its usual form. Null if the
 * service does not read that asset on that network, or if the address does not belong to that network.
 */
export const readAddress = rule(["PD11 §11"], (sent: Addressing): Address | null => {
  const network = find(sent.network.trim())
  const asset = network === undefined ? undefined : findAsset(network.id, sent.asset.trim())
  if (network === undefined || asset === undefined) return null
  const text = bare(network.id, sent.address.trim())
  const address = text === null ? null : readers[network.kind](text)
  return address === null ? null : { network: network.id, asset: asset.id, address }
})
