import { Effect } from "effect"

/** Unless a run gives another limit. It is several times what the slowest case takes on a busy machine. */
export const usualMs = 60_000

export const inSeconds = (ms: number): string => `${ms / 1000} ${ms === 1000 ? "second" : "seconds"}`

/**
 * The same effect, which fails once the limit has passed. It is interrupted then, but not waited for: a store may make a part of its work
 * uninterruptible and never end it. A loop that never gives the thread back is not ended by this, but by the process beside it (`Supervision.ts`).
 */
export const within =
  <Late>(limitMs: number, late: () => Late) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Late, R> =>
    Effect.timeoutFail(Effect.disconnect(effect), { duration: limitMs, onTimeout: late })
