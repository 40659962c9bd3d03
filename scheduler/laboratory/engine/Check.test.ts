/** Reading scenarios, and the faults that are reported of wrong ones. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { horizonOf, read } from "./Check.ts"
import { Scenario, scenarioJsonSchema } from "./Scenario.ts"

const population = { name: "everyone", share: 1, behaviours: [{ strategy: "honours-promptly" }] }
const smallest = {
  name: "smallest",
  horizon: { days: 10 },
  agents: 10,
  populations: [population],
  dealings: { arrivals: { kind: "poisson", perAgentPerDay: 1 } },
}
const behaving = (behaviour: object) => ({
  ...smallest,
  populations: [{ ...population, behaviours: [behaviour] }],
})

/** The faults of an input: pointer, then message. */
const faultsOf = (input: unknown): ReadonlyArray<string> =>
  Either.match(read(input), {
    onLeft: (faults) => faults.map(({ pointer, message }) => `${pointer} ${message}`),
    onRight: () => [],
  })

describe("reading a scenario", () => {
  it("fills in defaults, and the result can be written and read again", () => {
    const scenario = Either.getOrThrow(read(smallest))
    expect(scenario.judge.orders).toEqual({ pay: 1, perform: 0, refrain: 0 })
    expect(scenario.populations[0].behaviours[0].share).toBe(1)
    expect(horizonOf(scenario) - scenario.start).toBe(10 * 24 * 3_600_000)
    const written = JSON.parse(JSON.stringify(Schema.encodeSync(Scenario)(scenario)))
    expect(Either.getOrThrow(read(written))).toEqual(scenario)
  })

  it.each<readonly [input: object, fault: string]>([
    [
      { ...smallest, measures: { warmupDays: 400_000 } },
      "/measures/warmupDays the warm-up must end before the horizon",
    ],
    [
      { ...smallest, measures: { everyHours: 1e-6 } },
      "/measures/everyHours from the start to the horizon there are more than 1000000 samples; take a nearer horizon or a greater everyHours",
    ],
    [{ ...smallest, sead: 1 }, "/sead unknown key sead; did you mean seed?"],
    [
      behaving({ strategy: "ignores", shares: 1 }),
      "/populations/0/behaviours/0/shares unknown key shares; did you mean share?",
    ],
    [
      behaving({ strategy: "ignore" }),
      "/populations/0/behaviours/0/strategy strategy must be one of honours-promptly, honours-late, attests-falsely, pays-in-part, ignores, weighs, custom, contests, appeals, not ignore; did you mean ignores?",
    ],
    [
      behaving({ strategy: "honours-promptly", afterHours: -1 }),
      "/populations/0/behaviours/0/afterHours must not be negative",
    ],
    [
      behaving({ strategy: "honours-late", lateHours: { uniform: [3, 1] } }),
      "/populations/0/behaviours/0/lateHours uniform must be [from, to], two numbers that are not negative, the smaller first",
    ],
    [
      { ...smallest, populations: [{ ...population, share: 0.7 }] },
      "/populations the shares of the populations must add up to 1; they add up to 0.7",
    ],
    [
      behaving({ strategy: "ignores", share: 0.25 }),
      "/populations/0/behaviours the shares of the behaviours must add up to 1; they add up to 0.25",
    ],
    [
      { ...smallest, judge: { orders: { pay: 1, perform: 0.5, refrain: 0 } } },
      "/judge/orders the shares of the kinds of orders must add up to 1; they add up to 1.5",
    ],
    [
      { ...smallest, start: "2027-01-01T00:00:00Z", horizon: "2026-01-01T00:00:00Z" },
      "/horizon the horizon, 2026-01-01T00:00:00.000Z, must lie after the start, 2027-01-01T00:00:00.000Z",
    ],
    [
      { ...smallest, schedule: { noticeHour: 24 } },
      "/schedule/noticeHour the Schedule has no figure noticeHour; did you mean appealNoticeHours or noticeHours?",
    ],
    [
      { ...smallest, schedule: { noticeHours: -24 } },
      "/schedule/noticeHours noticeHours must not be negative",
    ],
    [
      { ...smallest, schedule: { unsatisfiedReputation: -100_000 } },
      "/schedule/unsatisfiedReputation unsatisfiedReputation must be from -32767 to 32767",
    ],
    [
      { ...smallest, interventions: [{ atDays: 10 }] },
      "/interventions/0/atDays the intervention must come before the horizon",
    ],
    [
      { ...smallest, interventions: [{ atDays: 1, populations: { evryone: {} } }] },
      "/interventions/0/populations/evryone there is no population evryone; did you mean everyone?",
    ],
    [
      {
        ...smallest,
        populations: [
          { ...population, share: 0.5 },
          { ...population, share: 0.5 },
        ],
      },
      "/populations/1/name another population has the name everyone",
    ],
    [
      {
        ...smallest,
        dealings: { arrivals: { kind: "listed", items: [{ atHours: 1, respondent: 10 }] } },
      },
      "/dealings/arrivals/items/0/respondent there are 10 agents, numbered from 0",
    ],
    [{ ...smallest, populations: [] }, "/populations must not be empty"],
  ])("refuses %j: %s", (input, fault) => {
    expect(faultsOf(input)).toEqual([fault])
  })

  it("reports everything that is missing at once", () => {
    expect(faultsOf({})).toHaveLength(5)
  })

  it("accepts negative values for a tariff, and 0 for a cap", () => {
    expect(faultsOf({ ...smallest, schedule: { unsatisfiedReputation: -5, honouredReputation: 0 } })).toEqual(
      [],
    )
  })

  it("has a JSON Schema that names every part of it", () => {
    const text = JSON.stringify(scenarioJsonSchema())
    for (const key of ["populations", "behaviours", "interventions", "pays-in-part", "recoveredShare"])
      expect(text).toContain(`"${key}"`)
  })
})
