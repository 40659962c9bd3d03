/** The tables of networks and assets, the checksums of addresses, and which texts are addresses of a network. */
import { sha256 } from "@noble/hashes/sha2.js"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import * as Networks from "./Networks.ts"

const read = (network: string, asset: string, address: string) =>
  Networks.readAddress({ network, asset, address })?.address ?? null
const evm = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
/** A bech32 text over groups of five bits, with the checksum as BIP-173 and BIP-350 describe it. */
const encoded = (prefix: string, fives: ReadonlyArray<number>, constant = 1): string => {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...fives]
  let check = 1
  for (const value of [...values, 0, 0, 0, 0, 0, 0]) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    for (const [i, term] of generator.entries()) if (((top >>> i) & 1) === 1) check ^= term
  }
  const sum = check ^ constant
  const tail = Array.from({ length: 6 }, (_, i) => (sum >>> (5 * (5 - i))) & 31)
  return `${prefix}1${[...fives, ...tail].map((five) => charset[five]).join("")}`
}
/** The constant in the checksum of bech32m; that of bech32 is 1. */
const m = 0x2bc830a3
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const base58Check = (payload: ReadonlyArray<number>): string => {
  const bytes = Uint8Array.from(payload)
  let value = [...bytes, ...sha256(sha256(bytes)).slice(0, 4)].reduce(
    (sum, byte) => sum * 256n + BigInt(byte),
    0n,
  )
  let text = ""
  for (; value > 0n; value /= 58n) text = `${base58[Number(value % 58n)]}${text}`
  return `${"1".repeat(payload.findIndex((byte) => byte !== 0))}${text}`
}
const fivesOf = (bytes: ReadonlyArray<number>): ReadonlyArray<number> => {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (
    bits
      .padEnd(Math.ceil(bits.length / 5) * 5, "0")
      .match(/.{5}/g)
      ?.map((five) => Number.parseInt(five, 2)) ?? []
  )
}
/** So many bytes: the first one as given, the others 7. */
const bytes = (length: number, first = 7) => [first, ...Array<number>(length - 1).fill(7)]

