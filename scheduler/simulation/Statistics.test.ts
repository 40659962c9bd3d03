import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { estimate, paired, studentT } from "./Statistics.ts"

describe("the t-interval", () => {
  it.each([
    [1, 12.706204736174694],
    [2, 4.302652729749462],
    [3, 3.1824463052837078],
    [4, 2.7764451051977934],
    [9, 2.262157162798205],
    [19, 2.0930240544083087],
    [30, 2.0422724563012378],
    [100, 1.9839715185235518],
    [999, 1.9623414611334493],
  ])("has the quantile that SciPy gives for %i degrees of freedom", (df, known) => {
    expect(studentT(df)).toBeCloseTo(known, 9)
  })

  it("is the one that SciPy gives for six weighings", () => {
    const { mean, sd, low, high } = estimate([30.02, 29.99, 30.11, 29.97, 30.01, 29.99])
    expect(mean).toBeCloseTo(30.015, 12)
    expect(sd).toBeCloseTo(0.04969909455915697, 12)
    expect(low).toBeCloseTo(29.96284399889906, 9)
    expect(high).toBeCloseTo(30.06715600110094, 9)
  })

  it("of one value claims no interval, and none is refused", () => {
    expect(estimate([5])).toEqual({ n: 1, mean: 5, sd: null, low: null, high: null })
    expect(() => estimate([])).toThrow(RangeError)
  })

  it("moves with the values and widens with their scale", () => {
    const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (sample, factor) => {
        const one = estimate(sample)
        const other = estimate(sample.map((value) => value * factor + 7))
        expect(other.mean).toBeCloseTo(one.mean * factor + 7, 6)
        expect((other.high ?? 0) - (other.low ?? 0)).toBeCloseTo(
          ((one.high ?? 0) - (one.low ?? 0)) * factor,
          6,
        )
      }),
    )
  })
})

describe("a paired difference", () => {
  // Student's sleep data (1908), as R ships it.
  const drug1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
  const drug2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

  it("is the one published for Student's sleep data: 1.58, from 0.70 to 2.46", () => {
    const { mean, low, high } = paired(drug1, drug2)
    expect(mean).toBeCloseTo(1.58, 12)
    expect(low).toBeCloseTo(0.7001142367230176, 9)
    expect(high).toBeCloseTo(2.4598857632769824, 9)
  })

  it("of the same thing is nothing, and samples of two lengths are refused", () => {
    expect(paired(drug1, drug1)).toMatchObject({ mean: 0, low: 0, high: 0 })
    expect(() => paired(drug1, drug2.slice(1))).toThrow(RangeError)
  })
})
