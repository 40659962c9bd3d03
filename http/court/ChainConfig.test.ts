import { HDKey } from "@scure/bip32"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { noChains, readChains } from "./ChainConfig.ts"

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).derive("m/44'/60'/0'")
const problems = (env: Readonly<Record<string, string>>) => {
  const read = readChains(env)
  return Either.isLeft(read) ? read.left : []
}

describe("the environment's chains", () => {
  it("PD2 §9 without variables no chain is read, and nobody is paid", () => {
    expect(Either.getOrThrow(readChains({}))).toEqual(noChains)
    expect(
      Either.getOrThrow(readChains({ COURT_ESPLORA: "", COURT_XPUB_EVM: "", COURT_PRICES: "" })),
    ).toEqual(noChains)
  })

  it("PD2 §9 gives endpoints (local ones too), sources of prices, keys and the interval", () => {
    const read = Either.getOrThrow(
      readChains({
        COURT_EVM_RPC_8453: "https://node.example/v2/key?x=1",
        COURT_EVM_RPC_1: "http://127.0.0.1:8545",
        COURT_ESPLORA: "http://localhost:3000/api/",
        COURT_KOIOS: "https://koios.example/api/v1",
        COURT_PRICES: "https://a.example/api/v1/prices, https://b.example/api/v3/simple/price",
        COURT_XPUB_EVM: root.publicExtendedKey,
        COURT_READ_EVERY: "2",
      }),
    )
    expect(read.sources).toEqual({
      evm: [
        { chainId: 8453, url: "https://node.example/v2/key?x=1" },
        { chainId: 1, url: "http://127.0.0.1:8545" },
      ],
      esplora: "http://localhost:3000/api",
      koios: "https://koios.example/api/v1",
      prices: ["https://a.example/api/v1/prices", "https://b.example/api/v3/simple/price"],
    })
    expect([read.keys.evm?.depth, read.keys.bitcoin, read.everyMs]).toEqual([3, null, 2000])
  })

  it("PD2 §6A a private key is refused with the name of its variable, and no part of it is printed", () => {
    const secret = root.privateExtendedKey
    for (const name of ["COURT_XPUB_EVM", "COURT_XPUB_BTC", "COURT_XPUB_ADA"]) {
      const [line = "", ...more] = problems({ [name]: secret })
      expect(more).toEqual([])
      expect(line).toMatch(new RegExp(`^${name}: this is a private key`))
      expect(line).not.toContain(secret.slice(4, 20))
    }
  })

  it("PD2 §9 every wrong variable is named at once, and no address is printed", () => {
    const found = problems({
      COURT_EVM_RPC_137: "https://node.example",
      COURT_EVM_RPC_8453: "wss://node.example/secret",
      COURT_EVM_RPC_84532: "https://node.example",
      COURT_ESPLORA: "blockstream",
      COURT_KOIOS: "ftp://koios.example/secret",
      COURT_PRICES: "https://a.example/secret",
      COURT_XPUB_BTC: root.publicExtendedKey.replace("xpub", "zpub"),
      COURT_READ_EVERY: "0",
    })
    expect(found.map((line) => line.split(":")[0]).sort()).toEqual([
      "COURT_ESPLORA",
      "COURT_EVM_RPC_137",
      "COURT_EVM_RPC_8453",
      "COURT_EVM_RPC_84532",
      "COURT_KOIOS",
      "COURT_PRICES",
      "COURT_READ_EVERY",
      "COURT_XPUB_BTC",
    ])
    expect(found.join()).not.toContain("secret")
    expect(problems({ COURT_EVM_RPC_84532: "https://node.example", COURT_SANDBOX: "1" })).toEqual([])
  })
})
