/** Runs as streams, for programs that read results while a run goes on. */
import { Chunk, Effect, Option, Stream } from "effect"
import type { Happening, RunOptions, Sample, Summary } from "./Result.ts"
import { Course, run } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"

/**
 * Everything that happens in a run, in order: claims, judgments, acts, passings, refusals. The run advances only as far as the stream is
 * read, from sample to sample.
 *
 * @example
 * ```ts
 * import { Check, Stream as Runs } from "agent-court/simulation"
 * import { Effect, Either, Stream } from "effect"
 *
 * const scenario = Either.getOrThrow(Check.read({
 *   name: "first-steps",
 *   horizon: { days: 60 },
 *   agents: 100,
 *   populations: [
 *     { name: "honest", share: 0.9, behaviours: [{ strategy: "honours-promptly" }] },
 *     { name: "careless", share: 0.1, behaviours: [{ strategy: "ignores" }] },
 *   ],
 *   dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.5 } },
 * }))
 * const defaults = Runs.simulate(scenario).pipe(
 *   Stream.filter(({ act, to }) => act === "pass" && to === "unsatisfied"),
 *   Stream.runCount,
 * )
 * console.log(await Effect.runPromise(defaults))
 * ```
 */
export const simulate = (scenario: Scenario, options: RunOptions = {}): Stream.Stream<Happening> =>
  Stream.suspend(() => {
    let happenings: Array<Happening> = []
    const course = new Course(scenario, options, (happening) => {
      happenings.push(happening)
    })
    let more = true
    return Stream.repeatEffectChunkOption(
      Effect.suspend(() => {
        if (!more) return Effect.fail(Option.none())
        more = course.advance()
        const chunk = Chunk.unsafeFromArray(happenings)
        happenings = []
        return Effect.succeed(chunk)
      }),
    )
  })

/** The samples of a run as they are taken; the run ends if nobody reads on. */
export const samples = (scenario: Scenario, options: RunOptions = {}): Stream.Stream<Sample> =>
  Stream.suspend(() => {
    const taken: Array<Sample> = []
    const course = new Course(scenario, {
      ...options,
      onSample: (sample) => {
        taken.push(sample)
        options.onSample?.(sample)
      },
    })
    let more = true
    return Stream.repeatEffectChunkOption(
      Effect.suspend(() => {
        if (!more) return Effect.fail(Option.none())
        more = course.advance()
        return Effect.succeed(Chunk.unsafeFromArray(taken.splice(0)))
      }),
    )
  })

/** The summary of a run for each seed, one after the other. */
export const summaries = (
  scenario: Scenario,
  seeds: Iterable<number>,
  options: RunOptions = {},
): Stream.Stream<Summary> =>
  Stream.map(Stream.fromIterable(seeds), (seed) => run(scenario, { ...options, seed }))
