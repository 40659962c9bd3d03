/** Scenarios for the tests and the benchmarks of the laboratory, and their runs as tests read them. */

import { Either } from "effect"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { hours } from "../../../../core/kernel/Time.ts"
import { read } from "../Check.ts"
import { type EntryColumns, type EntryRow, type Names, rowAt, type Summary } from "../Result.ts"
import { explain } from "../Run.ts"
import type { Scenario, ScenarioInput } from "../Scenario.ts"

export const scenarioOf = (input: ScenarioInput): Scenario =>
  Either.getOrThrowWith(read(input), (faults) => new Error(JSON.stringify(faults)))

/** A scenario that uses every feature, with small populations. */
export const varied: ScenarioInput = {
  name: "varied",
  horizon: { days: 60 },
  agents: 150,
  populations: [
    {
      name: "honest",
      share: 0.6,
      stakeCents: { lognormal: { median: 20_000, sigma: 1 } },
      behaviours: [
        { strategy: "honours-promptly", share: 0.5 },
        { strategy: "honours-late", lateHours: { exponential: 60 }, share: 0.2 },
        { strategy: "appeals", afterHours: { uniform: [1, 90] }, share: 0.15 },
        { strategy: "contests", share: 0.15 },
      ],
      asCreditor: { suesUnfounded: 0.1 },
    },
    {
      name: "dishonest",
      share: 0.3,
      breaches: 0.5,
      behaviours: [
        { strategy: "ignores", share: 0.4 },
        { strategy: "attests-falsely", share: 0.3 },
        { strategy: "pays-in-part", part: 0.4, share: 0.3 },
      ],
    },
    {
      name: "calculating",
      share: 0.1,
      breaches: 0.3,
      stakeCents: { pareto: { minimum: 1000, alpha: 1.5 } },
      behaviours: [{ strategy: "weighs", reputationCents: { uniform: [500, 3000] } }],
    },
  ],
  dealings: {
    arrivals: { kind: "poisson", perAgentPerDay: 0.8 },
    shuns: { "in default": 0.3 },
  },
  judge: { orders: { pay: 0.8, perform: 0.1, refrain: 0.1 }, errorRate: 0.1 },
  appeals: { errorRate: 0.1 },
  registrar: { errorRate: 0.1, pending: 0.2 },
  chain: { share: 0.3, confirmationHours: { exponential: 20 } },
  schedule: { claimsMax: 1000 },
  interventions: [
    { atDays: 20, schedule: { noticeHours: 30, unsatisfiedReputation: -5 } },
    { atDays: 40, populations: { honest: { breaches: 0.2 } } },
  ],
}

/** One population that does one thing with orders for USD 50 against it, and is always in the wrong. */
export const single = (
  behaviour: ScenarioInput["populations"][number]["behaviours"][number],
  changed: Partial<ScenarioInput> = {},
): Scenario =>
  scenarioOf({
    name: "single",
    horizon: { days: 60 },
    agents: 2,
    populations: [
      {
        name: "everyone",
        share: 1,
        defends: 0,
        behaviours: [behaviour],
        asCreditor: { confirms: 0, disputes: 1, disputeHours: 5 },
      },
    ],
    dealings: {
      arrivals: {
        kind: "listed",
        of: "disputes",
        items: [{ atHours: 0, claimant: 0, respondent: 1, valueCents: 5000, broken: true }],
      },
    },
    judge: { errorRate: 0, decisionHours: 2 },
    appeals: { errorRate: 0, hours: 100 },
    registrar: { errorRate: 0, hours: 10 },
    ...changed,
  })

export const rowsOf = ({ entries, names }: Summary): ReadonlyArray<EntryRow> =>
  rowsIn(needPresent(entries, "the table of entries"), names)
const rowsIn = (entries: EntryColumns, names: Names): ReadonlyArray<EntryRow> =>
  Array.from({ length: entries.length }, (_, i) => needPresent(rowAt(entries, names, i), `row ${i}`))

/** The life of the only entry: when (in hours since delivery), who, which act, and the status or refusal. */
export const life = (of: Scenario): ReadonlyArray<string> => {
  const all = explain(of, 0)
  const delivered = needPresent(
    all.find(({ act }) => act === "open"),
    "the opening of the entry",
  ).at
  return all
    .filter(({ act }) => act !== "file" && act !== "open")
    .map(({ act, by, at, to, delta, refused }) =>
      [`${(at - delivered) / hours(1)} h:`, by, act, refused ?? to, ...(delta === 0 ? [] : [delta])].join(
        " ",
      ),
    )
}
