/** Payments beyond an open mandate of AP2, and whoever would have a payee bound by what it did not see, or by what is not so. */
import { p256 } from "@noble/curves/nist.js"
import { describe, expect, it } from "vitest"
import { examine } from "../Formats.ts"
import { documents, encode, es256, now, seconds, sha256, token } from "../testing/Artifacts.ts"
import { type PurchaseGiven, purchaseOf } from "../testing/Purchases.ts"

const named = async () => {
  const pair = await es256()
  return { pair, name: `did:jwk:${encode(pair.jwk)}#0` }
}
const [user, shop, agent] = [await named(), await named(), await es256()]
const read = (text: string) => examine(text, documents(), now)
const of = async (given: PurchaseGiven = {}) => read((await purchaseOf(user, agent, shop, given)).bundle)
const failed = (found: ReturnType<typeof read>) =>
  found?.checks.filter(({ check, holds }) => !holds && check !== "not_made").map(({ check }) => check)
const range = (max: unknown, currency = "USD") => ({ type: "payment.amount_range", max, currency })
const payees = (...allowed: ReadonlyArray<object>) => ({ type: "payment.allowed_payees", allowed })
const hex = (text: string) => Buffer.from(sha256(text), "base64url").toString("hex")

const otherHalf = (signature: string) => {
  const bytes = Buffer.from(signature, "base64url")
  const s = p256.Point.Fn.ORDER - BigInt(`0x${bytes.subarray(32).toString("hex")}`)
  const turned = Buffer.from(s.toString(16).padStart(64, "0"), "hex")
  return Buffer.concat([bytes.subarray(0, 32), turned]).toString("base64url")
}
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const otherBits = (signature: string) =>
  `${signature.slice(0, -1)}${letters[letters.indexOf(signature.slice(-1)) + 1]}`

