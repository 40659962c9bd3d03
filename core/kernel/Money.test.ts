import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { format, percentUp } from "./Money.ts"

describe("money", () => {
  it("PD2 §5 a percentage is rounded up to the cent and never by a whole cent more", () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 200 }), (cents, percent) => {
        const charged = percentUp(cents, percent)
        expect(charged * 100).toBeGreaterThanOrEqual(cents * percent)
        expect((charged - 1) * 100).toBeLessThan(cents * percent)
      }),
    )
    expect(percentUp(1, 30)).toBe(1)
    expect(percentUp(0, 30)).toBe(0)
  })

  it.each([
    [0, "USD 0.00"],
    [5, "USD 0.05"],
    [123_456, "USD 1,234.56"],
    [1_000_000_000, "USD 10,000,000.00"],
  ])("Rule 5.3 %d cents are written as %s", (cents, text) => {
    expect(format(cents, "USD")).toBe(text)
  })
})
