/** Runs of a scenario, and their results as columns: a row for each agent and for each entry. */
import { Standing } from "../../../core/agents/index.ts"
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import { labels } from "./Agents.ts"
import { countedFrom } from "./Check.ts"
import { beginDealings } from "./Dealings.ts"
import { turn } from "./Engine.ts"
import { groupsOf } from "./Groups.ts"
import {
  isMeasuredIn,
  type MeasureName,
  type MeasureValues,
  measures,
  type SampledName,
  sampledNames,
} from "./Measure.ts"
import { makeShippedStrategies } from "./Reckoning.ts"
import type {
  AgentColumns,
  EntryColumns,
  Explain,
  Happening,
  Names,
  Run,
  RunOptions,
  Sample,
  Summary,
} from "./Result.ts"
import { codeOf, emptyRow, orderKinds } from "./Rows.ts"
import type { Scenario } from "./Scenario.ts"
import { never } from "./State.ts"
import { ratiosOf, sampleTally } from "./Tally.ts"
import { World } from "./World.ts"

/** A run that advances from sample to sample until the horizon, and then gives its summary. */
export class Course {
  readonly world: World
  readonly seed: number
  private readonly samples: Array<Sample> = []
  /** The flows of the warm-up; null while it lasts. */
  private warmup: Readonly<Partial<Record<SampledName, number>>> | null = null
  private readonly options: RunOptions
  /** The measures over time that the scenario has, and those of them that are counts. */
  private readonly names: ReadonlyArray<SampledName>
  private readonly flows: ReadonlyArray<SampledName>

  constructor(scenario: Scenario, options: RunOptions, see?: (happening: Happening) => void) {
    this.options = options
    this.seed = options.seed ?? scenario.seed
    this.names = sampledNames.filter(isMeasuredIn(scenario))
    this.flows = this.names.filter((name) => measures[name].kind === "flow")
    this.world = new World(scenario, {
      seed: this.seed,
      strategies: { ...makeShippedStrategies(), ...options.strategies },
      onAsk: options.onAsk,
      see,
    })
    beginDealings(this.world)
  }

  private sampleAt(k: number): Instant {
    const { scenario, start, horizon } = this.world
    return Math.min(horizon, start + Math.round(hours(scenario.measures.everyHours) * k))
  }

  /** Runs to the next sample and takes it. Gives false at the horizon. An event at the instant of a sample comes after the sample. */
  advance(): boolean {
    const { world } = this
    const { scenario, start, horizon } = world
    const until = this.sampleAt(this.samples.length)
    const warm = countedFrom(scenario)
    if (this.warmup === null && warm <= until) {
      while (turn(world, warm));
      this.warmup = sampleTally(world, 0, this.flows).values
    }
    while (turn(world, until));
    const { wanted = this.names } = scenario.measures
    const sample = sampleTally(world, (until - start) / hours(1), wanted)
    this.samples.push(sample)
    this.options.onSample?.(sample)
    return until < horizon
  }

  summary(): Summary {
    const { world } = this
    const names = namesOf(world)
    const { all, populations, months } = groupsOf(world)
    const found: Partial<Record<MeasureName, number>> = {
      ...sampleTally(world, 0, this.names).values,
      ...all,
    }
    for (const name of this.flows) found[name] = (found[name] ?? 0) - (this.warmup?.[name] ?? 0)
    const totals = { ...found, ...ratiosOf(found) } as MeasureValues // the names are those of the scenario
    return {
      scenario: world.scenario.name,
      seed: this.seed,
      start: world.start,
      horizonHours: (world.horizon - world.start) / hours(1),
      events: world.tally.events,
      totals,
      populations,
      months,
      samples: this.samples,
      names,
      agents: agentColumns(world),
      entries: this.options.entries === false ? null : entryColumns(world, names),
      memory: world.minds?.memory ?? null,
    }
  }
}

/**
 * Runs a scenario from its start to its horizon. It uses no clock and no other source of randomness, so the same scenario and seed give
 * the same summary, bit for bit, on any machine.
 */
export const run: Run = (scenario, options = {}) => {
  const course = new Course(scenario, options)
  while (course.advance());
  return course.summary()
}

