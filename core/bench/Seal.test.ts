/** Malformed keys and signatures, retired keys, and a judgment as it is composed. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { describe, expect, it } from "vitest"
import { judgmentRecord, type NotaryDocument, verifySeal } from "../judgments/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { format } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { compose } from "./Compose.ts"
import { delivered, draft, facts, pay, reserved } from "./testing/Cases.ts"

const secret = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(ed25519.getPublicKey(secret))
const manner = { act: "judgment", basis: "contested", judgeLine: "L" } as const
const { payload } = compose(draft(), manner, facts(), reserved(), start)
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
    judgmentRecord({ judgment: kept, payload, seal: { ...seal, ...changes } }, notary, "https://c", start)

  it("Rule 5.4 a judgment is intact only if its payload has the hash of the seal and that of the judgment", () => {
    expect(shown({})).toMatchObject({ intact: true, verified: true, atDelivery: true, sealed: true })
    expect(shown({ sha256: sha256Hex("other") })).toMatchObject({ intact: false, verified: false })
    expect(shown({}, { ...judgment, payloadSha256: sha256Hex("other") })).toMatchObject({ intact: false })
  })

  it("Rule 5.4 a seal that was made after delivery is shown as such", () => {
    expect(shown({ sealedAt: start + 1 }).atDelivery).toBe(false)
  })
})

describe("a judgment as it is composed", () => {
  const composed = (changes: Parameters<typeof draft>[0], as: Parameters<typeof compose>[1] = manner) =>
    compose(draft(changes), as, facts(), reserved(), start)

  it("Rule 6.3 a judgment on appeal has its own court, series, finality and note", () => {
    const finality = { status: "final", until: null } as const
    const appeal = {
      id: "appeal-1",
      series: "UC",
      finality,
      note: "The appeal is allowed.",
      feeCents: 0,
    } as const
    const made = composed({}, { ...manner, appeal })
    expect(made.judgment).toMatchObject({
      citation: "[2026] UC 1",
      court: "Upper Court",
      appealId: "appeal-1",
      finality,
    })
    expect(made.payload).toContain("1 November.\\n\\nThe appeal is allowed.\\n\\n## Authorities")
    expect(composed({}).payload).toContain("1 November.\\n\\n## Authorities")
  })

  it("Rule 5.3 a judgment that goes beyond the claim states its reasons for that, unless it is by consent", () => {
    const beyond = { orders: [pay(20_000, { kind: "other", against: "seller" })], beyondPrayer: "Justice." }
    const claimless = { ...facts(), sought: [] }
    const text = (basis: "contested" | "consent") =>
      compose(draft(beyond), { ...manner, basis }, claimless, reserved(), start).payload
    expect(text("contested")).toContain("**Beyond what was sought (order 1):** Justice.")
    expect(text("consent")).not.toContain("Beyond what was sought")
  })

  it("PD11 §2 a composed judgment names no entries before they are opened", () => {
    expect(composed({}).judgment.entries).toEqual([])
  })
})
