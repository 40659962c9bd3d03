/** The spans between interventions: in each, the figures in force and how populations behave. */
import { type FigureName, make, type Terms } from "../../../core/Schedule.ts"
import { days, type Instant } from "../../../core/Time.ts"
import { isFigure } from "./Check.ts"
import type { Behaviour, Population, Scenario } from "./Scenario.ts"

export interface Era {
  readonly from: Instant
  readonly terms: Terms
  readonly populations: ReadonlyArray<Population>
  /** The shares of each population's behaviours, and their places among all behaviours of the scenario. */
  readonly shares: ReadonlyArray<ReadonlyArray<number>>
  readonly codes: ReadonlyArray<ReadonlyArray<number>>
}

export interface Eras {
  /** By `from`, at least one. */
  readonly list: readonly [Era, ...Era[]]
  readonly behaviours: ReadonlyArray<Behaviour>
}

const figuresOf = (given: {
  readonly [name: string]: number
}): ReadonlyArray<readonly [FigureName, number]> =>
  Object.entries(given).flatMap(([name, value]) => (isFigure(name) ? [[name, value] as const] : []))

/** The published figures with those of the scenario from the start and those of its interventions from their instants. */
export const erasOf = (scenario: Scenario): Eras => {
  const { start, populations, interventions } = scenario
  const later = interventions
    .map((one) => ({ ...one, from: Math.round(start + days(one.atDays)) }))
    .sort((a, b) => a.from - b.from)
  const schedule = make([
    ...figuresOf(scenario.schedule).map(([name, value]) => ({ name, from: 0, value })),
    ...later.flatMap(({ schedule, from }) =>
      figuresOf(schedule).map(([name, value]) => ({ name, from, value })),
    ),
  ])
  const behaviours: Array<Behaviour> = []
  const coded = new Map<Population["behaviours"], ReadonlyArray<number>>()
  const codesOf = (list: Population["behaviours"]): ReadonlyArray<number> => {
    const known = coded.get(list)
    if (known !== undefined) return known
    const codes = list.map((behaviour) => behaviours.push(behaviour) - 1)
    coded.set(list, codes)
    return codes
  }
  const eraOf = (from: Instant, current: ReadonlyArray<Population>): Era => ({
    from,
    terms: schedule.at(from),
    populations: current,
    shares: current.map(({ behaviours }) => behaviours.map(({ share }) => share)),
    codes: current.map(({ behaviours }) => codesOf(behaviours)),
  })
  let current: ReadonlyArray<Population> = populations
  const first = eraOf(start, current)
  const rest = later.map(({ from, populations: changed }) => {
    current = current.map((population) => ({ ...population, ...changed[population.name] }))
    return eraOf(from, current)
  })
  return { list: [first, ...rest], behaviours }
}
