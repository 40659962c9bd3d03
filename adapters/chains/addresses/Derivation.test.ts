import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { hmac } from "@noble/hashes/hmac.js"
import { pbkdf2 } from "@noble/hashes/pbkdf2.js"
import { sha512 } from "@noble/hashes/sha2.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { bech32 } from "@scure/base"
import { HDKey } from "@scure/bip32"
import { Either } from "effect"
import * as fc from "fast-check"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { Networks } from "../../../core/chains/index.ts"
import { bitcoinAddress, cardanoAddress, evmAddress, make, noKeys } from "./Derivation.ts"
import { readBip32, readCardano } from "./ExtendedKey.ts"

/** The account of BIP-84's own test vectors. */
const zpub =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
const zprv =
  "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE"

/** How Cardano wallets make a root and derive private keys (CIP-3 Icarus, BIP32-Ed25519), independent of the code under test. */
const icarusRoot = (entropy: Uint8Array) => {
  const root = pbkdf2(sha512, new Uint8Array(), entropy, { c: 4096, dkLen: 96 })
  const [first = 0, last = 0] = [root[0], root[31]]
  root[0] = first & 0xf8
  root[31] = (last & 0x1f) | 0x40
  return root
}
const pointOf = (key: Uint8Array) =>
  ed25519.Point.BASE.multiply(bytesToNumberLE(key.slice(0, 32)) % ed25519.Point.Fn.ORDER)
const privateChild = (key: Uint8Array, index: number): Uint8Array => {
  const at = new Uint8Array(4)
  new DataView(at.buffer).setUint32(0, index, true)
  const hard = index >= 2 ** 31
  const parent = hard ? key.slice(0, 64) : pointOf(key).toBytes()
  const hashed = (tag: number) => hmac(sha512, key.slice(64), Uint8Array.from([tag, ...parent, ...at]))
  const z = hashed(hard ? 0 : 2)
  const left = bytesToNumberLE(key.slice(0, 32)) + 8n * bytesToNumberLE(z.slice(0, 28))
  const right = (bytesToNumberLE(key.slice(32, 64)) + bytesToNumberLE(z.slice(32))) % 2n ** 256n
  const chainCode = hashed(hard ? 1 : 3).slice(32)
  return Uint8Array.from([...numberToBytesLE(left, 32), ...numberToBytesLE(right, 32), ...chainCode])
}
const hardened = (index: number) => 2 ** 31 + index
const cardanoAccount = (entropy: Uint8Array) =>
  [hardened(1852), hardened(1815), hardened(0)].reduce(privateChild, icarusRoot(entropy))
const xvkOf = (account: Uint8Array) =>
  bech32.encode(
    "acct_xvk",
    bech32.toWords(Uint8Array.from([...pointOf(account).toBytes(), ...account.slice(64)])),
    200,
  )
/** The entropy of "test walk nut penalty hip pave soap entry language right filter choice", the phrase of CIP-19's examples. */
const cip19Entropy = hexToBytes("df9ed25ed146bf43336a5d7cf7395994")

const bitcoin = Either.getOrThrow(readBip32(zpub, ["xpub", "zpub"]))
const seed = new Uint8Array(32).fill(7)
const evmRoot = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'")
const evm = Either.getOrThrow(readBip32(evmRoot.publicExtendedKey, ["xpub"]))
const testRoot = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf }).derive("m/84'/1'/0'")

