import { describe, expect, it } from "vitest"
import { costMicrosOf, parsePrice, sumMicros } from "./Price.ts"

const usage = { inputTokens: 1_000, outputTokens: 10, costUsd: null }
const price = { inputMicros: 3_000_000, outputMicros: 15_000_000 }

describe("what a call of a model costs", () => {
  it.each([
    ["3/15", price],
    ["0.07/0.000001", { inputMicros: 70_000, outputMicros: 1 }],
    ["3", null],
    ["3/15/2", null],
    ["three/15", null],
    ["3/fifteen", null],
    ["/", null],
  ])("PD2 §3 the price %j is read as %j", (text, expected) => {
    expect(parsePrice(text)).toEqual(expected)
  })

  it("PD2 §3 given a cost from the endpoint, then that counts, rounded up to the millionth", () => {
    expect(costMicrosOf({ ...usage, costUsd: 0.07 }, price)).toBe(70_000)
    expect(costMicrosOf({ ...usage, costUsd: 0.000_000_2 }, undefined)).toBe(1)
  })

  it("PD2 §3 given only tokens, then they are priced, and the cost is unknown without a price or a count", () => {
    expect(costMicrosOf(usage, price)).toBe(3_150)
    expect(costMicrosOf(usage, undefined)).toBeNull()
    expect(costMicrosOf({ ...usage, inputTokens: null }, price)).toBeNull()
    expect(costMicrosOf({ ...usage, outputTokens: null }, price)).toBeNull()
  })

  it.each([-1, Number.NaN, 1e9])("PD2 §3 a cost of %j dollars is not believed", (costUsd) => {
    expect(costMicrosOf({ ...usage, costUsd }, price)).toBeNull()
  })

  it("PD2 §3 the sum of several costs is unknown if one of them is", () => {
    expect(sumMicros([1, 2])).toBe(3)
    expect(sumMicros([1, null, 2])).toBeNull()
  })
})
