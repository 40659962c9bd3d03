/** Tasks and looks of the scheduler, timed and counted, each with a span where somebody records them. */
import { Effect } from "effect"
import { nameOf } from "../adapters/host/Failure.ts"
import { asLabel } from "../adapters/telemetry/Family.ts"
import * as Metrics from "../adapters/telemetry/Metrics.ts"
import { begin, resume, timed } from "../adapters/telemetry/Tracing.ts"
import type { Leased } from "../core/store/Store.ts"

/** One task. What an act left to be done at once stands in the trace of that act, where this process recorded it. */
export const task = <E, R, Ending extends string>(
  { id, kind }: Leased,
  run: Effect.Effect<Ending, E, R>,
): Effect.Effect<Ending, E, R> =>
  resume(`task ${kind}`, { task: id, kind: "consumer", attributes: { "court.task": kind } }, (span) => {
    const ended = (seconds: number, ending: string): void => {
      Metrics.tasks.record(seconds, kind, ending)
      span?.attribute("court.outcome", ending)
    }
    return timed(run, ended, (seconds) => ended(seconds, "broken_off"))
  })

/** The tasks of one look, where there are any: a look that finds nothing twice a second would fill every record with nothing. */
export const turn = <A, E, R>(due: number, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  due === 0
    ? run
    : begin("turn", { kind: "internal", parent: null, attributes: { "court.tasks": due } }, () => run)

/** A whole look of a loop, with its leasing. */
export const look = <A, E, R>(loop: string, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() =>
    timed(
      run,
      (seconds) => Metrics.turns.record(seconds, loop, ""),
      (seconds, cause) => Metrics.turns.record(seconds, loop, asLabel(nameOf(cause))),
    ),
  )
