/** The particulars of a quote about what is owed: what an offer may say, what an acceptance agrees to, and what a close must state. */
import { describe, expect, it } from "vitest"
import { digest } from "../criteria/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { acceptQuote, closeQuote } from "./Commands.ts"
import * as Evaluator from "./Evaluator.ts"
import { offerQuote } from "./Offer.ts"
import { awaitsDisclosure, checkOwedInForce, readOwed, sizeOf } from "./Owed.ts"
import { readTerms } from "./Queries.ts"
import { owedOf, Quotes } from "./Quote.ts"
import { account, acts, buyer, having, offered, seller } from "./testing/Given.ts"
import { input, opened } from "./testing/Opened.ts"

const metered = { unit: "token", cents: 1, per: 10, toleranceMillionths: 0 }

const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 100 },
  checks: [{ id: "json", kind: "json" }],
}
const other = { ...criteria, artifact: { bytesMax: 99 } }
const attested = {
  ...criteria,
  checks: [{ id: "fluent", kind: "attested", by: "auditor", within: 48, otherwise: "met" }],
}
const hash = sha256Hex("what was delivered")

describe("what a quote says is owed", () => {
  it("PD14 §10 given criteria, then both read their document with its hash, and a list has the hash alone", async () => {
    const court = await opened()
    const quote = await court.offer({ criteria, example: btoa("{}") })
    expect(quote.criteria).toEqual({ sha256: digest(criteria), document: null })
    for (const actor of [court.seller, court.buyer])
      expect((await court.ask(readTerms, { id: quote.id }, actor)).criteria).toEqual({
        sha256: digest(criteria),
        document: criteria,
      })
  })

  it.each([
    ["a document of another version", "criteria_refused", { criteria: { ...criteria, version: "2" } }],
    ["no document at all", "criteria_refused", { criteria: null }],
    [
      "a pattern that costs more than its fuel",
      "criteria_unaffordable",
      {
        criteria: {
          ...criteria,
          artifact: { bytesMax: 262_144 },
          checks: [{ id: "p", kind: "pattern", pattern: "a".repeat(200) }],
        },
      },
    ],
    ["checks of bytes that the Court never sees", "criteria_elsewhere", { criteria, delivery: "elsewhere" }],
    [
      "no document at all for a delivery elsewhere",
      "criteria_refused",
      { criteria: null, delivery: "elsewhere" },
    ],
    ["an example that leaves a check unmet", "example_unmet", { criteria, example: btoa("no JSON") }],
    ["an example past its bytes", "example_too_large", { criteria, example: btoa("x".repeat(65_537)) }],
  ] as const)("PD14 §10 given %s, then the offer is refused as %s", async (_, code, changes) => {
    const court = await opened()
    expect(await court.codeOf(offerQuote, input(changes), court.seller)).toBe(code)
  })

  it("PD14 §10 given attested checks alone, then the delivery may be elsewhere", async () => {
    const court = await opened()
    const quote = await court.offer({
      criteria: attested,
      delivery: "elsewhere",
      remedies: { otherwiseMillionths: 5 },
    })
    expect(quote).toMatchObject({
      delivery: "elsewhere",
      remedies: { otherwiseMillionths: 5, lateMillionthsMax: null, lateMillionthsPerHour: null },
    })
  })

  it("PD14 §10A given remedies for lateness alone, then the quote says nothing of what nobody can tell", async () => {
    const court = await opened()
    const quote = await court.offer({ remedies: { lateMillionthsPerHour: 7 } })
    expect(quote.remedies).toEqual({
      lateMillionthsPerHour: 7,
      lateMillionthsMax: null,
      otherwiseMillionths: null,
    })
  })

  it("PD14 §10 given stored criteria that can't be read any more, then it is a defect", () => {
    expect(() => Evaluator.evaluate({ document: { version: "2" }, content: "" })).toThrow(
      "the criteria of a quote is missing",
    )
  })

  it.each([
    ["", 0],
    ["eA==", 1],
    ["eHk=", 2],
    ["eHl6", 3],
  ])("PD14 §10 given the base64 text %j, then it stands for %i bytes", (content, size) => {
    expect(sizeOf(content)).toBe(size)
  })

  it("PD14 §11 given a quote that nobody has closed, then no bytes are awaited", () => {
    expect(awaitsDisclosure(offered())).toBe(false)
  })

  it("PD14 §11 given a metered price that is closed by a hash, then no bytes are awaited", () => {
    const close = { act: "close", account: account({ delivered: "ab".repeat(32) }) } as const
    const closed = having(
      offered(),
      [acts.accept, buyer, offered().offeredAt + 1],
      [close, seller, offered().offeredAt + 2],
    )
    expect(awaitsDisclosure(closed)).toBe(true)
    const owed = readOwed({ metered })
    expect(owed).toMatchObject({ criteriaSha256: null, metered: { ...metered, attester: null } })
    expect(awaitsDisclosure({ ...closed, ...(owed === null ? {} : { owed }) })).toBe(false)
  })

  it("PD14 §10 given criteria that are swapped by a replacement, then the hash that the buyer read accepts nothing", async () => {
    const court = await opened()
    const quote = await court.offer({ criteria })
    const swapped = await court.offer({ criteria: other, replaces: quote.id })
    const accept = (id: string, criteriaSha256?: string) =>
      court.codeOf(
        acceptQuote,
        { id, ...(criteriaSha256 === undefined ? {} : { criteriaSha256 }) },
        court.buyer,
      )
    expect(await accept(swapped.id, digest(criteria))).toBe("criteria_differ")
    expect(await accept(swapped.id)).toBe("criteria_differ")
    expect(await accept(swapped.id, digest(other).slice("sha256:".length).toUpperCase())).toBeNull()
  })

  it("PD14 §10 given a quote without criteria, then an acceptance that names some is refused", async () => {
    const court = await opened()
    const { id } = await court.offer()
    expect(await court.codeOf(acceptQuote, { id, criteriaSha256: digest(criteria) }, court.buyer)).toBe(
      "criteria_differ",
    )
  })

  it("PD14 §10 given criteria, when the supplier closes in words, then a hash is wanted; by a hash it is closed", async () => {
    const court = await opened()
    const { id } = await court.offer({ criteria })
    await court.act(acceptQuote, { id, criteriaSha256: digest(criteria) }, court.buyer)
    const close = (delivered: string) =>
      court.codeOf(closeQuote, { id, priceChargedCents: 5_000, delivered }, court.seller)
    expect(await close("the work")).toBe("artifact_wanted")
    expect(await close(hash.slice(1))).toBe("artifact_wanted")
    expect(await close(`0x${hash}`)).toBeNull()
  })

  it("PD14 §10 given an operator that buys, then a quote with criteria is accepted at once", async () => {
    const court = await opened()
    expect((await court.offer({ buyer: "operator", criteria })).status).toBe("accepted")
  })

  it("PD14 §10 while quotes can't say what is owed, nothing of it is taken", () => {
    const before = { ...bounds, quoteCriteriaInForce: 0 }
    for (const said of [{ criteria }, { delivery: "court" as const }, { remedies: {} }, { metered }])
      expect(checkOwedInForce(said, before)?.code).toBe("criteria_not_in_force")
    expect(checkOwedInForce({}, before)).toBeNull()
  })

  it("PD14 §10 a quote of a court before this law opens, and owes what its words say", () => {
    const stored = JSON.parse(JSON.stringify(offered()))
    expect(Object.keys(stored)).not.toContain("owed")
    expect(owedOf(Quotes.decode(stored))).toEqual({ criteriaSha256: null, delivery: "court", remedies: null })
  })
})

describe("the buyer's close", () => {
  const closed = having(
    offered(),
    [acts.accept, buyer, offered().offeredAt + 1],
    [{ act: "close", account: account({ priceChargedCents: 50_000 }) }, seller, offered().offeredAt + 2],
  )
  it.each([
    ["the price of the close", {}, "settled", 50_000],
    ["the price of the quote", {}, "settled", 40_000],
    ["another price", {}, "disputed", 45_000],
    ["that it received nothing", { received: false }, "disputed", 50_000],
    ["that it received the delivery", { received: true }, "settled", 50_000],
    ["a dispute at the price of the quote", { dispute: "half is missing" }, "disputed", 40_000],
  ] as const)(
    "PD14 §6 given a buyer that states %s %j, then the quote is %s",
    (_, changes, status, priceChargedCents) => {
      const act = { act: "countersign", account: account({ priceChargedCents, ...changes }) } as const
      expect(having(closed, [act, buyer, offered().offeredAt + 3]).status).toBe(status)
    },
  )
})