describe("what a bundle of AP2 says was beyond its open payment mandate", () => {
  it("Rule 4.11 holds with a receipt that names the mandate, and its sums are in minor units", async () => {
    const { bundle, open, receipt } = await purchaseOf(user, agent, shop)
    const found = read(bundle)
    expect(failed(found)).toEqual([])
    expect(found?.terms).toEqual([
      {
        kind: "mandate",
        by: "processor",
        grantedBy: "user",
        mandate: hex(open),
        receipt: hex(receipt),
        signed: hex(Buffer.from(receipt.split(".")[1] ?? "", "base64url").toString()),
        transaction: null,
        grantedAt: now - 120_000,
        takenAt: now - 60_000,
        currency: "USD",
        limit: "10000",
        taken: "45000",
        forbids: false,
      },
    ])
    expect((await of({ byJwt: true }))?.terms).toHaveLength(1)
  })

  // JOSE takes both halves of s (RFC 7518), and base64url leaves bits unused, so that whoever has a receipt can write it anew.
  it.each([
    ["the other half of s", otherHalf],
    ["the unused bits of base64url", otherBits],
  ])(
    "PD15 §16A given a receipt whose signature is written anew by %s, then it is another text that says one thing",
    async (_, anew) => {
      const { bundle, receipt } = await purchaseOf(user, agent, shop)
      const [head, said, signature = ""] = receipt.split(".")
      const again = `${head}.${said}.${anew(signature)}`
      const found = read(bundle.replace(receipt, again))
      expect(again).not.toBe(receipt)
      expect(failed(found)).toEqual([])
      const [before, after] = [read(bundle), found].map((one) => one?.terms?.[0])
      expect(after).toEqual({ ...before, receipt: hex(again) })
      expect(hex(again)).not.toBe(hex(receipt))
    },
  )

  it("Rule 4.11 says nothing of itself: without `beyond` the constraint fails, and no terms are read", async () => {
    const { beyond: _, ...rest } = JSON.parse((await purchaseOf(user, agent, shop)).bundle)
    const found = read(JSON.stringify(rest))
    expect(failed(found)).toEqual(["constraint payment.amount_range"])
    expect(found?.terms).toBeUndefined()
  })

  it("Rule 4.11 names a transaction of a chain, and no number of another network", async () => {
    const txid = `0x${"AB".repeat(32)}`
    const found = await of({ receipt: { network_confirmation_id: txid } })
    expect(found?.terms).toMatchObject([{ transaction: txid.toLowerCase() }])
  })

  it.each<[string, PurchaseGiven, object]>([
    [
      "the least of two limits",
      { open: { constraints: [range(20_000), range(9_000)] } },
      { limit: "9000", forbids: false },
    ],
    ["another currency", { open: { constraints: [range(90_000, "EUR")] } }, { limit: null, forbids: true }],
    [
      "another payee",
      {
        closed: { payee: { id: "m2", name: "Shop" } },
        beyond: ["payment.allowed_payees", "payment.amount_range"],
      },
      { limit: "10000", forbids: true },
    ],
    [
      "a mandate whose term had ended when the agent closed it",
      { open: { constraints: [range(90_000)], exp: seconds - 100 }, beyond: ["exp"] },
      { limit: null, taken: "45000", forbids: true },
    ],
    [
      "a term that has ended since then",
      { open: { constraints: [range(10_000)], exp: seconds - 30 } },
      { limit: "10000", forbids: false },
    ],
  ])("Rule 4.11 given %s, then the terms say so", async (_, given, terms) => {
    const found = await of(given)
    expect(failed(found)?.filter((check) => check !== "not_expired")).toEqual([])
    expect(found?.terms).toMatchObject([terms])
  })

  it.each<[string, PurchaseGiven, string]>([
    ["a sum within the limit", { closed: { payment_amount: { amount: 10_000, currency: "USD" } } }, "beyond"],
    [
      "a sum in a decimal text",
      { closed: { payment_amount: { amount: "450.00", currency: "USD" } } },
      "beyond",
    ],
    ["a limit with a fraction", { open: { constraints: [range(100.5)] } }, "beyond"],
    ["a limit in a text", { open: { constraints: [range("10000")] } }, "beyond"],
    [
      "a token in place of a currency",
      {
        open: { constraints: [range(10_000, "USDC")] },
        closed: { payment_amount: { amount: 45_000, currency: "USDC" } },
      },
      "beyond",
    ],
    ["a payee that is allowed", { beyond: ["payment.amount_range", "payment.allowed_payees"] }, "beyond"],
    [
      "a payee that can't be compared",
      {
        open: { constraints: [payees({ name: "Shop", website: "w" })] },
        closed: { payee: { id: "m1", name: "Shop" } },
        beyond: ["payment.allowed_payees"],
      },
      "beyond",
    ],
    [
      "nobody who is allowed",
      { open: { constraints: [payees()] }, beyond: ["payment.allowed_payees"] },
      "beyond",
    ],
    ["no payee", { closed: { payee: undefined }, beyond: ["payment.allowed_payees"] }, "beyond"],
    ["a term that had not ended", { beyond: ["payment.amount_range", "exp"] }, "beyond"],
    ["a point that nobody computes", { beyond: ["payment.budget"] }, "beyond"],
    ["a point that is no text", { beyond: [5] }, "beyond"],
    ["no points", { beyond: [] }, "beyond"],
    ["too many points", { beyond: ["a", "b", "c", "d"] }, "beyond"],
    ["a payment that was refused", { receipt: { status: "Error" } }, "beyond: receipt"],
    ["a receipt of another mandate", { receipt: { reference: sha256("other~") } }, "beyond: receipt"],
    ["a mandate that was signed after the payment", { open: { iat: seconds - 30 } }, "beyond: order"],
    ["a mandate that does not say when it was signed", { open: { iat: undefined } }, "beyond: order"],
    ["a receipt that does not say when it was signed", { receipt: { iat: undefined } }, "beyond: order"],
    [
      "a constraint that is not known",
      { open: { constraints: [range(10_000), { type: "payment.moon_phase" }] } },
      "constraint payment.moon_phase",
    ],
    [
      "a constraint that depends on earlier payments",
      { open: { constraints: [range(10_000), { type: "payment.agent_recurrence" }] } },
      "constraint payment.agent_recurrence",
    ],
  ])("Rule 4.11 given %s, then nothing counts", async (_, given, check) => {
    const found = await of(given)
    expect(failed(found)).toContain(check)
    const spoils = (found?.terms ?? []).length > 0
    expect(spoils).toBe(check.startsWith("constraint"))
  })

  it("Rule 4.11 given two mandates, then the mandate counts that the closed one names, however narrow the other is", async () => {
    const narrow = await purchaseOf(user, agent, shop, { open: { constraints: [range(1)] } })
    const wide = await purchaseOf(user, agent, shop)
    const found = await of({ open: { constraints: [range(1)] }, names: wide.open })
    expect(failed(found)).toContain("payment mandate, token 2: sd_hash")
    const { paymentMandate } = JSON.parse(narrow.bundle)
    const mixed = read(JSON.stringify({ ...JSON.parse(wide.bundle), paymentMandate }))
    expect(failed(mixed)).toEqual(["payment receipt: reference", "beyond: receipt"])
    expect(mixed?.terms).toBeUndefined()
  })

  it("Rule 4.11 given a payee that may not have seen what the mandate discloses, then nothing counts", async () => {
    const { open } = await purchaseOf(user, agent, shop)
    const hash = sha256(open.split("~")[0] ?? "")
    const byHash = await of({ around: { sd_hash: undefined, issuer_jwt_hash: hash } })
    expect(failed(byHash)).toContain("beyond: receipt")
  })

  it("Rule 4.11 needs the receipt, and an open mandate that the user itself passed on", async () => {
    const { paymentReceipt: _, ...rest } = JSON.parse((await purchaseOf(user, agent, shop)).bundle)
    expect(failed(read(JSON.stringify(rest)))).toContain("beyond")
    const paid = await token(user.pair, { vct: "mandate.payment.1", iat: seconds }, { kid: user.name })
    expect(failed(read(JSON.stringify({ ...rest, paymentMandate: `${paid}~` })))).toContain("beyond")
    expect(failed(read(JSON.stringify({ paymentReceipt: "x", beyond: ["exp"] })))).toContain("beyond")
  })

  it("Rule 4.11 given two users, then the terms are of the user that signed the payment mandate", async () => {
    const other = await named()
    const { bundle } = await purchaseOf(other, agent, shop)
    const checkoutMandate = `${await token(user.pair, { vct: "mandate.checkout.1" }, { kid: user.name })}~`
    const found = read(JSON.stringify({ ...JSON.parse(bundle), checkoutMandate }))
    expect(found?.signers.find(({ role }) => role === "user 2")?.key).toBe(other.name)
    expect(found?.terms).toMatchObject([{ grantedBy: "user 2" }])
  })
})
