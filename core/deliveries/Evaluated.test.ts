/** The evaluation by the criteria as time goes on, and the price that opens the bytes to the buyer. */
import { describe, expect, it } from "vitest"
import { evaluate } from "../criteria/index.ts"
import { hours } from "../kernel/Time.ts"
import { Evaluator } from "../quotes/index.ts"
import { offered } from "../quotes/testing/Given.ts"
import { attestationsAt, attestersUntil, evaluationAt } from "./Evaluated.ts"
import { priceOf } from "./Paid.ts"
import { attested, short, whole } from "./testing/Delivered.ts"

const criteria = Evaluator.criteriaIn(attested)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const word = (outcome: "met" | "unmet", receivedAt: number) => ({
  check: "fluent",
  by: "auditor",
  outcome,
  receivedAt,
  sha256: "",
})

describe("an evaluation at an instant", () => {
  it.each([
    [whole, []],
    [short, []],
    ["no JSON", [{ check: "fluent", outcome: "met" }]],
    [short, [{ check: "fluent", outcome: "unmet" }]],
    [whole, [{ check: "fluent", outcome: "met" }]],
    [whole.padEnd(101), [{ check: "fluent", outcome: "met" }]],
  ] as const)(
    "PD14 §12 given %s and %j, then it is what an evaluation with all of this at once finds",
    (text, said) => {
      const bytes = bytesOf(text)
      const first = { evaluation: evaluate(criteria, bytes), bytes: bytes.length }
      expect(evaluationAt(criteria, first, said)).toEqual(evaluate(criteria, bytes, said))
    },
  )

  it("PD14 §12 a word counts from its receipt, and a word that comes at the end of the attester's time is late", () => {
    const until = hours(48)
    const found = (receivedAt: number, at: number) =>
      attestationsAt(criteria.checks, [word("met", receivedAt)], 0, at).map(({ outcome }) => outcome)
    expect(found(5, 4)).toEqual([])
    expect(found(5, 5)).toEqual(["met"])
    expect(found(until - 1, until)).toEqual(["met"])
    expect(found(until, until)).toEqual(["unmet"])
  })

  it("PD14 §12 the attester's time runs until it answers or the time ends", () => {
    expect(attestersUntil(criteria.checks, [], 0, 1)).toBe(hours(48))
    expect(attestersUntil(criteria.checks, [], 0, hours(48))).toBeNull()
    expect(attestersUntil(criteria.checks, [word("met", 0)], 0, 1)).toBeNull()
  })
})

describe("the price that opens the bytes", () => {
  const closed = (priceChargedCents: number) => ({
    priceChargedCents,
    delivered: "x",
    deliveredAt: null,
    dispute: null,
    at: 1,
  })
  it.each([
    ["the quote's where more was charged", 50_000, null, 40_000],
    ["what was charged where that is less", 30_000, null, 30_000],
    ["what both closed at, though it is more", 50_000, 50_000, 50_000],
    ["the quote's where the buyer states that", 50_000, 40_000, 40_000],
  ] as const)("PD14 §11 is %s", (_, close, countersign, price) => {
    const quote = offered({
      close: closed(close),
      countersign: countersign === null ? null : closed(countersign),
    })
    expect(priceOf(quote)).toBe(price)
  })
})
