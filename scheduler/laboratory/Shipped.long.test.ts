/** The results of the scenarios in the package, which an independent model of the same process gives too. */

import { readFileSync } from "node:fs"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import type { Parameters } from "./Design.ts"
import type { MeasureName } from "./engine/Measure.ts"
import { run } from "./engine/Run.ts"
import { pathOf } from "./Shipped.ts"
import { read } from "./Study.ts"

const seeds = [1, 2, 3]

/** Gives the mean of a measure over a few seeds, in the condition of a scenario that has these parameters. */
const meansOf = (
  name: string,
  wanted: Parameters,
  over: ReadonlyArray<number> = seeds,
): ((measure: MeasureName) => number) => {
  const file = needPresent(pathOf(name), `the file of ${name}`)
  const study = Either.getOrThrow(
    read(file, readFileSync(file, "utf8"), { set: [], runs: undefined }, () => Either.left("none")),
  )
  const condition = study.conditions.find(({ parameters }) =>
    Object.entries(wanted).every(([path, value]) => parameters[path] === value),
  )
  if (condition === undefined) throw new Error(`${name} has no such condition`)
  const all = over.map((seed) => run(condition.scenario, { seed, entries: false }).totals)
  return (measure) => all.reduce((sum, totals) => sum + (totals[measure] ?? Number.NaN), 0) / over.length
}

const within = (value: number, low: number, high: number) => {
  expect(value).toBeGreaterThan(low)
  expect(value).toBeLessThan(high)
}

describe("the results of the scenarios in the package", { timeout: 120_000 }, () => {
  it("PD11 §11 baseline: 87 agents in default and a default rate of 19.9 %, since a late payer disputes once, however many payments chains show", () => {
    const base = meansOf("baseline", {})
    within(base("agentsInDefault"), 83, 92)
    within(base("defaultRate"), 0.188, 0.21)
    for (const share of [0, 0.8]) {
      const other = meansOf("baseline", { "chain.share": share })
      within(other("agentsInDefault") - base("agentsInDefault"), -1.5, 1.5)
      within(other("defaultRate") - base("defaultRate"), -0.005, 0.005)
    }
  })

  it("PD11 §9 deterrence: the same law deters or does not, by what others look up and by what was expected of them at first", () => {
    const at = (looks: number, expects: number, over = seeds) =>
      meansOf(
        "deterrence",
        {
          "populations.traders.parameters.looks": looks,
          "populations.traders.parameters.expects": expects,
        },
        over,
      )
    // Nobody looks: whatever was expected, tempted agents break every dealing. That holds by construction.
    within(at(0, 1)("defaultRate"), 0.95, 0.98)
    // All look: few default if that was feared at first; else nearly all do, and nine dealings in ten are refused.
    const [feared, unfeared] = [at(1, 1), at(1, 0)]
    within(feared("defaultRate"), 0.01, 0.06)
    within(unfeared("defaultRate"), 0.95, 0.99)
    within(unfeared("shunned") / unfeared("dealings"), 9, 12)
    // In one of ten runs newcomers are shut out: nobody deals with agents without a record, so that nothing better is learned of them.
    within(at(1, 1, [5])("agentsNoRecord"), 150, 200)
    within(feared("agentsNoRecord"), 0, 3)
    // Half look: half of the orders are not performed.
    within(at(0.5, 1)("defaultRate"), 0.5, 0.61)
  })

  it("PD11 §3 windows: their length changes when entries are satisfied, but hardly when orders are performed", () => {
    const at = (hours: number) => meansOf("windows", { "schedule.noticeHours": hours })
    const [short, today, long] = [at(24), at(72), at(168)]
    within(short("performanceHoursRestricted") - today("performanceHoursRestricted"), -4, 4)
    within(long("performanceHoursRestricted") - today("performanceHoursRestricted"), -4, 4)
    within(today("satisfactionHoursRestricted") - short("satisfactionHoursRestricted"), 10, 40)
    within(long("satisfactionHoursRestricted") - today("satisfactionHoursRestricted"), 30, 80)
  })
})
