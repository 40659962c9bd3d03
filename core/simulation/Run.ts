import { hours, type Instant } from "../Time.ts"
import { agentColumns, entryColumns, namesOf } from "./Columns.ts"
import { Engine } from "./Engine.ts"
import type { Explain, Happening, Run, RunOptions, Sample, Summary } from "./Result.ts"
import type { Scenario } from "./Scenario.ts"
import { sampled, totals } from "./Tally.ts"

/** A run that can be taken a sample at a time: the samples at their instants until the horizon, then the summary. */
export class Course {
  readonly engine: Engine
  readonly seed: number
  private readonly samples: Array<Sample> = []
  private readonly options: RunOptions

  constructor(scenario: Scenario, options: RunOptions, see?: (happening: Happening) => void) {
    this.options = options
    this.seed = options.seed ?? scenario.seed
    this.engine = new Engine(scenario, { seed: this.seed, strategies: options.strategies ?? {}, see })
  }

  private sampleAt(k: number): Instant {
    const { scenario, start, horizon } = this.engine
    return Math.min(horizon, start + Math.round(hours(scenario.measures.everyHours) * k))
  }

  /** Runs to the next sample and takes it; false when the horizon is reached. An event at the instant of a sample comes after it. */
  advance(): boolean {
    const { engine } = this
    const { scenario, start, horizon } = engine
    const until = this.sampleAt(this.samples.length)
    for (let next = engine.next; next < until; next = engine.next) {
      engine.enter(next)
      engine.run()
    }
    const { wanted } = scenario.measures
    const sample = sampled(engine.tally, engine.agents, (until - start) / hours(1), wanted)
    this.samples.push(sample)
    this.options.onSample?.(sample)
    return until < horizon
  }

  summary(): Summary {
    const { engine } = this
    const names = namesOf(engine)
    return {
      scenario: engine.scenario.name,
      seed: this.seed,
      start: engine.start,
      horizonHours: (engine.horizon - engine.start) / hours(1),
      events: engine.tally.events,
      totals: totals(engine.tally, engine.agents),
      samples: this.samples,
      names,
      agents: agentColumns(engine),
      entries: this.options.entries === false ? null : entryColumns(engine, names),
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