describe("the checksum of an address", () => {
  const text = encoded("bc", [0, ...fivesOf(bytes(20))])

  it("PD11 §11 a checksum finds every change of one letter", () => {
    expect(read("bitcoin", "BTC", text)).toBe(text)
    for (let i = 3; i < text.length; i++) {
      const other = text[i] === "q" ? "p" : "q"
      expect(read("bitcoin", "BTC", text.slice(0, i) + other + text.slice(i + 1))).toBeNull()
    }
  })

  it("PD11 §11 an address in bech32 is in lower case or in upper case, and not in both", () => {
    expect(read("bitcoin", "BTC", text.toUpperCase())).toBe(text)
    expect(read("bitcoin", "BTC", text.replace("bc1", "Bc1"))).toBeNull()
  })

  it("PD11 §11 an address in base58 has a kind, twenty bytes and their checksum", () => {
    const address = (kind: number, length: number) =>
      read("bitcoin", "BTC", base58Check([kind, ...Array<number>(length).fill(7)])) !== null
    expect([address(5, 20), address(0, 20), address(5, 19), address(5, 21), address(6, 20)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const known = base58Check([5, ...Array<number>(20).fill(7)])
    for (const wrong of [`${known}1`, `1${known}`, known.slice(1), `${known.slice(0, -1)}0`])
      expect(read("bitcoin", "BTC", wrong)).toBeNull()
  })
})

describe("an address of bitcoin", () => {
  const of = (version: number, length: number, constant: number, prefix = "bc") =>
    read("bitcoin", "BTC", encoded(prefix, [version, ...fivesOf(bytes(length))], constant))

  it.each([
    [0, 20, 1, true],
    [0, 32, 1, true],
    [0, 21, 1, false],
    [0, 20, m, false],
    [1, 32, m, true],
    [1, 32, 1, false],
    [1, 2, m, true],
    [1, 1, m, false],
    [1, 40, m, true],
    [1, 41, m, false],
    [16, 20, m, true],
    [17, 20, m, false],
  ])(
    "PD11 §11 given version %i, %i bytes and the checksum constant %i, then whether it is read is %s",
    (version, length, constant, known) => {
      expect(of(version, length, constant) !== null).toBe(known)
    },
  )

  it("PD11 §11 an address of bitcoin has its own prefix, a version, and whole bytes", () => {
    expect(of(0, 20, 1, "tb")).toBeNull()
    expect(read("bitcoin", "BTC", encoded("bc", []))).toBeNull()
    expect(read("bitcoin", "BTC", encoded("bc", [0, ...fivesOf(bytes(20)), 0]))).toBeNull()
  })

  it("PD11 §11 a text in base58 that pays neither to a key nor to a script of the main network is not read", () => {
    expect(read("bitcoin", "BTC", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn")).toBeNull()
    expect(read("bitcoin", "BTC", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ")).toBeNull()
  })
})

describe("an address of cardano", () => {
  const of = (type: number, length: number, { network = 1, prefix = "addr", constant = 1 } = {}) =>
    read("cardano", "ADA", encoded(prefix, fivesOf(bytes(length, (type << 4) | network)), constant))

  it.each([
    [0, 57, true],
    [3, 57, true],
    [0, 58, false],
    [0, 29, false],
    [4, 30, true],
    [5, 35, true],
    [4, 29, false],
    [6, 29, true],
    [7, 29, true],
    [7, 57, false],
    [8, 29, false],
  ])("PD11 §11 given type %i and %i bytes, then whether it is read is %s", (type, length, known) => {
    expect(of(type, length) !== null).toBe(known)
  })

  it("PD11 §11 an address of cardano is of the main network, in bech32, with whole bytes", () => {
    expect(of(6, 29, { network: 0 })).toBeNull()
    expect(of(6, 29, { prefix: "stake" })).toBeNull()
    expect(of(6, 29, { constant: m })).toBeNull()
    expect(read("cardano", "ADA", encoded("addr", []))).toBeNull()
    expect(read("cardano", "ADA", encoded("addr", [...fivesOf(bytes(29, 0x61)), 0]))).toBeNull()
    expect(read("cardano", "ADA", "addr")).toBeNull()
    const longest = encoded("addr", fivesOf(bytes(66, 0x41)))
    expect([longest.length, read("cardano", "ADA", longest)]).toEqual([117, longest])
    expect(read("cardano", "ADA", encoded("addr", fivesOf(bytes(70, 0x41))))).toBeNull()
  })
})

describe("an address of an EVM", () => {
  it("PD11 §11 an address in one case gets a checksum; in mixed case its checksum must hold", () => {
    expect(read("base", "USDC", evm.toLowerCase())).toBe(evm)
    expect(read("base", "USDC", `0x${evm.slice(2).toUpperCase()}`)).toBe(evm)
    expect(read("base", "USDC", evm)).toBe(evm)
    expect(read("base", "USDC", evm.replace("Aed", "aed"))).toBeNull()
  })

  it("PD11 §11 an address has forty digits after 0x, and nothing else", () => {
    expect(read("base", "USDC", `${evm}0`)).toBeNull()
    expect(read("base", "USDC", `a${evm}`)).toBeNull()
    const lower = evm.toLowerCase()
    expect([read("base", "USDC", `${lower}0`), read("base", "USDC", `0${lower}`)]).toEqual([null, null])
    expect(read("base", "USDC", evm.replace("0x", "0X"))).toBeNull()
    expect(read("base", "USDC", `0x${"0".repeat(39)}1`)).not.toBeNull()
    expect(read("base", "USDC", `0x1${"0".repeat(39)}`)).not.toBeNull()
  })

  it("PD11 §11 an address may have blanks around it, and its network before it", () => {
    expect(Networks.readAddress({ network: " base ", asset: " USDC ", address: ` ${evm} ` })?.address).toBe(
      evm,
    )
    expect(read("base", "USDC", `eip155:8453:${evm}`)).toBe(evm)
    expect(read("base", "USDC", `eip155:1:${evm}`)).toBeNull()
    expect(read("base", "USDC", `:${evm}`)).toBeNull()
  })
})

describe("networks and assets", () => {
  it("PD11 §11 the networks and assets are these, and the id of a token ends with its contract", () => {
    expect(
      Networks.all.map(({ id, aliases, kind, confirmations }) =>
        [id, ...aliases, kind, confirmations].join(" "),
      ),
    ).toEqual([
      "eip155:8453 base evm baseConfirmations",
      "eip155:84532 base-sepolia evm baseConfirmations",
      "eip155:1 ethereum evm ethereumConfirmations",
      "bip122:000000000019d6689c085ae165831e93 bitcoin bitcoin bitcoinConfirmations",
      "cip34:1-764824073 cardano cardano cardanoConfirmations",
    ])
    expect(
      Networks.assets.map(({ id, symbol, network, decimals }) => `${symbol} ${decimals} ${network} ${id}`),
    ).toEqual([
      "USDC 6 eip155:8453 eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      "USDC 6 eip155:84532 eip155:84532/erc20:0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      "USDC 6 eip155:1 eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      "USDT 6 eip155:1 eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7",
      "USDT 6 eip155:8453 eip155:8453/erc20:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2",
      "BTC 8 bip122:000000000019d6689c085ae165831e93 bip122:000000000019d6689c085ae165831e93/slip44:0",
      "ADA 6 cip34:1-764824073 cip34:1-764824073/slip44:1815",
    ])
    for (const { id, contract } of Networks.assets)
      expect(contract === null || id.endsWith(contract)).toBe(true)
  })

  it("PD11 §11 a network is found by its id or name, and an asset by its id, symbol or contract, in any case of letters", () => {
    const usdc = needPresent(Networks.assets[0], "the first token in the list")
    const contract = needPresent(usdc.contract, "the contract of a token")
    expect(Networks.find("BASE")?.id).toBe("eip155:8453")
    expect(Networks.find("EIP155:8453")?.id).toBe("eip155:8453")
    expect(Networks.find("")).toBeUndefined()
    for (const name of [usdc.id, "usdc", contract, contract.toUpperCase()])
      expect(Networks.findAsset("eip155:8453", name)).toBe(usdc)
    expect(Networks.findAsset("eip155:1", "usdc")?.network).toBe("eip155:1")
    expect(Networks.findAsset("eip155:5", "usdc")).toBeUndefined()
    expect(Networks.findAsset("eip155:8453", "eth")).toBeUndefined()
  })
})
