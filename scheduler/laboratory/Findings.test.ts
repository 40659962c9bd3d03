/** The findings of a study, its charts, and refused claims. */

import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { draw, drawSvg } from "./charts/Draw.ts"
import { charts } from "./charts/index.ts"
import type { Digest } from "./Digest.ts"
import {
  compareOutcomes,
  difference,
  effect,
  findings,
  indices,
  labelCondition,
  limitedText,
  listLimited,
  totals,
} from "./Findings.ts"
import { spreadOf } from "./Spread.ts"
import { read, type Study } from "./Study.ts"
import { indexTable } from "./Tables.ts"
import { digests } from "./testing/Digests.ts"

const study = (experiment: string): Study =>
  Either.getOrThrow(
    read(
      "s.yaml",
      `name: s
horizon: { days: 60 }
agents: 100
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: defaulters, share: 0.1, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.1 } }
interventions: [{ atDays: 30, schedule: { noticeHours: 24 } }]
experiment: ${experiment}
`,
      { set: [], runs: undefined },
      () => Either.left("none"),
    ),
  )
const found = (experiment: string) => {
  const of = study(experiment)
  return findings(of, digests(of))
}
const sweep =
  "{ grid: { schedule.noticeHours: [24, 72, 168] }, compare: { schedule.noticeHours: 72 }, replicates: 5 }"
const grid = "{ grid: { schedule.noticeHours: [24, 72], judge.errorRate: [0, 0.1] }, replicates: 4 }"
const sensitivity =
  "{ sensitivity: { schedule.noticeHours: [24, 168], judge.errorRate: [0, 0.2] }, replicates: 3 }"

describe("findings", () => {
  it("label conditions by the parameters that differ", () => {
    const labels = (experiment: string) => found(experiment).observed.map(({ label }) => label)
    expect(labels(sweep)).toEqual(["24", "72", "168"])
    expect(labels(grid)[1]).toBe("notice hours 24, error rate 0.1")
    expect(labels(sensitivity)).toEqual([
      "base",
      "notice hours 24",
      "notice hours 168",
      "error rate 0",
      "error rate 0.2",
    ])
    const titled = found(
      "{ grid: { schedule.noticeHours: [24, 72] }, labels: { schedule.noticeHours: Window (h) } }",
    )
    expect(titled.observed.map((one) => labelCondition(titled, one))).toEqual([
      "Window (h) 24",
      "Window (h) 72",
    ])
  })

  it("pair differences by seed, so that the effect of the seed cancels out", () => {
    const of = found(sweep)
    const one = needPresent(difference(of, [2], [1], "defaultRate"), "the difference")
    expect(one.n).toBe(5)
    expect(one.mean).toBeCloseTo(0.06, 2)
    const rates = totals(needPresent(of.observed[1], "the second condition").runs, "defaultRate")
    expect(needPresent(one.high, "its upper bound") - needPresent(one.low, "its lower bound")).toBeLessThan(
      Math.max(...rates) - Math.min(...rates),
    )
  })

  it("are adjusted together for the number of all differences", () => {
    const of = found(sweep)
    const all = compareOutcomes(of)
    expect(all.length).toBe(2 * of.outcomes.length)
    for (const { p, adjustedP, low, high, adjustedLow, adjustedHigh } of all) {
      expect(needPresent(adjustedP, "adjusted p")).toBeGreaterThanOrEqual(needPresent(p, "p"))
      expect(needPresent(adjustedLow, "low")).toBeLessThanOrEqual(needPresent(low, "low"))
      expect(needPresent(adjustedHigh, "high")).toBeGreaterThanOrEqual(needPresent(high, "high"))
    }
  })

  it("leave runs without a partner on the same seed out of a difference", () => {
    const of = study(sweep)
    const some = digests(of).filter(({ condition, seed }) => condition !== 2 || seed > 3)
    expect(difference(findings(of, some), [2], [1], "defaultRate")?.n).toBe(2)
    expect(difference(findings(of, []), [2], [1], "defaultRate")).toBeNull()
  })

  it("average over the other parameters in the effect of one", () => {
    const of = found(grid)
    const [hours, error] = of.factors
    if (hours === undefined || error === undefined) throw new Error("two factors")
    const moved = (factor: typeof hours) =>
      factor.levels.map((level) => effect(of, factor, level, "defaultRate")?.mean ?? Number.NaN)
    // The rate rises by 0.06 with each condition. A longer window is two conditions further, more errors one.
    expect(moved(hours)[1]).toBeCloseTo(0.12, 1)
    expect(moved(error)[1]).toBeCloseTo(0.06, 1)
    expect(moved(hours)[0]).toBe(0)
  })
})

