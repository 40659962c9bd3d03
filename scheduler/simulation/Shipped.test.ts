/** The results of the scenarios in the package, which an independent model of the same process gives too. */
import { readFileSync } from "node:fs"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Parameters } from "./Design.ts"
import type { MeasureName } from "./engine/Measure.ts"
import { run } from "./engine/Run.ts"
import { pathOf } from "./Shipped.ts"
import { read } from "./Study.ts"

const seeds = [1, 2, 3]

/** The means over a few seeds of some measures, in the condition of a scenario that has these parameters. */
const means = (
  name: string,
  wanted: Parameters,
  measures: ReadonlyArray<MeasureName>,
): ReadonlyArray<number> => {
  const file = pathOf(name) ?? ""
  const study = Either.getOrThrow(
    read(file, readFileSync(file, "utf8"), { set: [], runs: undefined }, () => Either.left("none")),
  )
  const condition = study.conditions.find(({ parameters }) =>
    Object.entries(wanted).every(([path, value]) => parameters[path] === value),
  )
  if (condition === undefined) throw new Error(`${name} has no such condition`)
  const all = seeds.map((seed) => run(condition.scenario, { seed, entries: false }).totals)
  return measures.map((measure) => all.reduce((sum, totals) => sum + totals[measure], 0) / seeds.length)
}
const meanOf = (name: string, wanted: Parameters, measure: MeasureName): number =>
  means(name, wanted, [measure])[0] ?? Number.NaN

const within = (value: number, low: number, high: number) => {
  expect(value).toBeGreaterThan(low)
  expect(value).toBeLessThan(high)
}

describe("the results of the scenarios in the package", { timeout: 120_000 }, () => {
  it("PD11 §11 baseline: 54 agents in default and a default rate of 15.6 %, however many payments chains show", () => {
    const [inDefault = 0, rate = 0] = means("baseline", {}, ["agentsInDefault", "defaultRate"])
    within(inDefault, 50, 58)
    within(rate, 0.145, 0.17)
    for (const share of [0, 0.8]) {
      const [others = 0, othersRate = 0] = means("baseline", { "chain.share": share }, [
        "agentsInDefault",
        "defaultRate",
      ])
      within(others - inDefault, -1.5, 1.5)
      within(othersRate - rate, -0.005, 0.005)
    }
  })

  it("PD11 §10 deterrence: 209 agents in default at −3 points, 118 at −12", () => {
    const at = (points: number) =>
      meanOf("deterrence", { "schedule.unsatisfiedReputation": points }, "agentsInDefault")
    within(at(-3), 199, 219)
    within(at(-12), 108, 128)
  })

  it("PD11 §3 windows: their length changes when entries are satisfied, and hardly when orders are performed", () => {
    const [short, today, long] = [24, 72, 168].map((hours) =>
      means("windows", { "schedule.noticeHours": hours }, ["performanceHoursMean", "satisfactionHoursMean"]),
    )
    const [performed = 0, satisfied = 0] = today ?? []
    within((short?.[0] ?? 0) - performed, -4, 4)
    within((long?.[0] ?? 0) - performed, -4, 4)
    within(satisfied - (short?.[1] ?? 0), 10, 40)
    within((long?.[1] ?? 0) - satisfied, 30, 80)
  })
})
