/** The state that the parts of a run share: its agents, matters and events, the present instant, and the current matter. */

import type { Standing } from "../../../core/agents/index.ts"
import type { RefusalCode } from "../../../core/kernel/Refusal.ts"
import { type FigureName, make, type Terms } from "../../../core/kernel/Schedule.ts"
import type { SectionId } from "../../../core/kernel/Section.ts"
import { days, hours, type Instant } from "../../../core/kernel/Time.ts"
import { Agents } from "./Agents.ts"
import type { Behaviour } from "./Behaviour.ts"
import { horizonOf, isFigure } from "./Check.ts"
import { type Distribution, draw } from "./Distribution.ts"
import { Events, Foresight } from "./Events.ts"
import { hasIdentity } from "./Measure.ts"
import type { OnAsk } from "./Mind.ts"
import { hasStrategies, Minds } from "./Minds.ts"
import { Partners } from "./Network.ts"
import { Queue } from "./Queue.ts"
import type { Happening } from "./Result.ts"
import { emptyRow, Rows } from "./Rows.ts"
import type { Population, Scenario } from "./Scenario.ts"
import { Seats } from "./Seats.ts"
import { never } from "./State.ts"
import type { Strategies } from "./Strategy.ts"
import { Tally } from "./Tally.ts"
import { uniform } from "./Threefry.ts"

/** An era: a span between interventions, with the figures in force and the behaviour of populations. */
export interface Era {
  readonly from: Instant
  readonly terms: Terms
  readonly populations: ReadonlyArray<Population>
  /** The shares of each population's behaviours, and their indexes in `Eras.behaviours`. */
  readonly shares: ReadonlyArray<ReadonlyArray<number>>
  readonly codes: ReadonlyArray<ReadonlyArray<number>>
}

/** The eras of a run, sorted by the instant at which each begins. */
export interface Eras {
  readonly list: readonly [Era, ...Era[]]
  readonly behaviours: ReadonlyArray<Behaviour>
}

const figuresOf = (given: {
  readonly [name: string]: number
}): ReadonlyArray<readonly [FigureName, number]> =>
  Object.entries(given).flatMap(([name, value]) => (isFigure(name) ? [[name, value] as const] : []))

/** The eras of a scenario. Its figures apply from the start, and those of an intervention from its instant. */
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

export interface WorldOptions {
  readonly seed: number
  /** Strategies in TypeScript, by the names that the scenario gives. */
  readonly strategies: Strategies
  readonly onAsk?: OnAsk | undefined
  readonly see?: ((happening: Happening) => void) | undefined
}

export class World {
  readonly scenario: Scenario
  readonly seed: number
  /** Undefined if the scenario names no strategy. */
  readonly minds: Minds | undefined
  readonly start: Instant
  readonly horizon: Instant
  readonly eras: Eras
  readonly agents: Agents
  readonly rows = new Rows()
  readonly events: Events
  readonly tally = new Tally()
  /** Undefined if agents neither enter, leave nor take new names. */
  readonly seats: Seats | undefined
  /** Undefined if everybody deals with everybody. */
  readonly partners: Partners | undefined
  /** Undefined if no claim waits for a list or a judge. */
  readonly queue: Queue | undefined
  /** Whether agents refuse dealings because of a partner's record. */
  readonly shunning: boolean
  now: Instant
  era: Era
  eraCode = 0
  readonly row = emptyRow()
  matter = 0
  private readonly see: ((happening: Happening) => void) | undefined

  constructor(scenario: Scenario, { seed, strategies, onAsk, see }: WorldOptions) {
    this.scenario = scenario
    this.seed = seed
    this.start = scenario.start
    this.horizon = horizonOf(scenario)
    this.now = scenario.start
    this.eras = erasOf(scenario)
    this.era = this.eras.list[0]
    this.agents = new Agents(scenario, seed)
    this.events = new Events(this.start, this.horizon, new Foresight(this.rows, this.agents).foresee)
    this.minds = hasStrategies(scenario, this.eras.behaviours)
      ? new Minds(this, strategies, onAsk)
      : undefined
    this.see = see
    const { dealings, list, judge, agents } = scenario
    this.seats = hasIdentity(scenario) ? new Seats(agents) : undefined
    const { network } = dealings
    this.partners =
      network === undefined || network.kind === "uniform" ? undefined : new Partners(network, agents, seed)
    this.queue = list === undefined && judge.judges === undefined ? undefined : new Queue(scenario, seed)
    this.shunning = Object.values(scenario.dealings.shuns).some((share) => share > 0)
  }

  /** The bytes of memory used for agents, matters, entries and events. */
  get bytes(): number {
    const { agents, rows, events, seats, partners } = this
    return agents.bytes + rows.bytes + events.bytes + (seats?.bytes ?? 0) + (partners?.bytes ?? 0)
  }

  /** Advances the time to an instant, and enters the eras that have begun by then. */
  enter(at: Instant): void {
    this.now = at
    const { list } = this.eras
    for (let i = this.eraCode + 1; i < list.length; i++) {
      const era = list[i]
      if (era === undefined || era.from > at) return
      this.eraCode = i
      this.era = era
    }
  }

  /** The population of an agent, as it is in the current era. */
  populationOf(agent: number): Population {
    return this.era.populations[this.agents.population[agent] ?? 0] ?? this.scenario.populations[0]
  }

  /** The figures that govern the current matter: those in force when it was filed (Rule 8.1). */
  get terms(): Terms {
    return (this.eras.list[this.row.era] ?? this.era).terms
  }

  /** A random number in [0, 1) of the current matter, for the `nth` draw of a purpose. */
  luck(purpose: number, nth = 0): number {
    return uniform(this.row.key0, this.row.key1, nth, purpose)
  }

  /** Whether something that happens in a share of matters happens in the current one. Draws nothing if the share is 0 or 1. */
  chance(share: number, purpose: number, nth = 0): boolean {
    return share > 0 && (share >= 1 || this.luck(purpose, nth) < share)
  }

  /** Draws a delay in the current matter, in milliseconds, from a distribution of hours. */
  delay(distribution: Distribution, purpose: number, nth = 0): number {
    return Math.round(hours(draw(distribution, this.luck(purpose, nth))))
  }

  /** Counts and reports something that happened to the current matter. `stated` is the instant of performance that an act states. */
  tell(
    act: string,
    by: Happening["by"],
    from: Standing.EntryStatus | null,
    to: Standing.EntryStatus | null,
    rules: ReadonlyArray<SectionId>,
    refused: RefusalCode | "final" | null = null,
    delta = 0,
    stated: Instant = never,
  ): void {
    this.tally.events += 1
    if (this.see === undefined) return
    const { closesAt, at } = this.row.state
    this.see({
      at: act === "pass" ? at : this.now,
      entry: this.matter,
      act,
      by,
      from,
      to,
      rules,
      refused,
      delta,
      closesAt: to === null || closesAt === never ? null : closesAt,
      stated: stated === never ? null : stated,
    })
  }
}