describe("the charts of a study", () => {
  const always = [
    "default-rate",
    "default-rate-by-month",
    "recovered",
    "time-to-performance",
    "time-to-satisfaction",
    "labels-over-time",
    "reputation",
  ]
  it.each([
    ["one condition, one run", "{}", ["outcomes"]],
    ["a sweep", sweep, ["outcomes", "differences"]],
    ["a grid", grid, ["outcomes", "differences", "sensitivity"]],
    ["one at a time", sensitivity, ["outcomes", "differences", "sensitivity"]],
  ])("%s", (_, experiment, names) => {
    const of = found(experiment)
    expect(charts.flatMap((chart) => chart(of)?.name ?? [])).toEqual([...names, ...always])
  })

  it("say what a parameter's effect is compared with: the base, or its value in a condition of a grid", () => {
    const captionOf = (experiment: string) => {
      const of = found(experiment)
      return charts.flatMap((chart) => chart(of) ?? []).find(({ name }) => name === "sensitivity")?.caption
    }
    expect(captionOf(sensitivity)).toBe(
      "Each bar: the mean paired difference from the base when the parameter alone has the value written at the bar instead of that after “from”.",
    )
    expect(captionOf(grid)).toContain("its own in the condition “notice hours 24, error rate 0”")
  })

  it("give each value of the tornado a bar of its own, with its interval, and name what it is compared with", () => {
    const of = found(sensitivity)
    const { spec } = needPresent(
      charts.flatMap((chart) => chart(of) ?? []).find(({ name }) => name === "sensitivity"),
      "the tornado",
    )
    const text = JSON.stringify(spec)
    expect(text).toContain("notice hours (from 72)")
    const bars = [
      ...text.matchAll(/"parameter":"error rate \(from 0.05\)","level":"([\d.]+)","place":"([^"]+)"/g),
    ]
    expect(new Set(bars.map(([, level, place]) => `${place} ${level}`))).toEqual(
      new Set(["the lower value 0", "the higher value 0.2"]),
    )
  })

  it.each(["morris", "saltelli"])("of a sample by %s have its indices, and no differences", (method) => {
    const of = found(
      `{ sample: { method: ${method}, points: 8, ranges: { judge.errorRate: [0, 0.2], chain.share: [0, 1] } }, replicates: 2, outcomes: [defaultRate] }`,
    )
    const names = charts.flatMap((chart) => chart(of)?.name ?? [])
    expect(names).toContain("indices")
    expect(names).not.toContain("differences")
    expect(of.observed[3]?.label).toBe("point 3")
    const shown = indices(of)
    expect(new Set(shown.map(({ parameter }) => parameter))).toEqual(
      new Set(["judge.errorRate", "chain.share"]),
    )
    expect([...indexTable(of)]).toHaveLength(shown.length + 1)
  })

  it.each(["latin, points: 30", "morris, points: 8", "saltelli, points: 8"])(
    "of a sample show outcomes along parameters, and no condition by itself: %s",
    (sample) => {
      const of = found(
        `{ sample: { method: ${sample}, ranges: { judge.errorRate: [0, 0.2], populations.defaulters.stakeCents: { logUniform: [100, 1000000] } } }, outcomes: [defaultRate, claimsRefused] }`,
      )
      const drawn = charts.flatMap((chart) => chart(of) ?? [])
      const names = drawn.map(({ name }) => name)
      expect(names.filter((name) => name !== "indices")).toEqual(["scatter", "density"])
      const [scatter = "", density = ""] = drawn.map(({ spec }) => JSON.stringify(spec))
      expect(scatter).toContain('["defaulters stake cents","(logarithmic axis)"]')
      expect(scatter).not.toContain("point 0")
      expect(scatter.match(/"type":"circle"/g)).toHaveLength(4)
      // An outcome in which no two points differ has no density.
      expect(density.match(/"type":"rect"/g)).toHaveLength(2)
      expect(drawn[1]?.caption).toContain("no two points differ in them: claimsRefused")
    },
  )

  it("of a sample say how many points have no outcome", () => {
    const of = study(
      "{ sample: { method: latin, points: 4, ranges: { judge.errorRate: [0, 0.2] } }, outcomes: [defaultRate] }",
    )
    const digest = (condition: number, defaultRate: number | null) => ({
      ...needPresent(digests(of)[condition], "a run"),
      totals: { defaultRate },
    })
    const some = findings(of, [digest(0, 0.2), digest(1, null), digest(2, 0.4), digest(3, 0.3)])
    expect(spreadOf(some, "defaultRate")).toEqual({
      n: 3,
      missing: 1,
      quantiles: [0.2, 0.25, 0.3, 0.35, 0.4].map((value) => expect.closeTo(value, 12)),
    })
    expect(spreadOf(findings(of, []), "defaultRate").quantiles).toEqual([])
    expect(JSON.stringify(charts.flatMap((chart) => chart(some)?.spec ?? []))).toContain(
      "(n = 3; 1 without outcome)",
    )
  })

  it("are empty if no run is finished", () => {
    expect(charts.flatMap((chart) => chart(findings(study(sweep), [])) ?? [])).toEqual([])
  })

  it("are drawn the same each time, with title, axes and units, as SVG and as PNG", {
    timeout: 60_000,
  }, async () => {
    const of = found(sweep)
    const all = charts.flatMap((chart) => chart(of) ?? [])
    for (const chart of all) {
      const svg = await drawSvg(chart)
      expect(svg).toContain(chart.title)
      expect(svg).toMatch(/%|hours|points|agents/)
      expect(svg).not.toMatch(/undefined|NaN|<script/)
      expect(await drawSvg(chart)).toBe(svg)
    }
    // A PNG is made of the SVG alone, so it is enough to make one of them.
    const chart = needPresent(all[0], "a chart")
    const [one, again] = [await draw(chart), await draw(chart)]
    expect(one.svg).toBe(await drawSvg(chart))
    expect([...one.png.slice(1, 4)]).toEqual([0x50, 0x4e, 0x47])
    expect(Buffer.from(again.png).equals(Buffer.from(one.png))).toBe(true)
  })
})

