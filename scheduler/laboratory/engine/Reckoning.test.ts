/** The strategy that ships: a record is worth what others make of it. */
import { describe, expect, it } from "vitest"
import { mistakeOf } from "./Mind.ts"
import { makeShippedStrategies, shippedNames } from "./Reckoning.ts"
import { run } from "./Run.ts"
import { scenarioOf } from "./testing/Scenarios.ts"

type Given = { readonly [name: string]: number }
const scenario = (parameters: Given, horizonDays = 90) =>
  scenarioOf({
    name: "reckoning",
    horizon: { days: horizonDays },
    agents: 100,
    populations: [
      {
        name: "traders",
        share: 1,
        stakeCents: 1_000_000,
        strategy: "reckons",
        parameters,
        behaviours: [{ strategy: "custom", name: "reckons" }],
      },
    ],
    dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.5 } },
    judge: { errorRate: 0 },
    schedule: { claimsMax: 10_000, openMattersMax: 10_000 },
  })
const totals = (parameters: Given) => run(scenario(parameters), { seed: 7, entries: false }).totals

describe("agents to which a record is worth what others make of it", () => {
  it("PD11 §9 are a strategy that needs no file", () => {
    expect(mistakeOf(makeShippedStrategies())).toBeNull()
    expect(shippedNames).toEqual(["reckons"])
  })

  it("PD11 §9 given one seed, then one run, and no book of it reaches the next run", () => {
    const first = run(scenario({ looks: 0.5 }), { seed: 3 })
    run(scenario({ looks: 0, tempted: 1 }), { seed: 4 })
    expect(run(scenario({ looks: 0.5 }), { seed: 3 })).toEqual(first)
  })

  it("PD11 §9 given a parameter that there is not, then the run fails with the nearest name", () => {
    expect(() => totals({ look: 0.5 })).toThrow("there is no parameter look; did you mean looks?")
    expect(() => totals({ zzzzzzzz: 1 })).toThrow("the parameters are margin, looks")
  })

  it("PD11 §9 given nobody who looks, then tempted agents break every dealing and pay no order, and nobody is refused", () => {
    const found = totals({ looks: 0, tempted: 1 })
    expect(found.matters).toBe(found.dealings)
    expect(found.recoveredCents).toBe(0)
    expect(found.shunned).toBe(0)
  })

  it("PD11 §9 given agents that nothing tempts, then only accidents are sued on, and every order that fell due is paid", () => {
    const found = totals({ tempted: 0, looks: 1 })
    expect(found.matters / found.dealings).toBeGreaterThan(0.03)
    expect(found.matters / found.dealings).toBeLessThan(0.07)
    expect(found.defaultRate).toBe(0)
    expect(found.shunned).toBe(0)
  })

  it("PD11 §9 given the same lookers, then expecting default at first keeps most from it, and expecting nothing leads nearly all into it", () => {
    const [feared, trusted] = [totals({ looks: 1, expects: 1 }), totals({ looks: 1, expects: 0 })]
    expect(feared.agentsInDefault).toBeLessThan(15)
    expect(trusted.agentsInDefault).toBeGreaterThan(40)
    // Then labels say little, and whoever looks refuses nearly everybody.
    expect(trusted.dealings).toBeLessThan(feared.dealings / 3)
  })

  it("PD11 §9 given prices that follow the record, then fewer are in default than with refusals alone", () => {
    const refusing = { looks: 0.5, dealings: 50 }
    expect(totals({ ...refusing, prices: 1 }).agentsInDefault).toBeLessThan(totals(refusing).agentsInDefault)
  })
})
