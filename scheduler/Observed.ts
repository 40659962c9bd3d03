/** Telemetry of the scheduler: its tasks and looks are timed and counted, and have spans if a recorder is configured. */
import { Effect } from "effect"
import { nameOf } from "../adapters/host/Failure.ts"
import { asLabel } from "../adapters/telemetry/Family.ts"
import * as Metrics from "../adapters/telemetry/Metrics.ts"
import { begin, resume, timeEffect } from "../adapters/telemetry/Tracing.ts"
import type { Leased } from "../core/store/Store.ts"

/** Observes one task. If this process recorded the act that put the task, the task's span belongs to the trace of that act. */
export const task = <E, R, Ending extends string>(
  { id, kind }: Leased,
  run: Effect.Effect<Ending, E, R>,
): Effect.Effect<Ending, E, R> =>
  resume(`task ${kind}`, { task: id, kind: "consumer", attributes: { "court.task": kind } }, (span) => {
    const recordEnd = (seconds: number, ending: string): void => {
      Metrics.tasks.record(seconds, kind, ending)
      span?.attribute("court.outcome", ending)
    }
    return timeEffect(run, recordEnd, (seconds) => recordEnd(seconds, "broken_off"))
  })

/** Observes the tasks of one look, of which `due` came with its first lease. A look that finds no task has no span, since there are two of these each second. */
export const turn = <A, E, R>(due: number, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  due === 0
    ? run
    : begin("turn", { kind: "internal", parent: null, attributes: { "court.tasks": due } }, () => run)

/** Observes a whole look of a loop, with its leasing. */
export const look = <A, E, R>(loop: string, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() =>
    timeEffect(
      run,
      (seconds) => Metrics.turns.record(seconds, loop, ""),
      (seconds, cause) => Metrics.turns.record(seconds, loop, asLabel(nameOf(cause))),
    ),
  )
