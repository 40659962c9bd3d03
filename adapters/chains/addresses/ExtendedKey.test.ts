import { sha256 } from "@noble/hashes/sha2.js"
import { base58check, bech32 } from "@scure/base"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { readBip32, readCardano } from "./ExtendedKey.ts"

const whyNot = <A>(read: Either.Either<A, string>): string => (Either.isLeft(read) ? read.left : "nothing")
const xvk = (bytes: Uint8Array, prefix = "acct_xvk") => bech32.encode(prefix, bech32.toWords(bytes), 200)

describe("an extended public key that can't be one", () => {
  it("PD2 §9 an xpub whose point is not on the curve is refused", () => {
    const payload = new Uint8Array(78)
    payload.set([0x04, 0x88, 0xb2, 0x1e, 3])
    const text = base58check(sha256).encode(payload)
    expect(text).toMatch(/^xpub/)
    expect(whyNot(readBip32(text, ["xpub"]))).toContain("can't be read as one")
  })

  it.each([
    ["text that is not bech32", "hello", "can't be read as one"],
    ["a key of half the length", xvk(new Uint8Array(32)), "can't be read as one"],
    ["bytes that are not a point of the curve", xvk(new Uint8Array(64).fill(2)), "can't be read as one"],
    ["a key of another role", xvk(new Uint8Array(64), "stake_xvk"), "another kind of key"],
  ])("PD2 §9 for Cardano, %s is refused", (_what, text, why) => {
    expect(whyNot(readCardano(text))).toContain(why)
  })

  it("PD2 §6A a private key of Cardano is refused as a private key, whatever its prefix", () => {
    expect(whyNot(readCardano(xvk(new Uint8Array(64), "acctsk")))).toContain("private key")
  })
})
