/** The networks and assets whose transfers the service reads, by CAIP-2 and CAIP-19 ids, and the names people use for them. */
import type { FigureName } from "../Schedule.ts"

export interface Network {
  readonly id: string
  readonly aliases: ReadonlyArray<string>
  readonly kind: "evm" | "bitcoin" | "cardano"
  /** The figure that says after how many confirmations a transfer counts. */
  readonly confirmations: FigureName
}

export const networks: ReadonlyArray<Network> = [
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

export interface Asset {
  /** CAIP-19. */
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
export const networkNamed = (name: string): Network | undefined => {
  const wanted = name.toLowerCase()
  return networks.find(({ id, aliases }) => id === wanted || aliases.includes(wanted))
}

/** The asset of a network under a CAIP-19 id, a symbol, or the address of its contract. */
export const assetNamed = (network: string, name: string): Asset | undefined => {
  const wanted = name.toLowerCase()
  return assets.find(
    (asset) =>
      asset.network === network &&
      [asset.id, asset.symbol, asset.contract ?? asset.symbol].some(
        (known) => known.toLowerCase() === wanted,
      ),
  )
}
