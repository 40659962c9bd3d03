/** A strategy that makes every choice, and a scenario in which each of them arises. */
import { hours } from "../../../../core/kernel/Time.ts"
import type { ScenarioInput } from "../Scenario.ts"
import type { Strategy } from "../Strategy.ts"
import { scenarioOf } from "./Scenarios.ts"

/** A scenario whose agents have the strategy `mine` for every choice. */
export const all = (
  changed: Partial<ScenarioInput>,
  population: Partial<ScenarioInput["populations"][number]> = {},
) =>
  scenarioOf({
    name: "all",
    horizon: { days: 40 },
    agents: 20,
    populations: [
      {
        name: "everyone",
        share: 1,
        strategy: "mine",
        behaviours: [{ strategy: "custom", name: "mine" }],
        ...population,
      },
    ],
    dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.5 } },
    ...changed,
  })
const offices = { strategy: "mine" }
/** The members that a scenario adds so that the offices of the court have the strategy too. */
export const withOffices = { judge: offices, appeals: offices, registrar: offices }

/** A strategy that makes every choice, and makes each of them arise. */
export const busy: Strategy = {
  partner: ({ drawn }) => drawn,
  deal: ({ other }) => other.label !== "in default",
  break: ({ role, random }) => role === "partner" && random() < 0.8,
  sue: ({ suffered, valueCents }) => (suffered ? Math.ceil(valueCents / 2) : false),
  defend: ({ random }) => random() < 0.5,
  settle: ({ role, amountCents }) => (role === "claimant" ? amountCents : null),
  comply: ({ why, now, random }) => {
    if (why === "opened" && random() < 0.3) return { act: "appeal", at: now + hours(1) }
    return why === "unsatisfied"
      ? { act: "dispute", at: now }
      : { act: "part", at: now + hours(2), part: 0.5 }
  },
  answer: ({ done }) => ({ act: done ? "confirm" : "dispute", afterHours: 3 }),
  learn: ({ memory }) => {
    memory[0] = (memory[0] ?? 0) + 1
  },
  judge: () => true,
  review: ({ random }) => random() < 0.5,
  find: ({ status }) => (status === "disputed" ? "pending" : "unsatisfied"),
}
