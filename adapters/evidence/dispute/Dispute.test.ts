import { createHash } from "node:crypto"
import { calculateJwkThumbprint } from "jose"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { examine, recognise } from "../Formats.ts"
import {
  didDocument,
  documents,
  ed25519,
  encode,
  es256,
  now,
  seconds,
  sha256,
  token,
} from "../testing/Artifacts.ts"
import { type DisputeGiven, disputeOf, type Signing } from "../testing/Disputes.ts"

const spoken = ["dispute_jwt"] as const
const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

const owner: Signing = { pair: await ed25519(), name: "did:web:owner.example" }
const shop: Signing = { pair: await es256(), name: "did:web:shop.example" }
const published = async (...all: ReadonlyArray<Signing>) =>
  Object.fromEntries(
    await Promise.all(
      all.map(async ({ name, pair }) => [
        `https://${name.slice("did:web:".length)}/.well-known/did.json`,
        didDocument(name, pair.jwk, await calculateJwkThumbprint(pair.jwk)),
      ]),
    ),
  ) as { readonly [url: string]: string }
const texts = await published(owner, shop)

const read = (text: string, at = now) => examine(text, documents(texts), at, spoken)
const made = async (given: DisputeGiven = {}) => read((await disputeOf(owner, shop, given)).dispute)
const saidHash = (text: string) =>
  createHash("sha256")
    .update(Buffer.from(text.split(".")[1] ?? "", "base64url"))
    .digest("hex")
const delta = (field: string, authorized: unknown, actual: unknown) => ({ field, authorized, actual })
const sum = delta("constraints.maxAmount", "100000000", "450000000")

