/** Entry, exit and new names: who deals when, and how many agents an operator enrols (PD3 §1). */
import { describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { run } from "./Run.ts"
import type { ScenarioInput } from "./Scenario.ts"
import { rowsOf, scenarioOf, varied } from "./testing/Scenarios.ts"

type Given = NonNullable<ScenarioInput["populations"][number]["identity"]>

/** Half of the agents honour their orders, and half break what they promise and pay nothing. */
const market = (identity: Given, changed: Partial<ScenarioInput> = {}) =>
  run(
    scenarioOf({
      name: "market",
      horizon: { days: 120 },
      agents: 40,
      populations: [
        { name: "honest", share: 0.5, breaches: 0, behaviours: [{ strategy: "honours-promptly" }] },
        {
          name: "washers",
          share: 0.5,
          breaches: 0.6,
          stakeCents: { uniform: [1000, 90_000] },
          behaviours: [{ strategy: "ignores" }],
          identity,
        },
      ],
      dealings: { arrivals: { kind: "poisson", perAgentPerDay: 1 } },
      judge: { errorRate: 0 },
      schedule: { claimsMax: 1000, openMattersMax: 1000 },
      ...changed,
    }),
  )
const operatorsOf = ({ agents }: ReturnType<typeof run>) => needPresent(agents.operator, "the operators")
const enrolledOf = (found: ReturnType<typeof run>): ReadonlyArray<number> => {
  const counts = new Map<number, number>()
  for (const operator of operatorsOf(found)) counts.set(operator, (counts.get(operator) ?? 0) + 1)
  return [...counts.values()]
}

describe("an operator with new names", () => {
  const washed = market({ renames: { afterHours: 24 } })

  it("PD3 §1 enrols at most five agents, and keeps the last one", () => {
    expect(Math.max(...enrolledOf(washed))).toBe(bounds.operatorAgentsMax)
    expect(washed.totals.namesTaken).toBe(20 * (bounds.operatorAgentsMax - 1))
    expect(washed.totals.namesRefused).toBe(20)
    expect(washed.agents.length).toBe(40 + 20 * (bounds.operatorAgentsMax - 1))
    expect(washed.totals.dealersInDefault).toBe(0.5)
  })

  it("PD3 §1 enrols as many as the figure in force allows", () => {
    const of = (operatorAgentsMax: number) =>
      market(
        { renames: { afterHours: 24 } },
        { schedule: { claimsMax: 1000, openMattersMax: 1000, operatorAgentsMax } },
      )
    expect(of(1).totals.namesTaken).toBe(0)
    expect(Math.max(...enrolledOf(of(2)))).toBe(2)
    const free = of(1_000_000)
    expect(free.totals.namesRefused).toBe(0)
    expect(Math.max(...enrolledOf(free))).toBeGreaterThan(bounds.operatorAgentsMax)
    expect(free.totals.dealersInDefault).toBeLessThan(0.5)
  })

  it("PD11 §9 leaves its record with the agent that it gave up, and takes its stake along", () => {
    const { agents, names } = washed
    const operators = operatorsOf(washed)
    const last = new Map(Array.from(operators, (operator, i) => [operator, i]))
    for (let i = 0; i < agents.length; i++) {
      const operator = operators[i] ?? 0
      expect(agents.stakeCents[i]).toBe(agents.stakeCents[operator])
      expect(agents.population[i]).toBe(agents.population[operator])
      if (last.get(operator) !== i) expect(names.labels[agents.label[i] ?? 0]).toBe("in default")
    }
  })

  it("deals under one name at a time: nobody deals with an agent after it was given up", () => {
    const operators = operatorsOf(washed)
    const from = new Map<number, number>()
    const rows = rowsOf(washed)
    for (const { bound, filedHours } of rows)
      from.set(bound, Math.min(from.get(bound) ?? Number.POSITIVE_INFINITY, filedHours))
    for (const { bound, favoured, filedHours } of rows) {
      expect(operators[bound]).not.toBe(operators[favoured])
      for (const [later, begins] of from)
        if (later > bound && operators[later] === operators[bound]) expect(filedHours).toBeLessThan(begins)
    }
  })

  it("that gives up a share of its agents takes fewer names, and none if it performs in time", () => {
    expect(market({ renames: { share: 0 } }).totals.namesTaken).toBe(0)
    const none = market({ renames: { afterHours: 24 * 365 } })
    expect([none.totals.namesTaken, none.totals.namesRefused]).toEqual([0, 0])
  })
})

describe("entry and exit", () => {
  it("an agent that enters later neither deals nor is in the Register before", () => {
    const found = market({ entersDays: 60 })
    expect(found.samples[1]?.values.agentsNoRecord).toBe(20)
    const rows = rowsOf(found)
    expect(rows.length).toBeGreaterThan(50)
    expect(Math.min(...rows.map(({ filedHours }) => filedHours))).toBeGreaterThan(60 * 24)
  })

  it("PD11 §10 the lowest reputation is that of an agent in the Register, and not the 0 of an agent that has not entered", () => {
    const breaches = 0.9
    const found = market(
      {},
      {
        populations: [
          { name: "prompt", share: 0.5, breaches, behaviours: [{ strategy: "honours-promptly" }] },
          {
            name: "late",
            share: 0.5,
            breaches,
            behaviours: [{ strategy: "honours-promptly" }],
            identity: { entersDays: 200 },
          },
        ],
      },
    )
    const entered = [...needPresent(found.agents.entered, "who has entered")]
    expect(entered).toEqual([...found.agents.population].map((population) => 1 - population))
    const least = Math.min(...found.agents.reputation.filter((_, i) => entered[i] === 1))
    expect(least).toBeGreaterThan(0)
    expect(found.totals.reputationMin).toBe(least)
  })

  it("an operator that left deals no more, and is followed by a newcomer with a stake of its own", () => {
    const left = market({ staysDays: 30, replaced: 0 })
    expect(left.totals.operatorsLeft).toBe(20)
    expect(left.agents.length).toBe(40)
    expect(Math.max(...rowsOf(left).map(({ filedHours }) => filedHours))).toBeLessThan(30 * 24)
    const followed = market({ staysDays: 30, replaced: 1 })
    expect(followed.totals.operatorsLeft).toBe(60)
    expect(followed.agents.length).toBe(100)
    expect(Math.max(...enrolledOf(followed))).toBe(1)
    const { stakeCents } = followed.agents
    expect(new Set(stakeCents.subarray(40)).size).toBeGreaterThan(50)
  })

  it("an operator leaves with whatever name it has by then", () => {
    const found = market({ staysDays: 40, replaced: 0, renames: { afterHours: 1 } })
    expect(found.totals.operatorsLeft).toBe(20)
    expect(found.totals.namesTaken).toBeGreaterThan(20)
    expect(Math.max(...rowsOf(found).map(({ filedHours }) => filedHours))).toBeLessThan(40 * 24)
  })

  it("an identity without entry, exit and new names changes no entry", () => {
    const stays = scenarioOf({
      ...varied,
      populations: [{ ...varied.populations[0], identity: {} }, ...varied.populations.slice(1)],
    })
    const plain = run(scenarioOf(varied))
    expect(run(stays).entries).toEqual(plain.entries)
    expect([plain.totals.namesTaken, plain.agents.operator]).toEqual([undefined, undefined])
  })

  it("in a network new names have the partners of the place that they take", () => {
    const found = market(
      { renames: { afterHours: 24 } },
      {
        dealings: {
          arrivals: { kind: "poisson", perAgentPerDay: 1 },
          network: { kind: "listed", edges: Array.from({ length: 39 }, (_, i) => [i, i + 1] as const) },
        },
      },
    )
    const operators = operatorsOf(found)
    const rows = rowsOf(found).filter(({ bound }) => bound >= 40)
    expect(rows.length).toBeGreaterThan(100)
    // An operator has the number of its first agent, which is its place.
    for (const { bound, favoured } of rows)
      expect(Math.abs((operators[bound] ?? 0) - (operators[favoured] ?? 0))).toBe(1)
  })

  it("a strategy keeps its memory under a new name, and a newcomer begins without one", () => {
    const learnt: Array<readonly [agent: number, dealings: number, remembered: number]> = []
    const neighbourly: Array<boolean> = []
    const found = run(
      scenarioOf({
        name: "remembers",
        horizon: { days: 90 },
        agents: 10,
        populations: [
          {
            name: "all",
            share: 1,
            strategy: "mine",
            breaches: 0.5,
            behaviours: [{ strategy: "ignores" }],
            identity: { renames: { afterHours: 1 } },
          },
        ],
        dealings: {
          arrivals: { kind: "poisson", perAgentPerDay: 1 },
          network: { kind: "small-world", neighbours: 4 },
        },
        judge: { errorRate: 0 },
      }),
      {
        strategies: {
          mine: {
            partner: ({ neighbours, deals, peers, drawn }) => {
              neighbourly.push((neighbours ?? []).every((one) => deals(one) && peers.includes(one)))
              return neighbours?.at(-1) ?? drawn
            },
            learn: ({ what, agent, history, memory }) => {
              if (what !== "dealt") return
              memory[0] = (memory[0] ?? 0) + 1
              learnt.push([agent, history.dealings, memory[0]])
            },
          },
        },
      },
    )
    expect(found.totals.namesTaken).toBeGreaterThan(10)
    expect(learnt.some(([agent]) => agent >= 10)).toBe(true)
    for (const [, dealings, remembered] of learnt) expect(remembered).toBe(dealings)
    expect(new Set(neighbourly)).toEqual(new Set([true]))
  })
})
