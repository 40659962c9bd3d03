import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { comparePairs, estimate, holm, studentT } from "./Statistics.ts"

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

  it("is the same as SciPy's for six weighings", () => {
    const { mean, sd, low, high } = estimate([30.02, 29.99, 30.11, 29.97, 30.01, 29.99])
    expect(mean).toBeCloseTo(30.015, 12)
    expect(sd).toBeCloseTo(0.04969909455915697, 12)
    expect(low).toBeCloseTo(29.96284399889906, 9)
    expect(high).toBeCloseTo(30.06715600110094, 9)
  })

  it("of one value has no interval, and of no values is refused", () => {
    expect(estimate([5])).toEqual({ n: 1, mean: 5, sd: null, low: null, high: null })
    expect(() => estimate([])).toThrow(RangeError)
  })

  const widthOf = ({ high, low }: ReturnType<typeof estimate>) =>
    needPresent(high, "the upper bound") - needPresent(low, "the lower bound")
  it("moves with the values and widens with their scale", () => {
    const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (sample, factor) => {
        const one = estimate(sample)
        const other = estimate(sample.map((value) => value * factor + 7))
        expect(other.mean).toBeCloseTo(one.mean * factor + 7, 6)
        expect(widthOf(other)).toBeCloseTo(widthOf(one) * factor, 6)
      }),
    )
  })
})

describe("a paired difference", () => {
  // Student's sleep data (1908), as R ships it.
  const drug1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
  const drug2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

  it("is the published one for Student's sleep data: 1.58, from 0.70 to 2.46", () => {
    const { mean, low, high } = comparePairs(drug1, drug2)
    expect(mean).toBeCloseTo(1.58, 12)
    expect(low).toBeCloseTo(0.7001142367230176, 9)
    expect(high).toBeCloseTo(2.4598857632769824, 9)
  })

  it("of equal samples is 0, and samples of different lengths are refused", () => {
    expect(comparePairs(drug1, drug1)).toMatchObject({ mean: 0, low: 0, high: 0 })
    expect(() => comparePairs(drug1, drug2.slice(1))).toThrow(RangeError)
  })
})

describe("differences adjusted by Holm's method", () => {
  /** A difference whose t-test with 9 degrees of freedom has this statistic. */
  const difference = (t: number) => ({ n: 10, mean: t, sd: Math.sqrt(10), low: null, high: null })

  it("have the p-values of SciPy's t-test multiplied by Holm's factors, in the order of the differences", () => {
    const found = holm([4, 1, 3, 2.5].map(difference))
    expect(found.map(({ p }) => Number(p?.toFixed(6)))).toEqual([0.00311, 0.343436, 0.014956, 0.033862])
    const adjusted = found.map(({ adjustedP }) => Number(adjustedP?.toFixed(6)))
    expect(adjusted).toEqual([0.012442, 0.343436, 0.044869, 0.067724])
  })

  it("have intervals that exclude 0 exactly if the adjusted p-value is below 5 %", () => {
    const statistics = fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(statistics, (all) => {
        for (const { adjustedP, adjustedLow, adjustedHigh } of holm(all.map(difference))) {
          const excludes = needPresent(adjustedLow, "low") > 0 || needPresent(adjustedHigh, "high") < 0
          expect(excludes).toBe(needPresent(adjustedP, "p") < 0.05)
        }
      }),
    )
  })

  it("are plain if there is one, and have neither p-value nor interval after a single run", () => {
    const [one] = holm([estimate([1, 2, 4])])
    expect(one?.adjustedLow).toBeCloseTo(needPresent(one?.low, "low"), 9)
    expect(holm([estimate([1])])).toMatchObject([{ p: null, adjustedP: null, adjustedLow: null }])
  })

  it("are no findings if all values are alike, and leave the other differences to be adjusted without them", () => {
    const [alike, zero, other] = holm([estimate([2, 2]), estimate([0, 0]), difference(4)])
    for (const one of [alike, zero])
      expect(one).toMatchObject({ p: null, adjustedP: null, adjustedLow: null, adjustedHigh: null })
    expect(other?.adjustedP).toBe(other?.p)
  })
})
