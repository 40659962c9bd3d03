/** Samples and indices against the values of SALib's own tests (`tests/test_regression.py`), by the function of Ishigami and Homma. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { type Index, morrisIndices, sobolIndices } from "./Indices.ts"
import { latin, morris, type Point, saltelli } from "./Sampling.ts"

/** With a = 7 and b = 0.1, each parameter from −π to π. */
const ishigami = (point: Point): number => {
  const [x = 0, y = 0, z = 0] = point.map((value) => Math.PI * (2 * value - 1))
  return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x)
}
const valuesOf = (found: ReadonlyArray<Index>, name: Index["name"]) =>
  found.filter((index) => index.name === name)

describe("Sobol indices of the function of Ishigami", () => {
  const sample = saltelli(3, 10_000, 1)
  const found = sobolIndices(3, sample.map(ishigami), 1)

  it.each([
    ["S1", [0.31, 0.44, 0], [0.3139, 0.4424, 0]],
    ["ST", [0.55, 0.44, 0.24], [0.5576, 0.4424, 0.2437]],
  ] as const)(
    "%s are those of SALib's tests, and their intervals hold the exact ones",
    (name, known, exact) => {
      const indices = valuesOf(found, name)
      expect(indices).toHaveLength(3)
      for (const [i, { value, low, high }] of indices.entries()) {
        expect(Math.abs(needPresent(value, "value") - needPresent(known[i], "known"))).toBeLessThan(0.05)
        const of = needPresent(value, "value")
        // Wider than 95 % by half, which a rare seed only misses.
        const reach = 1.5 * (needPresent(high, "high") - of)
        expect(Math.abs(of - needPresent(exact[i], "exact"))).toBeLessThan(reach + 1e-3)
        expect(reach).toBeLessThan(0.1)
        expect(needPresent(low, "low")).toBeLessThan(of)
      }
    },
  )

  it("leave out rows without an outcome, and say how many", () => {
    const values = saltelli(3, 1_000, 1).map(ishigami)
    const [all] = sobolIndices(3, values, 1)
    const some = values.map((value, i) => (i === 3 ? null : value))
    const [s1] = sobolIndices(3, some, 1)
    expect(s1).toMatchObject({ n: 999, missing: 1 })
    expect(s1?.value).toBeCloseTo(needPresent(all?.value, "S1"), 2)
  })

  it("have their rows without a value if nothing varies, or there are fewer than two rows", () => {
    const flat = sobolIndices(
      2,
      saltelli(2, 10, 1).map(() => 1),
      1,
    )
    const one = { parameter: 0, other: null, value: null, low: null, high: null, n: 10, missing: 0 }
    expect(flat.slice(0, 2)).toEqual([
      { ...one, name: "S1" },
      { ...one, name: "ST" },
    ])
    const few = sobolIndices(3, sample.slice(0, 5).map(ishigami), 1)
    expect(few.map(({ value, n }) => [value, n])).toEqual(Array.from({ length: 6 }, () => [null, 1]))
    expect(sobolIndices(3, [null, null, null, null, null], 1)[0]).toMatchObject({ n: 0, missing: 1 })
  })

  it("have intervals of total indices that never reach below 0, of few rows too", () => {
    // given 20 rows of a function on which the third parameter has no effect
    const flat = saltelli(3, 20, 5)
    const totals = valuesOf(
      sobolIndices(
        3,
        flat.map(([x = 0, y = 0]) => x + x * y),
        5,
      ),
      "ST",
    )
    expect(totals.map(({ low }) => needPresent(low, "low") >= 0)).toEqual([true, true, true])
    expect(totals[2]).toMatchObject({ value: 0, low: 0, high: 0 })
  })

  it("of two parameters together are those of SALib's tests, if they were sampled", () => {
    const both = saltelli(3, 10_000, 1, true)
    expect(both.length).toBe(80_000)
    const second = valuesOf(sobolIndices(3, both.map(ishigami), 1, true), "S2")
    expect(second.map(({ parameter, other }) => [parameter, other])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ])
    for (const [i, known] of [0, 0.25, 0].entries())
      expect(Math.abs(needPresent(second[i]?.value, "S2") - known)).toBeLessThan(0.05)
  })
})

describe("Morris's effects of the function of Ishigami", () => {
  const sample = morris(3, 10_000, 4, 1)
  const found = morrisIndices(sample, 4, sample.map(ishigami))

  it("μ* are those of SALib's tests with 10,000 trajectories of 4 levels, as near as two samples are", () => {
    const known = [7.767792, 7.875, 6.308785]
    for (const [i, { value, low, high }] of valuesOf(found, "muStar").entries()) {
      const of = needPresent(known[i], "known")
      const size = needPresent(value, "value")
      expect(Math.abs(size - of) / of).toBeLessThan(0.025)
      expect(needPresent(low, "low")).toBeLessThanOrEqual(size)
      expect(needPresent(high, "high")).toBeGreaterThanOrEqual(size)
    }
    // Exact, since the second parameter acts alone and its four levels give one size.
    expect(valuesOf(found, "muStar")[1]?.value).toBeCloseTo(7.875, 9)
    expect(valuesOf(found, "mu")[1]?.value).toBeLessThan(0.3)
    expect(valuesOf(found, "sigma")[1]?.value).toBeCloseTo(7.875, 1)
  })

  it("move one parameter at each step of a trajectory, up or down by two of four levels", () => {
    const [first = [], second = [], third = [], last = []] = sample
    for (const [from, to] of [
      [first, second],
      [second, third],
      [third, last],
    ] as const) {
      const moves = from.map((value, i) => Math.abs(value - (to[i] ?? 0))).filter((move) => move > 0)
      expect(moves).toHaveLength(1)
      expect(moves[0]).toBeCloseTo(2 / 3, 12)
    }
    const levels = new Set(sample.flat().map((value) => Math.round(value * 3 * 1e9) / 1e9))
    expect([...levels].sort()).toEqual([0, 1, 2, 3])
  })

  it("leave out a trajectory without an outcome", () => {
    const left = morrisIndices(sample.slice(0, 4), 4, [1, 2, null, 3])
    expect(left.map(({ name, value, n, missing }) => [name, value, n, missing])).toEqual(
      [0, 1, 2].flatMap(() => [
        ["mu", null, 0, 1],
        ["muStar", null, 0, 1],
      ]),
    )
    const one = morrisIndices(sample.slice(0, 4), 4, [1, 2, 4, 7])
    expect(one.map(({ name }) => name)).toEqual(["mu", "muStar", "mu", "muStar", "mu", "muStar"])
  })
})

describe("a Latin hypercube", () => {
  it("has one point in each part of each parameter, the same for a seed and others for another", () => {
    const sample = latin(3, 50, 7)
    for (let i = 0; i < 3; i++) {
      const parts = sample.map((point) => Math.floor((point[i] ?? 0) * 50)).sort((a, b) => a - b)
      expect(parts).toEqual(Array.from({ length: 50 }, (_, part) => part))
    }
    expect(latin(3, 50, 7)).toEqual(sample)
    expect(latin(3, 50, 8)).not.toEqual(sample)
  })
})
