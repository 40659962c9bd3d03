/** The time and memory that a study takes are told from the shape of its scenarios before it begins. */
import { availableParallelism } from "node:os"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { costOf, costRefusal, costText, costWarning } from "./Cost.ts"
import { run } from "./engine/Run.ts"
import { read } from "./Study.ts"
import { smallScenario } from "./testing/Digests.ts"

const study = (...set: ReadonlyArray<string>) =>
  Either.getOrThrow(read("s.yaml", smallScenario(), { set, runs: undefined }, () => Either.left("none")))
const gigabytes = (count: number) => count * 1e9

describe("what a study takes", () => {
  it("grows with agents, time and runs, and is shared by the workers", () => {
    const [small, large] = [costOf(study(), 1), costOf(study("agents=400000"), 1)]
    expect(large.seconds).toBeGreaterThan(small.seconds)
    expect(large.bytes).toBeGreaterThan(small.bytes)
    expect(costOf(study("agents=400000"), 2).seconds).toBeLessThan(large.seconds)
    expect(costOf(study("dealings.arrivals.of=disputes"), 1).bytes).toBeGreaterThan(small.bytes)
    expect(costText(small, 1)).toMatch(/^About \d s and \d+ MB of memory with 1 worker\.$/)
  })

  it("is at least as much as the events of a run, for each kind of arrivals", () => {
    for (const arrivals of ["{kind: fixed, everyHours: 80}", "{kind: listed, items: [{atHours: 1}]}"]) {
      const of = study(`dealings.arrivals=${arrivals}`)
      const { events } = run(of.conditions[0].scenario)
      expect(costOf(of, 1).seconds).toBeGreaterThan(events * 1e-7)
    }
  })

  it("counts what an intervention changes", () => {
    const change =
      "interventions=[{atDays: 5, populations: {careless: {breaches: 1, asCreditor: {suesUnfounded: 1}}}}]"
    expect(costOf(study("agents=40000", change), 1).bytes).toBeGreaterThan(
      costOf(study("agents=40000"), 1).bytes,
    )
  })

  it("counts agents that come for others, and names the largest condition", () => {
    const leaving = "populations.honest.identity={staysDays: {exponential: 0.001}}"
    expect(costOf(study(leaving), 1).runBytes).toBeGreaterThan(2 * costOf(study(), 1).runBytes)
    const grid = costOf(study("experiment.grid={agents: [10, 90000000, 20]}"), 1)
    expect(grid.largest).toEqual({ agents: 90_000_000 })
    expect(costRefusal(grid, gigabytes(1))).toContain("one run of the condition agents = 90000000")
  })

  it("does not divide the time by more workers than there are processors", () => {
    const many = study("experiment.replicates=1000")
    expect(costOf(many, 1000).seconds).toBe(costOf(many, availableParallelism()).seconds)
    expect(costOf(many, 1000).bytes).toBeGreaterThan(costOf(many, 1).bytes)
  })

  it("is warned of over 10 minutes or 2 GB, and refused over the memory of the machine", () => {
    const huge = costOf(study("agents=50000000", "horizon={days: 3000}"), 2)
    expect(costWarning(huge)).toMatch(/^It takes about [\d.]+ hours and about [\d.]+ GB of memory/)
    expect(costWarning(costOf(study(), 2))).toBeNull()
    expect(costRefusal(huge, gigabytes(8))).toMatch(/may have about \d+ claims, and can hold 268435456/)
    expect(costRefusal({ ...huge, claims: 1000 }, gigabytes(8))).toContain("and this machine has 8.0 GB")
    expect(costRefusal(costOf(study(), 2), gigabytes(1))).toBeNull()
    expect(costText({ ...huge, seconds: 90 }, 2)).toContain("2 minutes")
  })
})
