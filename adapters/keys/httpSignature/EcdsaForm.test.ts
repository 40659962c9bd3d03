import { generateKeyPairSync, sign, verify } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { derOf } from "./Verify.ts"

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
const raw = (r: number, s: number, at = 31) => {
  const bytes = new Uint8Array(64)
  bytes[at] = r
  bytes[32 + at] = s
  return bytes
}

describe("derOf", () => {
  it("RFC 3279 §2.2.3 writes r and s as integers in as few bytes as they take", () => {
    expect([...derOf(raw(1, 0x7f))]).toEqual([0x30, 6, 2, 1, 1, 2, 1, 0x7f])
    expect([...derOf(raw(0x80, 0))]).toEqual([0x30, 7, 2, 2, 0, 0x80, 2, 1, 0])
    expect([...derOf(raw(0xff, 1, 0))].slice(0, 6)).toEqual([0x30, 69, 2, 33, 0, 0xff])
  })

  it("RFC 9421 §3.3.4 given what OpenSSL signed, then both forms verify, and no changed one does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(63), (data, at) => {
        const signature = sign("sha256", data, { key: privateKey, dsaEncoding: "ieee-p1363" })
        expect(verify("sha256", data, publicKey, derOf(signature))).toBe(true)
        const changed = Uint8Array.from(signature, (byte, i) => (i === at ? byte ^ 1 : byte))
        expect(verify("sha256", data, publicKey, derOf(changed))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it("RFC 9421 §3.3.4 given numbers that no signature has, then they verify nothing", () => {
    for (const bytes of [raw(0, 0), raw(0, 1), raw(1, 0), new Uint8Array(64).fill(0xff)])
      expect(verify("sha256", Buffer.from("x"), publicKey, derOf(bytes))).toBe(false)
  })
})
