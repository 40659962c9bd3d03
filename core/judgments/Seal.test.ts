/** Malformed keys and signatures, retired keys, and when a judgment is shown as intact. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { describe, expect, it } from "vitest"
import { delivered } from "../bench/testing/Cases.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { format } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { judgmentRecord } from "./Queries.ts"
import { type NotaryDocument, verifySeal } from "./Verify.ts"

const secret = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(ed25519.getPublicKey(secret))
const payload = JSON.stringify({
  court: "Magistrate",
  register: "Register of Judgments",
  citation: delivered().citation,
  title: "A v B",
  delivered: format(start),
  orders: [],
})
const signature = bytesToHex(ed25519.sign(utf8ToBytes(payload), secret))
const record = { payload, algorithm: "ed25519", publicKey, signature, sha256: sha256Hex(payload) } as const
const notary: NotaryDocument = { publicKey, retiredKeys: [] }

describe("a seal", () => {
  const failed = (changes: Partial<Parameters<typeof verifySeal>[0]>) =>
    verifySeal({ ...record, ...changes }, notary).failed

  /** Checks that the seal fails if its key, or its signature, is altered so. */
  const expectToFail = (alter: (hex: string) => string) => {
    expect(failed({ publicKey: alter(publicKey) })).toEqual(["key", "signature"])
    expect(failed({ signature: alter(signature) })).toEqual(["signature"])
  }

  it("Rule 5.4 the seal verifies as it was made", () => {
    expect(failed({})).toEqual([])
  })

  it.each(["x", "0"])("Rule 5.4 given %j added to its key or signature, then the seal fails", (more) => {
    expectToFail((hex) => `${hex}${more}`)
    expectToFail((hex) => `${more}${hex}`)
  })

  it("Rule 5.4 given a character cut off its key or signature, then the seal fails", () => {
    expectToFail((hex) => hex.slice(1))
    expectToFail((hex) => hex.slice(0, -1))
  })

  it("Rule 5.4 given its key in upper case, then the seal fails", () => {
    expect(failed({ publicKey: publicKey.toUpperCase() })).toEqual(["key", "signature"])
  })

  it("Rule 5.4 given a key that was retired twice, then the earlier retirement decides", () => {
    const retired = (...at: ReadonlyArray<number>) =>
      verifySeal(record, {
        publicKey: "00",
        retiredKeys: [
          { publicKey: "11", retiredAt: format(0) },
          ...at.map((one) => ({ publicKey, retiredAt: format(one) })),
        ],
      }).failed
    expect([retired(), retired(start), retired(start + 1)]).toEqual([["key"], ["retired"], []])
    expect([retired(start, start + 1), retired(start + 1, start + 2)]).toEqual([["retired"], []])
  })

  const judgment = { ...delivered(), payloadSha256: sha256Hex(payload) }
  const seal = { id: judgment.citation, ...record, sealedAt: start }
  const shown = (changes: Partial<typeof seal>, kept = judgment) =>
    judgmentRecord(
      { judgment: kept, payload, fees: [], seal: { ...seal, ...changes } },
      notary,
      "https://c",
      start,
    )

  it("Rule 5.4 a judgment is intact only if its payload has the hash of the seal and that of the judgment", () => {
    expect(shown({})).toMatchObject({ intact: true, verified: true, atDelivery: true, sealed: true })
    expect(shown({ sha256: sha256Hex("other") })).toMatchObject({ intact: false, verified: false })
    expect(shown({}, { ...judgment, payloadSha256: sha256Hex("other") })).toMatchObject({ intact: false })
  })

  it("Rule 5.4 a seal that was made after delivery is shown as such", () => {
    expect(shown({ sealedAt: start + 1 }).atDelivery).toBe(false)
  })
})
