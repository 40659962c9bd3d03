/** Tasks and looks of the scheduler, timed and counted, each with a span where somebody records them. */
import { Effect } from "effect"
import * as Metrics from "../adapters/telemetry/Metrics.ts"
import { begin, resume } from "../adapters/telemetry/Tracing.ts"
import type { Leased } from "../core/store/Store.ts"

/** One task. What an act left to be done at once stands in the trace of that act, where this process recorded it. */
export const task = <E, R, Ending extends string>(
  { id, kind }: Leased,
  run: Effect.Effect<Ending, E, R>,
): Effect.Effect<Ending, E, R> =>
  resume(`task ${kind}`, { task: id, kind: "consumer", attributes: { "court.task": kind } }, (span) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      return Effect.tap(run, (ending) => {
        Metrics.tasks.record((performance.now() - startedAt) / 1_000, kind, ending)
        span?.attribute("court.outcome", ending)
        return Effect.void
      })
    }),
  )

/** The tasks of one look, where there are any: a look that finds nothing twice a second would fill every record with nothing. */
export const turn = <A, E, R>(due: number, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  due === 0
    ? run
    : begin("turn", { kind: "internal", parent: null, attributes: { "court.tasks": due } }, () => run)

/** A whole look of a loop, with its leasing. */
export const look = <A, E, R>(loop: string, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.tap(run, () =>
      Effect.sync(() => Metrics.turns.record((performance.now() - startedAt) / 1_000, loop)),
    )
  })
