/** Totals after a warm-up, and groups of entries: restricted means, populations, months of judgment, and orders made in error. */
import { describe, expect, it } from "vitest"
import { days, hours } from "../../../core/kernel/Time.ts"
import { measures, sampledNames } from "./Measure.ts"
import { rowAt, type Summary } from "./Result.ts"
import { run } from "./Run.ts"
import type { ScenarioInput } from "./Scenario.ts"
import { scenarioOf } from "./testing/Scenarios.ts"

const scenario = (extra: Partial<ScenarioInput> = {}) =>
  scenarioOf({
    name: "groups",
    horizon: { days: 100 },
    agents: 60,
    populations: [
      {
        name: "honest",
        share: 0.7,
        breaches: 0.2,
        behaviours: [{ strategy: "honours-promptly" }],
        asCreditor: { suesUnfounded: 0.3 },
      },
      { name: "careless", share: 0.3, breaches: 0.3, behaviours: [{ strategy: "ignores" }] },
    ],
    dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.3 } },
    judge: { errorRate: 0.1 },
    ...extra,
  })
const rowsOf = ({ entries, names }: Summary) =>
  Array.from({ length: entries?.length ?? 0 }, (_, i) =>
    entries === null ? [] : (rowAt(entries, names, i) ?? []),
  ).flat()

const summary = run(scenario())
const rows = rowsOf(summary)

describe("groups of entries", () => {
  it("add up to all entries, by population and by month of judgment", () => {
    const sum = (groups: Summary["months"], of: "entriesOpened" | "recoveredCents" | "wrongPaidCents") =>
      Object.values(groups).reduce((total, values) => total + values[of], 0)
    for (const groups of [summary.months, summary.populations])
      for (const of of ["entriesOpened", "recoveredCents", "wrongPaidCents"] as const)
        expect(sum(groups, of)).toBe(summary.totals[of])
    expect(Object.keys(summary.months)).toEqual(["2027-01", "2027-02", "2027-03", "2027-04"])
    const february = rows.filter(
      ({ deliveredHours }) => deliveredHours >= 31 * 24 && deliveredHours < 59 * 24,
    )
    expect(summary.months["2027-02"]?.entriesOpened).toBe(february.length)
    expect(summary.populations.honest?.defaultRate).toBe(0)
    expect(summary.populations.careless?.defaultRate).toBe(1)
  })

  it("count orders made in error, and what was paid under them", () => {
    const wrong = rows.filter((row) => row.wrong)
    expect(wrong.length).toBeGreaterThan(0)
    expect(summary.totals.wrongOrders).toBe(wrong.length)
    expect(summary.totals.wrongPaidCents).toBe(wrong.reduce((sum, row) => sum + row.recoveredCents, 0))
  })
})

describe("the restricted mean", () => {
  it("is the mean of the times up to the limit if everything is followed that far, whoever never performs counted in full", () => {
    const limit = 10 * 24
    const found = run(
      scenario({
        measures: { restrictedDays: 10 },
        dealings: {
          arrivals: { kind: "listed", items: Array.from({ length: 80 }, (_, i) => ({ atHours: i })) },
        },
      }),
    )
    const all = rowsOf(found)
    expect(all.length).toBeGreaterThan(5)
    const times = all.map(({ doneHours, deliveredHours }) =>
      doneHours === null ? limit : Math.min(limit, doneHours - deliveredHours),
    )
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length
    // Times are rounded up to the 7200th part of the limit.
    expect(found.totals.performanceHoursRestricted).toBeGreaterThanOrEqual(mean)
    expect(found.totals.performanceHoursRestricted).toBeLessThan(mean + limit / 7200)
  })

  it("is unknown if nobody is followed to the limit or nothing opened, and 0 is not taken for it", () => {
    expect(run(scenario({ measures: { restrictedDays: 200 } })).totals.performanceHoursRestricted).toBeNaN()
    const nothing = scenario({ dealings: { arrivals: { kind: "listed", items: [] } } })
    expect(run(nothing).totals.satisfactionHoursRestricted).toBeNaN()
    expect(run(nothing).months).toEqual({})
  })

  it("is of half of the time if that is shorter than 30 days", () => {
    const short = (restrictedDays?: number) =>
      run(
        scenario({
          horizon: { days: 20 },
          measures: restrictedDays === undefined ? {} : { restrictedDays },
        }),
      ).totals.performanceHoursRestricted
    expect(short()).toBe(short(10))
    expect(short(5)).toBeLessThan(short())
  })
})

describe("a warm-up", () => {
  const warm = run(scenario({ measures: { warmupDays: 40 } }))

  it("leaves out what came before it, and changes no event", () => {
    expect(warm.entries).toEqual(summary.entries)
    expect(warm.samples).toEqual(summary.samples)
    const before = summary.samples.find(({ atHours }) => atHours === 40 * 24)?.values
    for (const name of sampledNames) {
      const { kind } = measures[name]
      const whole = summary.totals[name]
      if (whole === undefined) continue
      if (kind === "flow") expect(warm.totals[name]).toBe(whole - (before?.[name] ?? 0))
      if (kind === "stock") expect(warm.totals[name]).toBe(whole)
    }
    const later = rows.filter(({ deliveredHours }) => deliveredHours >= days(40) / hours(1))
    expect(warm.totals.entriesOpened).toBe(later.length)
    expect(warm.totals.recoveredCents).toBe(later.reduce((sum, row) => sum + row.recoveredCents, 0))
    expect(warm.months).toEqual(summary.months)
  })

  it("that ends between two samples is exact", () => {
    const between = run(scenario({ measures: { warmupDays: 40, everyHours: 7 * 24 } }))
    expect(between.totals).toEqual(warm.totals)
  })
})
