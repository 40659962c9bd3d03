/** Runs the deadlines of a court whose clock is moved by hand, taking turns with its loop. */
import { Context, Effect, Layer } from "effect"
import { type DeadlineNeeds, deadlines } from "../core/Deadlines.ts"
import { Deadlines } from "../core/Host.ts"
import { runDue } from "./Tick.ts"

/** One at a time: the loop and a clock that is being moved. */
export class Turn extends Context.Tag("agent-court/Turn")<Turn, Effect.Semaphore>() {}

export const turn = Layer.effect(Turn, Effect.makeSemaphore(1))

export const layer = (worker: string) =>
  Layer.effect(
    Deadlines,
    Effect.gen(function* () {
      const context = yield* Effect.context<DeadlineNeeds>()
      const { withPermits } = yield* Turn
      return {
        runDue: (upTo) =>
          withPermits(1)(runDue<DeadlineNeeds>(deadlines, upTo, { worker })).pipe(Effect.provide(context)),
      }
    }),
  )

/** For a process without a scheduler: nothing fires. */
export const none = Layer.succeed(Deadlines, { runDue: () => Effect.succeed(0) })
