import { hours, type Instant } from "../../../core/Time.ts"
import { agentColumns, entryColumns, namesOf } from "./Columns.ts"
import { beginDealings } from "./Dealings.ts"
import { turn } from "./Engine.ts"
import type { Explain, Happening, Run, RunOptions, Sample, Summary } from "./Result.ts"
import type { Scenario } from "./Scenario.ts"
import { sampled, totals } from "./Tally.ts"
import { World } from "./World.ts"

/** A run that can be taken a sample at a time: the samples at their instants until the horizon, then the summary. */
export class Course {
  readonly world: World
  readonly seed: number
  private readonly samples: Array<Sample> = []
  private readonly options: RunOptions

  constructor(scenario: Scenario, options: RunOptions, see?: (happening: Happening) => void) {
    this.options = options
    this.seed = options.seed ?? scenario.seed
    this.world = new World(scenario, { seed: this.seed, strategies: options.strategies ?? {}, see })
    beginDealings(this.world)
  }

  private sampleAt(k: number): Instant {
    const { scenario, start, horizon } = this.world
    return Math.min(horizon, start + Math.round(hours(scenario.measures.everyHours) * k))
  }

  /** Runs to the next sample and takes it; false when the horizon is reached. An event at the instant of a sample comes after it. */
  advance(): boolean {
    const { world } = this
    const { scenario, start, horizon } = world
    const until = this.sampleAt(this.samples.length)
    while (turn(world, until));
    const { wanted } = scenario.measures
    const sample = sampled(world.tally, world.agents, (until - start) / hours(1), wanted)
    this.samples.push(sample)
    this.options.onSample?.(sample)
    return until < horizon
  }

  summary(): Summary {
    const { world } = this
    const names = namesOf(world)
    return {
      scenario: world.scenario.name,
      seed: this.seed,
      start: world.start,
      horizonHours: (world.horizon - world.start) / hours(1),
      events: world.tally.events,
      totals: totals(world.tally, world.agents),
      samples: this.samples,
      names,
      agents: agentColumns(world),
      entries: this.options.entries === false ? null : entryColumns(world, names),
    }
  }
}

/**
 * One run of a scenario, from its start to its horizon. It calls no clock and no random source: the same scenario and seed give the
 * same summary, bit for bit, on any machine.
 */
export const run: Run = (scenario, options = {}) => {
  const course = new Course(scenario, options)
  while (course.advance());
  return course.summary()
}

/** The life of one entry in a run, in order: what was done, by whom, under which provisions. Empty where the run has no such claim. */
export const explain: Explain = (scenario, entry, options = {}) => {
  const life: Array<Happening> = []
  const course = new Course(scenario, options, (happening) => {
    if (happening.entry === entry) life.push(happening)
  })
  while (course.advance());
  return life
}