describe("addresses from an extended public key", () => {
  it("PD2 §9 on bitcoin, the first addresses are those of BIP-84's test vectors", () => {
    expect([0, 1].map((index) => bitcoinAddress(bitcoin, index))).toEqual([
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    ])
  })

  it("PD2 §9 on an EVM chain, viem derives the same addresses from the same phrase", () => {
    const phrase = "test test test test test test test test test test test junk"
    // BIP-39: the seed of a phrase without a passphrase.
    const root = HDKey.fromMasterSeed(pbkdf2(sha512, phrase, "mnemonic", { c: 2048, dkLen: 64 })).derive(
      "m/44'/60'/0'",
    )
    const key = Either.getOrThrow(readBip32(root.publicExtendedKey, ["xpub"]))
    for (const addressIndex of [0, 1, 7, 1000]) {
      expect(evmAddress(key, addressIndex)).toBe(mnemonicToAccount(phrase, { addressIndex }).address)
    }
    expect(evmAddress(key, 0)).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
  })

  it("PD2 §9 on Cardano, the first is the enterprise address of CIP-19's example", () => {
    const key = Either.getOrThrow(readCardano(xvkOf(cardanoAccount(cip19Entropy))))
    expect(cardanoAddress(key, 0)).toBe("addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8")
  })

  it("PD2 §9 on Cardano, the private key of each child owns the address that public derivation gives", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(2 ** 31 - 1), (entropy, index) => {
        const account = cardanoAccount(entropy)
        const key = Either.getOrThrow(readCardano(xvkOf(account)))
        const owner = pointOf(privateChild(privateChild(account, 0), index)).toBytes()
        const payload = Uint8Array.from([0x61, ...blake2b(owner, { dkLen: 28 })])
        expect(cardanoAddress(key, index)).toBe(bech32.encode("addr", bech32.toWords(payload), 120))
      }),
      { numRuns: 5 },
    )
  })

  it("PD2 §9 the court can read every derived address, and no two are alike", () => {
    const cardano = Either.getOrThrow(readCardano(xvkOf(cardanoAccount(cip19Entropy))))
    const addresses = make({ evm, bitcoin, cardano })
    const wanted = [
      ["evm", "base", "USDC"],
      ["bitcoin", "bitcoin", "BTC"],
      ["cardano", "cardano", "ADA"],
    ] as const
    for (const [family, network, asset] of wanted) {
      const found = Array.from({ length: 20 }, (_, index) => addresses.derive(family, index))
      expect(new Set(found).size).toBe(20)
      for (const address of found)
        expect(Networks.readAddress({ network, asset, address: address ?? "" })?.address).toBe(address)
      expect(make(noKeys).derive(family, 0)).toBeNull()
    }
  })
})

describe("a text that is not an extended public key of an account", () => {
  const secrets = [
    zprv,
    evmRoot.privateExtendedKey,
    "test test test test test test test test test test test junk",
    "0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn",
    "acct_xsk1wzjkw933vws6kyf8he6dng5w67mmtreg5vu0ms6cx5p9g2y5p3w3ptwh5gxh8cjyu6m299cvmhr992589vwg5",
    bech32.encode("root_xsk", bech32.toWords(new Uint8Array(96)), 300),
  ]

  it("PD2 §6A a private key of any kind is refused as a private key, and the message does not repeat it", () => {
    for (const secret of secrets) {
      const refusedBy = <A>(read: Either.Either<A, string>) => (Either.isLeft(read) ? read.left : "")
      for (const why of [refusedBy(readBip32(secret, ["xpub", "zpub"])), refusedBy(readCardano(secret))]) {
        expect(why).toContain("private key")
        expect(why).not.toContain(secret.slice(0, 12))
      }
    }
  })

  it.each([
    ["a changed letter", zpub.replace("rFR7", "rFR8"), "can't be read"],
    ["a key of a test network", testRoot.publicExtendedKey, "test network"],
    ["the root's public key", HDKey.fromMasterSeed(seed).publicExtendedKey, "level 0"],
    ["the public key of a receiving branch", evmRoot.deriveChild(0).publicExtendedKey, "level 4"],
    ["nothing at all", "", "can't be read"],
    ["a word", "hello", "can't be read"],
  ])("PD2 §9 %s is refused with its reason", (_what, given, why) => {
    const refused = readBip32(given, ["xpub", "zpub"])
    expect(Either.isLeft(refused) ? refused.left : "").toContain(why)
  })

  it("PD2 §9 a zpub is accepted for bitcoin alone, and a Cardano key must be that of an account", () => {
    expect(Either.isLeft(readBip32(zpub, ["xpub"]))).toBe(true)
    const other = bech32.encode("stake_xvk", bech32.toWords(new Uint8Array(64)), 200)
    expect(Either.isLeft(readCardano(other))).toBe(true)
  })
})
