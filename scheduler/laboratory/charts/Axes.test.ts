import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { logLabels, logTicks, spanOf } from "./Axes.ts"

describe("an axis", () => {
  it.each([
    ["begins at 0 if its values fill half of it", [40, 100], [0, 100], false],
    ["is truncated if its values lie close together", [90, 100], [90, 100], true],
    ["is truncated from above too", [-100, -90], [-100, -90], true],
    ["has 0 between values of both signs", [-3, 5], [-3, 5], false],
    ["begins at 0 if there is one value", [7, 7], [0, 7], false],
    ["has a height if all values are 0", [0, 0], [0, 1], false],
    ["has a height if there is no value", [], [0, 1], false],
    ["leaves out values that are no numbers", [Number.NaN, 4], [0, 4], false],
  ] as const)("%s", (_, values, domain, truncated) => {
    expect(spanOf(values)).toEqual({ domain, truncated })
  })

  it("has every value on it, and 0 unless it says that it is truncated", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 }), (values) => {
        const { domain, truncated } = spanOf(values)
        const [low = 0, high = 0] = domain
        for (const value of values) expect(value >= low && value <= high).toBe(true)
        expect(low <= 0 && high >= 0).toBe(!truncated)
      }),
    )
  })

  it("by logarithms has ticks from 1 to 9 of each power, and labels at the powers", () => {
    expect(logTicks(90, 300)).toEqual([90, 100, 200, 300])
    expect(logLabels(100, 100_000)).toEqual([100, 1000, 10_000, 100_000])
  })

  it("by logarithms over little more than one power has labels between the powers", () => {
    expect(logLabels(0.02, 0.3)).toEqual([0.02, 0.05, 0.1, 0.2])
    expect(logLabels(3, 8)).toEqual([3, 4, 5, 6, 7, 8])
  })

  it("by logarithms over many powers has ticks at the powers alone", () => {
    expect(logTicks(1, 1e10)).toHaveLength(11)
  })
})
