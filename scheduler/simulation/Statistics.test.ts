/** Statistics against published results. */

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { present } from "../../core/kernel/Defect.ts"
import {
  comparePairs,
  estimate,
  type Followed,
  kaplanMeier,
  median,
  mergeRows,
  studentT,
} from "./Statistics.ts"

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
    present(high, "the upper bound") - present(low, "the lower bound")
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

const event = (time: number): Followed => ({ time, events: 1, censored: 0 })
const censored = (time: number): Followed => ({ time, events: 0, censored: 1 })

/** Maintenance arm of the leukaemia trial of Embury and others (1977), as R's `survival::aml` has it. */
const maintained = [...[9, 13, 18, 23, 31, 34, 48].map(event), ...[13, 28, 45, 161].map(censored)]

describe("the Kaplan–Meier curve", () => {
  it("is the same as that of statsmodels for the leukaemia trial, with Greenwood's log-log band", () => {
    const known = [
      [9, 11, 0.9090909090909091, 0.5080802057699296, 0.9866738226678231],
      [13, 10, 0.8181818181818181, 0.44742861468218115, 0.9511622285824917],
      [18, 8, 0.7159090909090909, 0.3501903859079383, 0.8990239741910535],
      [23, 7, 0.6136363636363636, 0.265752040001286, 0.8352992432502216],
      [31, 5, 0.49090909090909096, 0.16733090977685078, 0.7533997903708114],
      [34, 4, 0.3681818181818182, 0.09282957493698518, 0.6570408323981639],
      [48, 2, 0.18409090909090914, 0.01173848012318958, 0.5250148427266417],
    ] as const
    const steps = kaplanMeier(maintained)
    expect(steps).toHaveLength(known.length)
    for (const [i, [time, atRisk, survival, low, high]] of known.entries()) {
      expect(steps[i]).toMatchObject({ time, atRisk, events: 1 })
      expect(steps[i]?.survival).toBeCloseTo(survival, 12)
      expect(steps[i]?.low).toBeCloseTo(low, 9)
      expect(steps[i]?.high).toBeCloseTo(high, 9)
    }
    expect(median(steps)).toBe(31)
  })

  it("has no band when nobody is at risk, and no steps without events", () => {
    expect(kaplanMeier([event(3)])).toEqual([
      { time: 3, atRisk: 1, events: 1, survival: 0, low: null, high: null },
    ])
    expect(kaplanMeier([censored(3)])).toEqual([])
    expect(median([])).toBeNull()
  })

  const times = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.boolean()), {
    minLength: 1,
    maxLength: 60,
  })
  const followed = (sample: ReadonlyArray<readonly [number, boolean]>) =>
    sample.map(([time, happened]) => (happened ? event(time) : censored(time)))

  it("without censoring is the share without the event", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (all) => {
        for (const { time, survival } of kaplanMeier(all.map(event))) {
          expect(survival).toBeCloseTo(all.filter((other) => other > time).length / all.length, 9)
        }
      }),
    )
  })

  it("never rises, lies within its band, and does not depend on the order or grouping of the rows", () => {
    fc.assert(
      fc.property(times, (sample) => {
        const rows = followed(sample)
        const steps = kaplanMeier(rows)
        for (const [i, { survival, low, high }] of steps.entries()) {
          expect(survival).toBeLessThan(steps[i - 1]?.survival ?? 1.000001)
          if (low !== null) expect(low).toBeLessThanOrEqual(survival)
          if (high !== null) expect(high).toBeGreaterThanOrEqual(survival)
        }
        expect(kaplanMeier(mergeRows([...rows].reverse()))).toEqual(steps)
      }),
    )
  })
})
