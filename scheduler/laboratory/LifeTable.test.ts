import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { type Followed, kaplanMeier, meanCurve, median, mergeRows } from "./LifeTable.ts"
import { estimate } from "./Statistics.ts"

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
    expect(median(steps)).toEqual({ time: 31, low: 13, high: null })
  })

  it("has no band when nobody is at risk, and no steps without events", () => {
    expect(kaplanMeier([event(3)])).toEqual([
      { time: 3, atRisk: 1, events: 1, survival: 0, low: null, high: null },
    ])
    expect(kaplanMeier([censored(3)])).toEqual([])
    expect(median([])).toEqual({ time: null, low: null, high: null })
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

describe("the mean curve of runs", () => {
  const runs = [
    [event(1), event(2), event(3), censored(9)],
    [event(2), event(2), censored(8), censored(8)],
    [event(1), event(3), event(4), event(7)],
  ]

  it("is the mean of their curves, with the t-interval of the runs near the middle of the scale", () => {
    const steps = meanCurve(runs)
    expect(steps.map(({ time }) => time)).toEqual([1, 2, 3, 4, 7])
    const at = (time: number) =>
      needPresent(
        steps.find((step) => step.time === time),
        "the step",
      )
    const { mean, low } = estimate([0.5, 0.5, 0.75])
    expect(at(2).survival).toBeCloseTo(mean, 12)
    expect(at(2).atRisk).toBe(10)
    // On the log-log scale the bound is near the plain one, and never below 0.
    expect(Math.abs(needPresent(at(2).low, "low") - needPresent(low, "low"))).toBeLessThan(0.2)
    for (const step of steps) expect(needPresent(step.low, "low")).toBeGreaterThanOrEqual(0)
  })

  it("ends where the curve of a run ends above 0, and leaves out runs without entries", () => {
    const [first = [], second = []] = runs
    expect(meanCurve([first, [event(1), censored(2)], []]).map(({ time }) => time)).toEqual([1, 2])
    expect(meanCurve([[], second])).toEqual(kaplanMeier(second))
    expect(meanCurve([[], []])).toEqual([])
  })

  it("has a median whose interval inverts the band", () => {
    const { time, low, high } = median(meanCurve([...runs, ...runs]))
    expect(time).toBe(3)
    expect(needPresent(low, "low")).toBeLessThanOrEqual(3)
    expect(high === null || high >= 3).toBe(true)
  })
})
