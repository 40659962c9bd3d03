/** Exact arithmetic, and drawing quantities with it. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { choose, draw } from "./Distribution.ts"
import { exp, ln, normalQuantile, power } from "./Exact.ts"

const near = (found: number, wanted: number, relative: number) => {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(relative * Math.max(Math.abs(wanted), 1e-300))
}

describe("exact arithmetic", () => {
  it("the logarithm is within two units of the last place of the library's", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        // Near 1 the logarithm is small beside its rounding.
        expect(Math.abs(ln(x) - Math.log(x))).toBeLessThanOrEqual(5e-16 * Math.max(1, Math.abs(Math.log(x))))
      }),
      { numRuns: 2000 },
    )
    expect(ln(1)).toBe(0)
  })

  it("the exponential is within a few units of the last place of the library's", () => {
    fc.assert(
      fc.property(fc.double({ min: -300, max: 300, noNaN: true }), (x) => {
        near(exp(x), Math.exp(x), 2e-13)
      }),
      { numRuns: 2000 },
    )
    expect(exp(0)).toBe(1)
    near(power(2, 0.5), Math.SQRT2, 1e-15)
  })

  it("the normal quantile is that of published tables", () => {
    for (const [p, z] of [
      [0.5, 0],
      [0.975, 1.959963984540054],
      [0.025, -1.959963984540054],
      [0.999, 3.090232306167813],
      [0.0001, -3.719016485455709],
    ] as const)
      expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(1e-8)
  })

  it("gives exactly these bits, so that any change of the arithmetic shows", () => {
    expect([ln(0.3), exp(-1.2345), normalQuantile(0.01), power(1.7, 2.3)]).toEqual([
      -1.2039728043259361, 0.29098021610944064, -2.326347874388028, 3.388695291147646,
    ])
  })
})

describe("drawing quantities", () => {
  it("a larger number draws a larger quantity", () => {
    const u = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    for (const distribution of [
      { uniform: [2, 5] as const },
      { exponential: 3 },
      { lognormal: { median: 10, sigma: 1.5 } },
      { pareto: { minimum: 2, alpha: 1.2 } },
    ])
      fc.assert(
        fc.property(u, u, (a, b) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)]
          expect(draw(distribution, less)).toBeLessThanOrEqual(draw(distribution, more) * (1 + 1e-8))
          expect(draw(distribution, less)).toBeGreaterThanOrEqual(0)
        }),
      )
  })

  it("0.5 draws the median", () => {
    near(draw({ lognormal: { median: 10, sigma: 2 } }, 0.5), 10, 1e-12)
    near(draw({ exponential: 3 }, 0.5), 3 * Math.LN2, 1e-14)
    near(draw({ pareto: { minimum: 2, alpha: 1 } }, 0.5), 4, 1e-14)
    expect(draw(7, 0.3)).toBe(7)
  })

  it("a choice has the probability of its share", () => {
    expect([0, 0.19, 0.2, 0.49, 0.5, 0.999].map((u) => choose([0.2, 0.3, 0.5], u))).toEqual([
      0, 0, 1, 1, 2, 2,
    ])
  })
})
