import { describe, expect, it } from "vitest"
import { meanOf, shareOf } from "./Interval.ts"

const trials = (hits: number, n: number) => Array.from({ length: n }, (_, i) => i < hits)

describe("the intervals of measures", () => {
  it.each([
    // The roots of (x - hits/n)² = z² x (1 - x) / n, solved apart with thirty digits.
    [0, 10, 0, 0.277533],
    [5, 10, 0.236593, 0.763407],
    [10, 10, 0.722467, 1],
    [81, 263, 0.255289, 0.36621],
  ])("a share of %i in %i lies between %d and %d", (hits, n, low, high) => {
    const share = shareOf(trials(hits, n))
    expect(share).toMatchObject({ n, hits })
    expect(share?.low).toBeCloseTo(low, 5)
    expect(share?.high).toBeCloseTo(high, 5)
  })

  it("nothing that was tried gives no share, and no value gives no mean", () => {
    expect(shareOf([])).toBeNull()
    expect(meanOf([])).toBeNull()
  })

  it("a mean lies within its interval, which is the same each time and narrower with more values", () => {
    const few = meanOf([1, 2, 3, 4])
    const many = meanOf(Array.from({ length: 100 }, (_, i) => 1 + (i % 4)))
    expect(few).toMatchObject({ n: 4, mean: 2.5 })
    expect(meanOf([1, 2, 3, 4])).toEqual(few)
    const wide = (one: typeof few) => (one === null ? Number.NaN : one.high - one.low)
    expect(few?.low).toBeLessThan(2.5)
    expect(few?.high).toBeGreaterThan(2.5)
    expect(wide(many)).toBeLessThan(wide(few) / 2)
  })

  it("values that are all alike have an interval of no width", () => {
    expect(meanOf([7, 7, 7])).toEqual({ n: 3, mean: 7, low: 7, high: 7 })
  })
})
