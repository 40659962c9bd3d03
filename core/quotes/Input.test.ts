import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byteLength } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { limits } from "../store/Store.ts"
import { QuoteClose, QuoteRequest } from "./Input.ts"
import { Quotes } from "./Quote.ts"
import { offered } from "./testing/Given.ts"

const decode = Schema.decodeUnknownEither(QuoteRequest, { onExcessProperty: "error", errors: "all" })
const body = { buyer: "buyer", priceCents: 0, deliverable: "x", dueBy: "2026-11-24T09:00:00Z" }
const fits = (changes: object) => Either.isRight(decode({ ...body, ...changes }))
const metered = { unit: "token", cents: 1, per: 10, toleranceMillionths: 0 }
const invite = { name: "Buyer", email: "ops@buyer.example" }

describe("the body of a quote", () => {
  it.each([
    ["an agent", {}, true],
    ["an invitation", { buyer: "invite", invite }, true],
    ["an invitation without an address", { buyer: "invite" }, false],
    ["an agent that is invited", { invite }, false],
    ["a person", { buyer: "person" }, true],
    ["a person by its address", { buyer: "person", buyerEmail: "a@home.example" }, true],
    ["an agent by an address", { buyerEmail: "a@home.example" }, false],
    ["a price below nothing", { priceCents: -1 }, false],
    ["half a cent", { priceCents: 0.5 }, false],
    ["a currency of two letters", { currency: "US" }, false],
    ["no time to inspect", { inspectionHours: 0 }, false],
    ["an hour to inspect", { inspectionHours: 1 }, true],
    ["a day that does not exist", { dueBy: "2026-02-30T09:00:00Z" }, false],
    ["a hash of 63 digits", { terms: { url: "https://x.example/", sha256: "a".repeat(63) } }, false],
    ["a deliverable at its length", { deliverable: "x".repeat(bounds.quoteDeliverableCharsMax) }, true],
    ["a deliverable past it", { deliverable: "x".repeat(bounds.quoteDeliverableCharsMax + 1) }, false],
    ["a control character", { deliverable: "x\u0001" }, false],
    ["lines and tabs", { deliverable: "x\n\ty\r\n" }, true],
    ["criteria with an example in base64", { criteria: {}, example: "eA==" }, true],
    ["an example without its padding", { criteria: {}, example: "eA" }, false],
    ["an example of other characters than those of base64", { criteria: {}, example: "e-_=" }, false],
    ["an example without criteria", { example: "eA==" }, false],
    ["a share for each late hour", { remedies: { lateMillionthsPerHour: 1, lateMillionthsMax: 9 } }, true],
    ["a most without a share for each late hour", { remedies: { lateMillionthsMax: 9 } }, false],
    ["a metered price", { metered }, true],
    ["a metered price with remedies", { metered, remedies: {} }, false],
    ["a metered price with criteria", { metered, criteria: {} }, false],
    ["a metered price for no units", { metered: { ...metered, per: 0 } }, false],
    ["a misspelt field", { deliverby: "2026-11-24T09:00:00Z" }, false],
  ] as const)("PD14 §1 given %s, %j, then whether the body fits is %s", (_name, changes, expected) => {
    expect(fits(changes)).toBe(expected)
  })

  it("PD14 §1 the fullest quote that the bounds allow fits one record", () => {
    const full = (max: number) => "語".repeat(max)
    const account = {
      priceChargedCents: Number.MAX_SAFE_INTEGER,
      delivered: full(bounds.quoteDeliveredCharsMax),
      deliveredAt: Number.MAX_SAFE_INTEGER,
      dispute: full(bounds.quoteDisputeCharsMax),
      at: Number.MAX_SAFE_INTEGER,
    }
    const quote = offered({
      deliverable: full(bounds.quoteDeliverableCharsMax),
      form: full(bounds.quoteFormCharsMax),
      ref: full(bounds.quoteRefCharsMax),
      terms: { url: full(bounds.urlCharsMax), sha256: "a".repeat(64) },
      rail: { network: "n".repeat(64), asset: "a".repeat(128), address: "x".repeat(200), at: account.at },
      invitation: {
        name: full(bounds.inviteNameCharsMax),
        sent: true,
        expiresAt: account.at,
        answeredAt: account.at,
      },
      close: { ...account, dispute: null },
      countersign: account,
    })
    expect(byteLength(JSON.stringify(quote))).toBeLessThan(limits.recordBytes)
    expect(Quotes.decode(JSON.parse(JSON.stringify(quote)))).toEqual(quote)
    // of the characters that are allowed, a quotation mark takes the most room in JSON
    const close = { priceChargedCents: 1, delivered: '"'.repeat(bounds.quoteDeliveredCharsMax) }
    expect(Either.isRight(Schema.decodeUnknownEither(QuoteClose)(close))).toBe(true)
  })
})
