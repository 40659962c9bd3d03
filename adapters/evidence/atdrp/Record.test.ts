/** Dispute records of ATDRP: what their signed parts prove, and what whoever filed them only says. */
import { describe, expect, it } from "vitest"
import { examine } from "../Formats.ts"
import { documents, ed25519, now, type Pair, seconds, token } from "../testing/Artifacts.ts"
import { checkoutHash, disputeRecord, orderId } from "../testing/Atdrp.ts"
import { linesOf, shareUndelivered } from "./Order.ts"

const kid = "did:web:merchant.example#key-1"
const keys = ({ jwk }: Pair) => ({
  "https://merchant.example/.well-known/did.json": JSON.stringify({
    id: "did:web:merchant.example",
    verificationMethod: [
      { id: kid, type: "JsonWebKey2020", controller: "did:web:merchant.example", publicKeyJwk: jwk },
    ],
  }),
})
const look = (record: unknown, pair?: Pair) =>
  examine(JSON.stringify(record), documents(pair === undefined ? {} : keys(pair)), now, ["atdrp_record"])
const failed = (found: ReturnType<typeof examine>) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)
const dealsIn = (found: ReturnType<typeof examine>) =>
  (found?.terms ?? []).flatMap((one) => (one.kind === "delivery" ? [[one.deal, one.millionths]] : []))

describe("a dispute record", () => {
  it("PD15 §5A given the case of AP2's sample, whose merchant signed the order and its receipt, then three of four units are undelivered", async () => {
    const pair = await ed25519()
    const found = look(await disputeRecord({ merchant: { pair, kid } }), pair)
    expect(found?.format).toBe("atdrp_record")
    expect(failed(found)).toEqual(["not_made"])
    expect(found?.signers.map(({ role, valid }) => [role, valid])).toEqual([
      ["receipt issuer", true],
      ["merchant", true],
    ])
    expect(found?.terms).toEqual([
      {
        kind: "delivery",
        by: "merchant",
        deal: orderId,
        says: "undelivered",
        millionths: 750_000,
        sha256: null,
        criteria: null,
        signedAt: (seconds - 60) * 1000,
      },
      expect.objectContaining({ deal: checkoutHash }),
    ])
    expect(found?.statement.map(({ by, text }) => `${by}: ${text}`)).toContain(
      "merchant: Order: 1 of 4 of “Unit” fulfilled.",
    )
  })

  it("PD15 §5A given a record that nobody signed, then it says much and proves nothing", async () => {
    const found = look(await disputeRecord())
    expect(failed(found)).toEqual(["not_made"])
    expect(found?.signers).toEqual([])
    expect(found?.terms).toBeUndefined()
    expect(found?.statement.every(({ by }) => by === "record")).toBe(true)
  })

  it("PD15 §5A given the order of another checkout beside this hash, then only the order's own id names its deal", async () => {
    const pair = await ed25519()
    const record = await disputeRecord({ merchant: { pair, kid } })
    const other = await disputeRecord({ merchant: { pair, kid }, order: "ord_other" })
    expect(dealsIn(look({ ...record, order: other.order }, pair))).toEqual([["ord_other", 750_000]])
    const stranger = await ed25519()
    const receipt = await disputeRecord({ merchant: { pair: stranger, kid } })
    const forged = look({ ...record, checkout_receipt: receipt.checkout_receipt }, pair)
    expect(dealsIn(forged)).toEqual([[orderId, 750_000]])
    expect(failed(forged)).toContain("checkout_receipt: signature")
  })

  it("Rule 4.11 given parts of another checkout, or receipts of a failure, then checks of the chain fail, so that nothing is said by it", async () => {
    const pair = await ed25519()
    const merchant = { pair, kid }
    const moved = await disputeRecord({ merchant, more: { checkout_hash: "another" } })
    expect(failed(look(moved, pair))).toEqual([
      "payment_mandate: transaction_id",
      "checkout_receipt: reference",
      "payment_receipt: reference",
      "not_made",
    ])
    const error = { status: "Error", reference: checkoutHash }
    expect(failed(look(await disputeRecord({ merchant, more: { payment_receipt: error } }), pair))).toContain(
      "payment_receipt: status",
    )
    const odd = await disputeRecord({
      merchant,
      more: { policy_version: "ATDRP-9", claim: { ground: "spite" }, order: 7, payment_mandate: undefined },
    })
    expect(failed(look(odd, pair))).toEqual(["version", "claim", "not_made", "not_made", "order"])
    const token9 = await token(pair, { id: orderId, iat: seconds + 99_999 }, { kid })
    expect(failed(look(await disputeRecord({ merchant, more: { order: token9 } }), pair))).toContain(
      "order: clock",
    )
  })

  it("Rule 4.11 given a court that does not speak it, or another object, then it is not of this format", async () => {
    const text = JSON.stringify(await disputeRecord())
    expect(examine(text, documents(), now)).toBeNull()
    for (const more of [{ dispute_id: 1 }, { claim: "a claim" }, { policy_version: "2" }])
      expect(look(await disputeRecord({ more }))).toBeNull()
  })
})

describe("the share of an order that is not fulfilled", () => {
  const line = (ordered: unknown, fulfilled?: unknown, price: object = {}) => ({
    title: "a",
    quantity: { ordered, ...(fulfilled === undefined ? {} : { fulfilled }) },
    ...price,
  })
  const share = (...line_items: ReadonlyArray<unknown>) => shareUndelivered(linesOf({ line_items }))

  it.each([
    ["one line without a price, by its quantity", [line(3, 1)], 666_666],
    ["nothing fulfilled", [line(3)], 1_000_000],
    ["all fulfilled", [line(3, 3)], 0],
    ["two lines by their prices", [line(1, 0, { unit_price: 300 }), line(1, 1, { subtotal: 100 })], 750_000],
    ["thirds, rounded once", [line(3, 1, { subtotal: 100 }), line(3, 2, { subtotal: 100 })], 500_000],
    ["two lines without prices", [line(1, 0), line(1, 1)], null],
    ["more fulfilled than ordered", [line(1, 2)], null],
    ["nothing ordered", [line(0)], null],
    ["a part of a unit", [line(1.5)], null],
    ["no object", ["li_1"], null],
    ["no lines", [], null],
    ["lines that cost nothing", [line(1, 0, { subtotal: 0 })], null],
    ["a hundred and one lines", Array.from({ length: 101 }, () => line(1)), null],
  ])("PD15 §5A given %s", (_, lines, expected) => {
    expect(share(...lines)).toBe(expected)
  })
})
