/** The strategies of a run: their memories and histories, what each is shown when it is asked, and what it is told. */
import type { Behaviour } from "./Behaviour.ts"
import { type Custom, customOf } from "./Compliance.ts"
import { type Mind, mindOf, mistakeOf, type OnAsk } from "./Mind.ts"
import type { Scenario } from "./Scenario.ts"
import {
  type Asked,
  type Choice,
  choices,
  type History,
  type Party,
  type Self,
  type Strategies,
  StrategyError,
} from "./Strategy.ts"
import { Purpose, uniform } from "./Threefry.ts"
import type { World } from "./World.ts"

const memoryWords = 16
const noParameters = {}

/** The source of the random numbers of one question: first those of the scenario's own figures, then others of this choice. */
export interface Luck {
  readonly key0: number
  readonly key1: number
  readonly nth: number
  readonly purposes: ReadonlyArray<number>
}
/** A choice that is asked again about the same thing has another `part`. Most questions draw little, so nothing is worked out before a draw. */
export const randomOf = (luck: Luck, choice: Choice, part: number): (() => number) => {
  let drawn = 0
  return () => {
    const own = (1 + choices.indexOf(choice) + choices.length * part) * Purpose.own
    const purpose = luck.purposes[drawn] ?? own + drawn
    drawn += 1
    return uniform(luck.key0, luck.key1, luck.nth, purpose)
  }
}

export const hasStrategies = (
  { populations, judge, appeals, registrar }: Scenario,
  behaviours: ReadonlyArray<Behaviour>,
): boolean =>
  [...populations, judge, appeals, registrar].some(({ strategy }) => strategy !== undefined) ||
  behaviours.some((behaviour) => customOf(behaviour) !== null)

type Counted = { -readonly [Name in keyof History]: number }
type Lasting = Pick<Self, "population" | "history" | "memory" | "look">
const newCounts = (): Counted => ({
  dealings: 0,
  refused: 0,
  broken: 0,
  suffered: 0,
  claims: 0,
  claimsAgainst: 0,
  ordersAgainst: 0,
  paidCents: 0,
  receivedCents: 0,
})

export class Minds {
  private readonly ofPopulation: ReadonlyArray<Mind | undefined>
  readonly custom = new Map<Custom, Mind>()
  readonly ofJudge: Mind | undefined
  readonly ofAppeals: Mind | undefined
  readonly ofRegistrar: Mind | undefined
  memory: Float64Array
  private readonly lasting: Array<Lasting | undefined> = []
  private readonly lived: Array<Counted>
  readonly peers: ReadonlyArray<Array<number>>
  private readonly world: World
  readonly onAsk: OnAsk | undefined

  constructor(world: World, strategies: Strategies, onAsk: OnAsk | undefined) {
    const { scenario, eras, agents } = world
    const mistake = mistakeOf(strategies)
    if (mistake !== null) throw new StrategyError(mistake)
    this.world = world
    this.onAsk = onAsk
    this.ofPopulation = scenario.populations.map(({ name, strategy, parameters = noParameters }) =>
      mindOf(strategy, parameters, `population ${name}`, strategies),
    )
    const ofOffice = (name: string | undefined, office: string) =>
      mindOf(name, noParameters, office, strategies)
    this.ofJudge = ofOffice(scenario.judge.strategy, "the judge")
    this.ofAppeals = ofOffice(scenario.appeals.strategy, "the court on appeal")
    this.ofRegistrar = ofOffice(scenario.registrar.strategy, "the Registrar")
    eras.list.forEach(({ populations, codes }) => {
      codes.forEach((mine, i) => {
        for (const code of mine) this.addCustom(eras.behaviours[code], populations[i]?.name ?? "", strategies)
      })
    })
    this.memory = new Float64Array(memoryWords * agents.count)
    this.lived = Array.from({ length: agents.count }, newCounts)
    this.peers = scenario.populations.map(() => [])
    for (let i = 0; i < agents.count; i++) this.peers[agents.population[i] ?? 0]?.push(i)
  }

  private addCustom(behaviour: Behaviour | undefined, population: string, strategies: Strategies): void {
    const custom = behaviour && customOf(behaviour)
    if (!custom || this.custom.has(custom)) return
    const mind = mindOf(custom.name, custom.parameters, `population ${population}`, strategies)
    if (mind !== undefined) this.custom.set(custom, mind)
  }

  /** A new agent in the place of another. One of the same operator remembers what the operator lived through. */
  follow(agent: number, before: number, newcomer: boolean): void {
    const { memory, lived } = this
    if (memory.length < memoryWords * (agent + 1)) {
      this.memory = new Float64Array(memory.length * 2)
      this.memory.set(memory)
      this.lasting.length = 0 // it shows the memory before
    }
    const [from, to] = [memoryWords * before, memoryWords * agent]
    if (!newcomer) this.memory.copyWithin(to, from, from + memoryWords)
    lived.push(newcomer ? newCounts() : { ...(lived[before] ?? newCounts()) })
    this.leave(before)
    this.peers[this.world.agents.population[agent] ?? 0]?.push(agent)
  }
  leave(agent: number): void {
    const mine = this.peers[this.world.agents.population[agent] ?? 0]
    mine?.splice(mine.indexOf(agent), 1)
  }

  mindOf(agent: number): Mind | undefined {
    return this.ofPopulation[this.world.agents.population[agent] ?? 0]
  }

  party(agent: number, of: number): Party {
    const { agents } = this.world
    return {
      agent,
      reputation: agents.reputationOf(agent),
      label: agents.labelOf(agent),
      stakeCents: agents.stakeCents[agent] ?? 0,
      isPeer: agents.population[agent] === agents.population[of],
    }
  }

  livesOf(agent: number): Counted {
    return this.lived[agent] ?? newCounts()
  }

  asks({ parameters }: Mind, choice: Choice, luck: Luck, part: number): Asked {
    return { now: this.world.now, random: randomOf(luck, choice, part), parameters }
  }

  /**
   * The part of a view that an agent is shown at every question alike. It is made once, since to make it takes longer than many a choice.
   */
  lastingOf(agent: number): Lasting {
    const found = this.lasting[agent]
    if (found !== undefined) return found
    const { agents, scenario } = this.world
    const lasting: Lasting = {
      population: scenario.populations[agents.population[agent] ?? 0]?.name ?? "",
      history: this.livesOf(agent),
      memory: this.memory.subarray(memoryWords * agent, memoryWords * (agent + 1)),
      look: (other) => {
        if (!(Number.isInteger(other) && other >= 0 && other < agents.count))
          throw new Error(`there is no agent ${other}`)
        return this.party(other, agent)
      },
    }
    this.lasting[agent] = lasting
    return lasting
  }

  self({ parameters }: Mind, agent: number, choice: Choice, luck: Luck, part = 0): Self {
    const { agents, now } = this.world
    const { population, history, memory, look } = this.lastingOf(agent)
    return {
      now,
      random: randomOf(luck, choice, part),
      parameters,
      agent,
      population,
      stakeCents: agents.stakeCents[agent] ?? 0,
      reputation: agents.reputationOf(agent),
      label: agents.labelOf(agent),
      history,
      memory,
      look,
    }
  }
}
