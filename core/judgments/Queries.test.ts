import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { delivered, draft, pay } from "../bench/testing/Cases.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { hours } from "../kernel/Time.ts"
import { eventOf, loggedCourt, provedPlace } from "../log/testing/Proved.ts"
import type { Journalled } from "../store/Store.ts"
import { contextFor, start } from "../testing/Context.ts"
import { Judgments, subjectOf } from "./Judgment.ts"
import { disposition, isSigned, judgmentItem, judgmentRecord, proveJudgment, type Sealed } from "./Queries.ts"

const secret = new Uint8Array(32).fill(7)

const notary = { publicKey: bytesToHex(ed25519.getPublicKey(secret)), retiredKeys: [] }

const base = "https://court.example"

const words = JSON.stringify({
  court: "Magistrate",
  register: "Register of Judgments",
  citation: "[2026] MC 1",
  title: "A v B",
  delivered: "2026-11-20T09:00:00.000Z",
  orders: [],
})

const sealed = (payload = words): Sealed => ({
  judgment: { ...delivered(), payloadSha256: sha256Hex(payload) },
  payload,
  fees: [],
  seal: {
    id: "[2026] MC 1",
    algorithm: "ed25519",
    publicKey: notary.publicKey,
    signature: bytesToHex(ed25519.sign(utf8ToBytes(payload), secret)),
    sha256: sha256Hex(payload),
    sealedAt: start,
  },
})

describe("judgmentRecord", () => {
  it("PD17 §1A the record names the judge that drafted, if one is recorded", () => {
    const one = sealed()
    const judge = { judge: "papers", version: "PD15 1" } as const
    const { judge: _, ...unnamed } = one.judgment
    expect(judgmentRecord({ ...one, judgment: { ...unnamed, judge } }, notary, base, start).judge).toEqual(
      judge,
    )
    expect(judgmentRecord({ ...one, judgment: unnamed }, notary, base, start).judge).toBeNull()
  })

  it("PD17 §1 the record has every member that the contract names", () => {
    const record = judgmentRecord(sealed(), notary, base, start)
    expect(record).toMatchObject({
      court: "Magistrate",
      register: "Register of Judgments",
      citation: "[2026] MC 1",
      payload: words,
      sealed: true,
      algorithm: "ed25519",
      publicKey: notary.publicKey,
      sealedAt: "2026-11-20T09:00:00.000Z",
      atDelivery: true,
      intact: true,
      verified: true,
      key: "https://court.example/.well-known/notary.json",
      judgment: "https://court.example/api/v1/judgments/%5B2026%5D%20MC%201",
      page: "https://court.example/judgments/%5B2026%5D%20MC%201",
    })
    expect(record.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(record.sha256).toBe(sha256Hex(record.payload))
    expect(record.verify.join("\n")).toContain("openssl pkeyutl -verify")
  })

  it("Rule 5.4 the record shows an altered payload, a seal of another judgment and a key that is not the court's", () => {
    const tampered = judgmentRecord({ ...sealed(), payload: '{"court":"Nobody"}' }, notary, base, start)
    expect(tampered).toMatchObject({ intact: false, verified: false })
    const ofAnother = sealed(words.replace("MC 1", "MC 2"))
    expect(judgmentRecord(ofAnother, notary, base, start)).toMatchObject({ intact: true, verified: false })
    const otherNotary = { publicKey: "0".repeat(64), retiredKeys: [] }
    expect(judgmentRecord(sealed(), otherNotary, base, start)).toMatchObject({
      intact: true,
      verified: false,
    })
  })

  it("PD17 §2 the finality of a judgment changes with time, and its sealed payload does not", () => {
    const before = judgmentRecord(sealed(), notary, base, start)
    const after = judgmentRecord(sealed(), notary, base, start + hours(72))
    expect([before.finality, before.openUntil]).toEqual(["open to appeal", "2026-11-23T09:00:00.000Z"])
    expect([after.finality, after.openUntil]).toEqual(["final", null])
    expect(after.marks).toEqual({ reported: true, vacated: false, setAside: false, supersededBy: null })
    expect(after.payload).toBe(before.payload)
  })
})

describe("judgmentItem", () => {
  it("PD17 §1 an item names the parties by handle and nothing of their operators", () => {
    const item = judgmentItem(delivered(), start)
    expect(item).toMatchObject({ citation: "[2026] MC 1", claimant: "buyer", respondent: "seller" })
    expect(JSON.stringify(item)).not.toContain("operator")
  })
})

describe("disposition", () => {
  it("PD17 §1 a disposition has the schema cp.disposition/1 and the orders as made", () => {
    const judgment = delivered(draft({ orders: [pay(70_000)] }))
    expect(disposition(judgment, start)).toEqual({
      schema: "cp.disposition/1",
      citation: "[2026] MC 1",
      matterId: "matter-1",
      orders: [
        {
          n: 1,
          kind: "pay",
          text: expect.stringContaining("Of USD 700.00, USD 500.00 is ordered"),
          amountCents: 50_000,
          against: "agent-seller",
          inFavourOf: "agent-buyer",
          currency: "USD",
          hours: 72,
        },
      ],
      finality: "open to appeal",
      asOf: "2026-11-20T09:00:00.000Z",
      payloadSha256: judgment.payloadSha256,
    })
  })

  it("Rule 5.6 a disposition is signed once the judgment is final, and never if the judgment was vacated", () => {
    const signedAt = (now: number, judgment = delivered()) => isSigned(disposition(judgment, now))
    expect(signedAt(start + hours(72) - 1)).toBe(false)
    expect(signedAt(start + hours(72))).toBe(true)
    const vacated = { ...delivered(), finality: { status: "vacated", until: null } } as const
    expect(signedAt(start + hours(100), vacated)).toBe(false)
  })
})

const judgment = delivered()
const { citation } = judgment
const ask = (told: ReadonlyArray<Journalled>, of: string) =>
  proveJudgment.read(
    { citation: of },
    contextFor({ role: "public" }),
    loggedCourt(told, Changed.put(Judgments, judgment)),
  )

describe("the proof of a judgment", () => {
  it("PD17 §1 is of its delivery, whatever else its commit and later ones tell of it", () => {
    const told = [
      eventOf(1, "judgment.delivered", subjectOf("[2026] MC 99")),
      eventOf(2, "compliance.opened", subjectOf(citation)),
      eventOf(3, "judgment.delivered", subjectOf(citation)),
      eventOf(4, "judgment.final", subjectOf(citation)),
    ]
    const provedOf = (events: ReadonlyArray<Journalled>) =>
      provedPlace(Effect.runSync(Effect.orDie(ask(events, citation))))
    expect(provedOf(told)).toBe(2)
    // A journal that has lost the delivery proves nothing else in its place.
    expect(provedOf(told.filter(({ cursor }) => cursor !== "3"))).toBeNull()
  })

  it("PD17 §1 is refused for a citation that no judgment has", () => {
    expect(Effect.runSync(Effect.flip(ask([], "[2026] MC 99")))).toMatchObject({ code: "unknown_judgment" })
  })
})