/** The life of one entry in a run, in order: what was done, by whom, under which provisions. Empty if the run has no such claim. */
export const explain: Explain = (scenario, entry, options = {}) => {
  const life: Array<Happening> = []
  const course = new Course(scenario, options, (happening) => {
    if (happening.entry === entry) life.push(happening)
  })
  while (course.advance());
  return life
}

/** The names that the indexes in the columns of a run refer to. */
const namesOf = ({ scenario, eras }: World): Names => ({
  populations: scenario.populations.map(({ name }) => name),
  strategies: [...new Set(eras.behaviours.map(nameOf))],
  kinds: orderKinds,
  statuses: Standing.EntryStatus.literals,
  labels,
})

const nameOf = (behaviour: World["eras"]["behaviours"][number]): string =>
  behaviour.strategy === "custom" ? behaviour.name : behaviour.strategy

const agentColumns = ({ agents, seats }: World): AgentColumns => ({
  length: agents.count,
  population: agents.population.subarray(0, agents.count),
  stakeCents: agents.stakeCents.subarray(0, agents.count),
  reputation: Int32Array.from({ length: agents.count }, (_, i) => agents.reputationOf(i)),
  label: Uint8Array.from({ length: agents.count }, (_, i) => agents.labelCodeOf(i)),
  ...(seats && {
    operator: Uint32Array.from({ length: agents.count }, (_, i) => seats.operatorOf(i)),
    entered: Uint8Array.from({ length: agents.count }, (_, i) => Number(seats.hasEntered(i))),
  }),
})

const entryColumns = (world: World, names: Names): EntryColumns => {
  const { rows, agents, eras, tally, start } = world
  const length = tally.opened
  const strategies = eras.behaviours.map((behaviour) => names.strategies.indexOf(nameOf(behaviour)))
  const since = (at: Instant): number => (at === never ? Number.NaN : (at - start) / hours(1))
  const columns = {
    length,
    entry: new Uint32Array(length),
    bound: new Uint32Array(length),
    favoured: new Uint32Array(length),
    population: new Uint8Array(length),
    strategy: new Uint8Array(length),
    kind: new Uint8Array(length),
    status: new Uint8Array(length),
    amountCents: new Float64Array(length),
    recoveredCents: new Float64Array(length),
    filedHours: new Float64Array(length),
    deliveredHours: new Float64Array(length),
    dueHours: new Float64Array(length),
    performedHours: new Float64Array(length),
    doneHours: new Float64Array(length),
    satisfiedHours: new Float64Array(length),
    supersededHours: new Float64Array(length),
    reputation: new Int32Array(length),
    disputes: new Uint8Array(length),
    appeals: new Uint8Array(length),
    wrong: new Uint8Array(length),
  } satisfies EntryColumns
  const row = emptyRow()
  let to = 0
  for (let i = 0; i < rows.length; i++) {
    if (!rows.isOpened(i)) continue
    rows.load(i, row)
    columns.entry[to] = i
    columns.bound[to] = row.bound
    columns.favoured[to] = row.favoured
    columns.population[to] = agents.population[row.bound] ?? 0
    columns.strategy[to] = strategies[row.behaviour] ?? 0
    columns.kind[to] = row.kind
    columns.status[to] = codeOf(row.state.status)
    columns.amountCents[to] = row.amountCents
    columns.recoveredCents[to] = row.paidCents
    columns.filedHours[to] = since(row.filedAt)
    columns.deliveredHours[to] = since(row.deliveredAt)
    columns.dueHours[to] = since(row.state.dueAt)
    columns.performedHours[to] = since(row.state.performedAt)
    columns.doneHours[to] = since(row.doneAt)
    columns.satisfiedHours[to] = row.state.status === "satisfied" ? since(row.settledAt) : Number.NaN
    columns.supersededHours[to] = row.state.status === "superseded" ? since(row.settledAt) : Number.NaN
    columns.reputation[to] = row.state.standing
    columns.disputes[to] = row.disputes
    columns.appeals[to] = row.appeals
    columns.wrong[to] = row.wrong ? 1 : 0
    to += 1
  }
  return columns
}
