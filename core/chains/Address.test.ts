/** Payment addresses: published examples, and texts that are not addresses. */
import { describe, expect, it } from "vitest"
import { addChecksum, assets, readAddress } from "./Networks.ts"

const read = (network: string, asset: string, address: string) => readAddress({ network, asset, address })

/** Published examples of EIP-55, BIP-173, BIP-350 and CIP-19. */
const evm = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const p2wpkh = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const p2tr = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"
const p2pkh = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
const p2sh = "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"
const shelley =
  "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x"
const enterprise = "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8"
const testnet = "addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz"

describe("a payment address", () => {
  it("PD11 §11 names and CAIP ids name the same network and asset", () => {
    const expected = {
      network: "eip155:8453",
      asset: "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      address: evm,
    }
    expect(read("base", "USDC", evm)).toEqual(expected)
    expect(read("Base", "usdc", evm.toLowerCase())).toEqual(expected)
    expect(read(expected.network, expected.asset, `eip155:8453:${evm}`)).toEqual(expected)
  })

  it.each([
    ["bitcoin", "BTC", p2wpkh],
    ["bitcoin", "btc", p2tr],
    ["bitcoin", "BTC", p2pkh],
    ["bip122:000000000019d6689c085ae165831e93", "BTC", p2sh],
    ["cardano", "ADA", shelley],
    ["cardano", "ada", enterprise],
    ["ethereum", "USDT", evm],
  ])("PD11 §11 %s %s %s is read", (network, asset, address) => {
    expect(read(network, asset, address)?.address).toBe(address)
  })

  it("PD11 §11 upper-case bech32 is the same address", () => {
    expect(read("bitcoin", "BTC", p2wpkh.toUpperCase())?.address).toBe(p2wpkh)
  })

  it.each([
    ["a network that the service does not read", "polygon", "USDC", evm],
    ["an asset that this network does not have", "base", "BTC", evm],
    ["a broken checksum", "base", "USDC", evm.replace("aAeb", "aaeb")],
    ["the zero address", "base", "USDC", `0x${"0".repeat(40)}`],
    ["another chain in CAIP-10", "base", "USDC", `eip155:1:${evm}`],
    ["a short address", "base", "USDC", evm.slice(0, 41)],
    ["a changed letter in bech32", "bitcoin", "BTC", p2wpkh.replace("qw5", "qw6")],
    ["mixed case in bech32", "bitcoin", "BTC", p2wpkh.replace("qw5", "Qw5")],
    ["a test network", "bitcoin", "BTC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    [
      "version 0 in bech32m",
      "bitcoin",
      "BTC",
      "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    ],
    ["a changed letter in base58", "bitcoin", "BTC", p2pkh.replace("eP5", "eP6")],
    ["a test network of Cardano", "cardano", "ADA", testnet],
    ["an EVM address on Cardano", "cardano", "ADA", evm],
    ["nothing but a prefix", "bitcoin", "BTC", "bc1"],
  ])("PD11 §11 %s is not read", (_why, network, asset, address) => {
    expect(read(network, asset, address)).toBeNull()
  })

  it("PD11 §11 a token's own contract can't be a payment address, and the contracts listed are checksummed", () => {
    for (const { contract, network, symbol } of assets) {
      if (contract === null) continue
      expect(addChecksum(contract.slice(2))).toBe(contract)
      expect(read(network, symbol, contract)).toBeNull()
    }
  })
})
