/** The figures of a scenario as strategies: what the engine does by itself, written on the interface of strategies. */
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { draw } from "../Distribution.ts"
import type { Population, Scenario } from "../Scenario.ts"
import type { Strategies, Strategy } from "../Strategy.ts"

const byFigures = ({ breaches, defends, asCreditor }: Population, { dealings }: Scenario): Strategy => ({
  deal: ({ role, other, random }) => role === "partner" || random() >= dealings.shuns[other.label],
  break: ({ role, random }) => role === "partner" && random() < breaches,
  sue: ({ role, suffered, random }) =>
    role === "initiator" && random() < (suffered ? asCreditor.sues : asCreditor.suesUnfounded),
  defend: ({ random }) => random() < defends,
  answer: ({ done, random }) => {
    const { confirms, confirmHours, disputes, disputeHours } = asCreditor
    if (random() >= (done ? confirms : disputes)) return null
    return done
      ? { act: "confirm", afterHours: draw(confirmHours, random()) }
      : { act: "dispute", afterHours: draw(disputeHours, random()) }
  },
})

/** A scenario whose choices are all made by strategies, and these strategies. It has no interventions in its figures. */
export const asStrategies = (scenario: Scenario): readonly [Scenario, Strategies] => {
  const { populations, judge, appeals, registrar } = scenario
  const named = populations.map((population) => ({ ...population, strategy: population.name }))
  const [first, ...rest] = named
  const court: Strategy = {
    judge: ({ founded, random }) => founded !== random() < judge.errorRate,
    review: ({ wrong, random }) => wrong !== random() < appeals.errorRate,
    find: ({ status, done, random }) => {
      if (status === "disputed" && random() < registrar.pending) return "pending"
      return done !== random() < registrar.errorRate ? "satisfied" : "unsatisfied"
    },
  }
  const office = { strategy: "court" }
  return [
    {
      ...scenario,
      populations: [needPresent(first, "the first population"), ...rest],
      judge: { ...judge, ...office },
      appeals: { ...appeals, ...office },
      registrar: { ...registrar, ...office },
    },
    { ...Object.fromEntries(populations.map((one) => [one.name, byFigures(one, scenario)])), court },
  ]
}