/** A condition of two runs with these numbers of claims filed and refused. */
const condition = (label: string, filed: number, refused: number) => ({
  index: 0,
  label,
  runs: [0, 1].map(
    (seed): Digest => ({
      run: seed,
      condition: 0,
      replicate: seed,
      seed,
      fingerprint: "f",
      events: 0,
      entries: 0,
      totals: { matters: filed / 2, claimsRefused: refused / 2 },
      hours: [],
      values: {},
      followed: { performance: [], satisfaction: [] },
      groups: { month: {}, population: {} },
      parts: null,
      reputation: {},
    }),
  ),
})

describe("refused claims", () => {
  it("PD1 §2 are reported if they are more than one in a hundred", () => {
    const observed = [
      condition("none", 100, 0),
      condition("one", 990, 10),
      condition("more", 980, 20),
      condition("many", 600, 200),
    ]
    expect(listLimited({ observed })).toEqual([
      { label: "more", refusedShare: 0.02 },
      { label: "many", refusedShare: 0.25 },
    ])
    expect(limitedText({ observed })).toContain(
      "2.0 % to 25.0 % of the claims were refused in 2 of 4 conditions",
    )
    expect(limitedText({ observed: observed.slice(2, 3) })).toMatch(
      /^2\.0 % of the claims were refused, because/,
    )
  })

  it("PD1 §2 are not reported if there are few, or no runs", () => {
    expect(limitedText({ observed: [condition("one", 990, 10)] })).toBeNull()
    expect(limitedText({ observed: [{ ...condition("nothing", 0, 0), runs: [] }] })).toBeNull()
  })
})
