/** Lists and judges: how long claims wait under load. */
import { describe, expect, it } from "vitest"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { explain, run } from "./Run.ts"
import type { ScenarioInput } from "./Scenario.ts"
import { rowsOf, scenarioOf } from "./testing/Scenarios.ts"

/** Claims at given hours, each by an agent of its own, undefended and founded. */
const claims = (at: ReadonlyArray<number>, changed: Partial<ScenarioInput>) =>
  scenarioOf({
    name: "claims",
    horizon: { days: 400 },
    agents: at.length + 1,
    populations: [{ name: "all", share: 1, defends: 0, behaviours: [{ strategy: "honours-promptly" }] }],
    dealings: {
      arrivals: {
        kind: "listed",
        of: "disputes",
        items: at.map((atHours, i) => ({ atHours, claimant: i + 1, respondent: 0, broken: true })),
      },
    },
    judge: { errorRate: 0, decisionHours: 10 },
    ...changed,
  })
const { stepHours } = bounds

describe("lists of claims", () => {
  const capacity = { listCapacityMatters: 3 }

  it("PD1 §5 a claim beyond a full list is served when the Registrar opens the next, in the order of filing", () => {
    const scenario = claims([0, 1, 2, 3, 4, 5, 6], { list: { opensHours: 100 }, schedule: capacity })
    const rows = rowsOf(run(scenario))
    // The first list is full at hour 2. The second opens at hour 102, full at once, and the third 100 hours later.
    const served = [0, 1, 2, 102, 102, 102, 202]
    expect(rows.map(({ deliveredHours }) => deliveredHours)).toEqual(served.map((at) => at + stepHours + 10))
    const acts = explain(scenario, 3).filter(({ act }) => act === "serve")
    expect(acts.map(({ at, rules }) => [(at - scenario.start) / hours(1), rules])).toEqual([
      [102, ["PD1 §5"]],
    ])
  })

  it("PD1 §5 a list that has places serves at once, however late it is", () => {
    const rows = rowsOf(run(claims([0, 1, 2, 500], { list: { opensHours: 100 }, schedule: capacity })))
    expect(rows.at(-1)?.deliveredHours).toBe(500 + stepHours + 10)
  })
})

describe("judges", () => {
  it("decide one claim at a time, in the order of close of pleadings", () => {
    const of = (count: number) =>
      rowsOf(run(claims([0, 1, 2, 3], { judge: { errorRate: 0, decisionHours: 10, judges: { count } } })))
    expect(of(1).map(({ deliveredHours }) => deliveredHours - stepHours)).toEqual([10, 20, 30, 40])
    const alone = claims([0, 1], { judge: { errorRate: 0, decisionHours: 10, judges: { count: 1 } } })
    const acts = explain(alone, 1).slice(0, 3)
    expect(acts.map(({ act, at }) => [act, (at - alone.start) / hours(1)])).toEqual([
      ["file", 1],
      ["close", 1 + stepHours],
      ["open", stepHours + 20],
    ])
    expect(of(2).map(({ deliveredHours }) => deliveredHours - stepHours)).toEqual([10, 11, 20, 21])
    expect(of(4).map(({ deliveredHours }) => deliveredHours - stepHours)).toEqual([10, 11, 12, 13])
  })

  it("who work eight hours a day take three times as long", () => {
    const judge = { errorRate: 0, decisionHours: 10, judges: { count: 1, hoursPerDay: 8 } }
    const [row] = rowsOf(run(claims([0], { judge })))
    expect(row?.deliveredHours).toBe(stepHours + 30)
  })

  it("make claims wait as the theory of queues says: M/M/1 at a load of 0.8 has a mean of 1/(μ − λ)", () => {
    const work = 10
    const perDay = (0.8 * 24) / work
    const agents = 200
    const found = run(
      scenarioOf({
        name: "queue",
        horizon: { days: 20_000 },
        agents,
        populations: [{ name: "all", share: 1, defends: 0, behaviours: [{ strategy: "ignores" }] }],
        dealings: { arrivals: { kind: "poisson", perAgentPerDay: perDay / agents, of: "disputes" } },
        judge: { errorRate: 0, decisionHours: { exponential: work }, judges: { count: 1 } },
        schedule: { claimsMax: 1_000_000, openMattersMax: 1_000_000 },
        measures: { warmupDays: 500, everyHours: 24 * 100 },
      }),
      { entries: false },
    )
    const sojourn = (found.totals.judgmentHoursMean ?? Number.NaN) - stepHours
    // Of 38,000 claims, whose times are alike for long: the standard error is about 2.5 hours.
    expect(Math.abs(sojourn - work / (1 - 0.8))).toBeLessThan(7)
    const waiting = found.samples.slice(10).map(({ values }) => values.mattersPending ?? Number.NaN)
    const mean = waiting.reduce((sum, value) => sum + value, 0) / waiting.length
    // Little's law: the mean number is the rate times the mean time.
    const expected = (perDay / 24) * (sojourn + stepHours)
    expect(Math.abs(mean - expected)).toBeLessThan(0.25 * expected)
  })

  it("are enough: with more judges than claims nothing waits, and every entry is as without them", () => {
    const at = Array.from({ length: 40 }, (_, i) => i * 7)
    const judge = { errorRate: 0, decisionHours: { uniform: [1, 12] } as const }
    const many = run(claims(at, { judge: { ...judge, judges: { count: 100 } } }))
    expect(many.entries).toEqual(run(claims(at, { judge })).entries)
  })
})
