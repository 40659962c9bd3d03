import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Followed, kaplanMeier, median, merged } from "./Survival.ts"

const event = (time: number): Followed => ({ time, events: 1, censored: 0 })
const censored = (time: number): Followed => ({ time, events: 0, censored: 1 })

/** Maintenance arm of the leukaemia trial of Embury and others (1977), as R's `survival::aml` has it. */
const maintained = [...[9, 13, 18, 23, 31, 34, 48].map(event), ...[13, 28, 45, 161].map(censored)]

describe("the Kaplan–Meier curve", () => {
  it("is that of statsmodels for the leukaemia trial, with Greenwood's log-log band", () => {
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

  it("claims no band once nobody is left, and no curve where nothing happened", () => {
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

  it("without censoring is the part that is left", () => {
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
        expect(kaplanMeier(merged([...rows].reverse()))).toEqual(steps)
      }),
    )
  })
})