describe("dispute evidence of a payment by an agent", () => {
  it("Rule 4.11 holds with a grant, a receipt that names it, and a difference that is so", async () => {
    const { dispute, grant, receipt } = await disputeOf(owner, shop)
    const found = read(dispute)
    expect(found?.format).toBe("dispute_jwt")
    expect(failed(found)).toEqual([])
    expect(found?.signers.map(({ role, valid }) => [role, valid])).toEqual([
      ["disputant", true],
      ["owner", true],
      ["issuer", true],
    ])
    expect(found?.statement.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      "disputant: Dispute: the reason is “scope-exceeded”.",
      "disputant: Dispute: constraints.maxAmount is 100000000 in the grant and 450000000 in the receipt.",
      "owner: Grant: did:web:owner.example:shopper may pay at most 100000000 units of USDC to did:web:shop.example, until 2026-11-24T13:00:00.000Z.",
      `issuer: Receipt: did:web:owner.example:shopper paid 450000000 units of USDC to did:web:shop.example at 2026-11-24T11:59:00.000Z, under the grant ${sha256(grant)}.`,
    ])
    expect(found?.terms).toEqual([
      {
        kind: "mandate",
        by: "issuer",
        grantedBy: "owner",
        mandate: Buffer.from(sha256(grant), "base64url").toString("hex"),
        receipt: Buffer.from(sha256(receipt), "base64url").toString("hex"),
        signed: saidHash(receipt),
        transaction: null,
        grantedAt: now - 120_000,
        takenAt: now - 60_000,
        currency: "USDC",
        limit: "100000000",
        taken: "450000000",
        forbids: false,
      },
    ])
  })

  it("Rule 4.11 is any other token to a court that does not speak the format", async () => {
    const { dispute } = await disputeOf(owner, shop)
    expect(recognise(dispute)?.format).toBe("jws")
    expect(recognise(dispute, spoken)?.format).toBe("dispute_jwt")
  })

  it("Rule 4.11 names what it needs: the documents of the owner and of whoever signed the receipt", async () => {
    const { dispute } = await disputeOf(owner, shop)
    const needs = recognise(dispute, spoken)?.needs.filter((url) => !url.startsWith("court:"))
    expect(new Set(needs)).toEqual(new Set(Object.keys(texts)))
  })

  it("Rule 4.11 finds a key by its thumbprint under whatever name its document lists it", async () => {
    const { dispute } = await disputeOf(owner, shop)
    const renamed = Object.fromEntries(
      [owner, shop].map(({ name, pair }) => [
        `https://${name.slice("did:web:".length)}/.well-known/did.json`,
        didDocument(name, pair.jwk, "any-name"),
      ]),
    )
    const found = examine(dispute, documents(renamed), now, spoken)
    expect(failed(found)).toEqual([])
    expect(found?.signers[2]?.key).toBe("did:web:shop.example#any-name")
    const others = await published({ ...owner, pair: await ed25519() }, shop)
    expect(failed(examine(dispute, documents(others), now, spoken))).toContain("dispute: signature")
  })

  it.each([
    ["more than the grant has", [delta("constraints.maxAmount", "90000000", "450000000")]],
    ["less than was paid", [delta("constraints.maxAmount", "100000000", "400000000")]],
    ["a sum in another currency", [{ ...sum, currency: "EURC" }]],
    ["a constraint that nobody compares", [delta("scope", "payment", "refund")]],
    ["the prototype", [delta("__proto__.toString", "a", "b")]],
    ["a payee that the grant names", [delta("aud", "did:web:shop.example", "did:web:shop.example")]],
    ["an agent that is the same", [delta("sub", "did:web:owner.example:shopper", "did:web:thief.example")]],
    ["one difference that is so and one that is not", [sum, delta("constraints.currency", "USDC", "EURC")]],
    ["a text in its place", ["constraints.maxAmount"]],
  ])("Rule 4.11 fails if the difference is false: %s", async (_, stated) => {
    expect(failed(await made({ delta: stated }))).toContain("delta")
  })

  it("Rule 4.11 fails over a payment within the grant, without differences, and over too many", async () => {
    const within = { amount: "90000000" }
    const stated = [delta("constraints.maxAmount", "100000000", "90000000")]
    expect(failed(await made({ receipt: within, delta: stated }))).toEqual(["delta"])
    expect(failed(await made({ delta: [] }))).toEqual(["delta"])
    expect(failed(await made({ delta: Array.from({ length: 21 }, () => sum) }))).toEqual(["delta"])
  })

  it.each([
    [
      "another payee",
      { recipient: "did:web:other.example" },
      delta("aud", shop.name, "did:web:other.example"),
    ],
    ["another currency", { currency: "EURC" }, delta("constraints.currency", "USDC", "EURC")],
    [
      "another agent",
      { ack: "given below" },
      delta("sub", "did:web:owner.example:shopper", "did:web:owner.example:thief"),
    ],
  ])("Rule 4.11 given %s, then the mandate forbids the payment as a whole", async (name, receipt, stated) => {
    const grant = { iat: seconds - 120 }
    const plain = await disputeOf(owner, shop, { grant })
    const ack = { agent: "did:web:owner.example:thief", grant: sha256(plain.grant) }
    // Ed25519 signs the same bytes in the same way, so that the hash of the grant is known before.
    const found = await made({
      grant,
      delta: [stated],
      receipt: name === "another agent" ? { ack } : receipt,
    })
    expect(failed(found)).toEqual([])
    expect(found?.terms).toMatchObject([{ forbids: true, limit: null }])
  })

  it("Rule 4.11 given a grant whose term had ended at the payment, then the dispute must say so", async () => {
    const grant = { exp: seconds - 90 }
    const found = await made({ grant, delta: [delta("exp", seconds - 90, seconds - 60)] })
    expect(failed(found)).toEqual([])
    expect(found?.terms).toMatchObject([{ forbids: true }])
    expect(failed(await made({ grant }))).toEqual(["grant: in_term"])
    expect(failed(await made({ delta: [delta("exp", seconds + 3_600, seconds - 60)] }))).toContain("delta")
  })

  it("Rule 4.11 fails if the grant was written after the payment, or the receipt after the dispute", async () => {
    expect(failed(await made({ grant: { iat: seconds - 60 } }))).toEqual(["order"])
    expect(failed(await made({ grant: { iat: undefined } }))).toEqual(["order"])
    expect(failed(await made({ receipt: { iat: seconds + 1 } }))).toContain("order")
  })

  it("Rule 4.11 fails over a narrower grant in the place of the grant that the receipt names", async () => {
    const otherGrant = await token(
      owner.pair,
      {
        iss: owner.name,
        sub: `${owner.name}:shopper`,
        aud: shop.name,
        iat: seconds - 120,
        constraints: { maxAmount: "1", currency: "USDC" },
      },
      { typ: "grant+jwt", kid: await calculateJwkThumbprint(owner.pair.jwk) },
    )
    const found = await made({ otherGrant, delta: [delta("constraints.maxAmount", "1", "450000000")] })
    expect(failed(found)).toEqual(["receipt: grant"])
  })

  it("Rule 4.11 names a constraint that is not known, and passes over a constraint for which a receipt has no value", async () => {
    const constraints = { maxAmount: "100000000", currency: "USDC" }
    const unknown = await made({ grant: { constraints: { ...constraints, perDay: "1" } } })
    expect(unknown?.checks.find(({ holds }) => !holds)).toEqual({
      check: "grant: constraints",
      holds: false,
      why: "The constraint perDay is not known.",
    })
    expect(failed(await made({ grant: { constraints: { ...constraints, category: "office" } } }))).toEqual([
      "not_made",
    ])
  })

  it("Rule 4.11 fails if a part is not signed by its key, or by whoever granted", async () => {
    const stranger = { ...shop, pair: await es256() }
    expect(failed(read((await disputeOf(owner, stranger)).dispute))).toContain("receipt: signature")
    expect(failed(await made({ dispute: { iss: "did:web:thief.example" } }))).toContain("issuer")
    expect(failed(await made({ dispute: { sub: "did:web:thief.example" } }))).toContain("subject")
    expect(failed(await made({ dispute: { grant_ref: "x", receipt_ref: "y" } }))).toEqual([
      "grant: reference",
      "receipt: reference",
    ])
    expect(failed(await made({ dispute: { crit: ["x"] } }))).toContain("dispute: crit")
  })

  it("Rule 4.11 fails once the term of the evidence has ended, or if it states no term", async () => {
    const { dispute } = await disputeOf(owner, shop)
    expect(failed(read(dispute, now + 604_800_001))).toEqual(["in_term"])
    expect(failed(await made({ dispute: { exp: undefined } }))).toEqual(["in_term"])
    expect(failed(await made({ at: seconds + 3_600 }))).toContain("dispute: clock")
  })

  it("Rule 4.11 reads the sum in the request for payment that the seller signed before the receipt's own words", async () => {
    const request = await token(
      shop.pair,
      {
        iss: shop.name,
        paymentOptions: [
          { id: "a", amount: 120000000, currency: "USDC", recipient: shop.name },
          { id: "b", amount: 7, currency: "USDC", recipient: shop.name },
        ],
      },
      { kid: await calculateJwkThumbprint(shop.pair.jwk) },
    )
    const stated = [delta("constraints.maxAmount", "100000000", "120000000")]
    const receipt = { paymentRequestToken: request, paymentOptionId: "a" }
    const found = await made({ receipt, delta: stated })
    expect(failed(found)).toEqual([])
    expect(found?.signers.map(({ role }) => role)).toEqual(["disputant", "owner", "issuer", "seller"])
    expect(found?.terms).toMatchObject([{ taken: "120000000" }])
    expect(failed(await made({ receipt, delta: [sum] }))).toEqual(["delta"])
    const missing = await made({ receipt: { ...receipt, paymentOptionId: "c" }, delta: [sum] })
    expect(failed(missing)).toContain("receipt: option")
    expect(failed(await made({ receipt: { paymentRequestToken: "simulated" } }))).toEqual(["not_made"])
  })

  it("Rule 4.11 passes over what somebody else attests, and gives no terms of it", async () => {
    const found = await made({ dispute: { reason: "offer-drift" } })
    expect(failed(found)).toEqual(["not_made"])
    expect(found?.terms).toBeUndefined()
  })

  it("Rule 4.11 reads a receipt of x402 with its transaction", async () => {
    const transaction = `0x${"AB".repeat(32)}`
    const receipt = { iat: undefined, issuedAt: seconds - 60, transaction }
    const found = await made({ receipt })
    expect(failed(found)).toEqual([])
    expect(found?.terms).toMatchObject([{ transaction: transaction.toLowerCase() }])
  })

  it("Rule 4.11 is not a dispute without a grant and a receipt that are tokens, or within JSON", async () => {
    const { dispute } = await disputeOf(owner, shop)
    const [header = ""] = dispute.split(".")
    for (const claims of [{}, { evidence: { grant: "a", receipt: "b" } }, { evidence: null }])
      expect(recognise(`${header}.${encode(claims)}.AAAA`, spoken)?.format).toBe("jws")
    expect(recognise(JSON.stringify({ dispute }), spoken)).toBeNull()
    // Of a text beyond the bound nothing is parsed.
    expect(recognise(`${header}.${"A".repeat(70_000)}.AAAA`, spoken)).toBeNull()
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`
    const nested = Buffer.from(`{"evidence":${deep}}`).toString("base64url")
    expect(recognise(`${header}.${nested}.AAAA`, spoken)?.format).toBe("jws")
  })
})
