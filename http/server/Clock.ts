/**
 * Acts while the court's clock is far behind its last event. They would be dated before what was recorded already, so they are refused
 * (Rule 2.6); questions are answered.
 */
import { Effect } from "effect"
import { Health } from "../../adapters/store/index.ts"
import { format, type Instant } from "../../core/kernel/Time.ts"
import { LastEvent } from "../../core/registrar/index.ts"
import { Faulted } from "./Problem.ts"

const wordsOf = (now: Instant, lastEventAt: Instant): string =>
  `shows ${format(now)}, and the last event was at ${format(lastEventAt)}`

/** Fails with `clock_behind` if the clock is more than five minutes behind the last event. */
export const clockKept = (now: Instant, lastEventAt: Instant | null): Effect.Effect<void, Faulted> =>
  lastEventAt === null || LastEvent.behind(now, lastEventAt) === null
    ? Effect.void
    : new Faulted({
        code: "clock_behind",
        errors: [{ path: "clock", message: wordsOf(now, lastEventAt) }],
        headers: { "retry-after": "1" },
      })

// The shortest time between two lines of the log that say the same.
const sameLineMs = 60_000

/** Refuses acts while the clock is behind, and logs that once a minute, and once when the clock is right again. */
export const watchClock = (steadyMs: () => number = () => performance.now()) => {
  let saidAt = Number.NEGATIVE_INFINITY
  const isLate = () => saidAt !== Number.NEGATIVE_INFINITY
  const say = (now: Instant, lastEventAt: Instant | null) =>
    Effect.suspend(() => {
      if (steadyMs() - saidAt < sameLineMs || lastEventAt === null) return Effect.void
      saidAt = steadyMs()
      return Effect.logWarning(
        `acts are refused (clock_behind): the clock of this machine ${wordsOf(now, lastEventAt)}. Set it (timedatectl); if it was ahead before and is right now, acts are taken again when it has passed that time`,
      )
    })
  const back = Effect.suspend(() => {
    if (!isLate()) return Effect.void
    saidAt = Number.NEGATIVE_INFINITY
    return Effect.logInfo("acts are taken again: the clock of this machine has passed the last event")
  })
  return Effect.fnUntraced(function* (now: Instant) {
    const lastEventAt = yield* (yield* Health.Health).lastEventAt
    yield* Effect.tapError(clockKept(now, lastEventAt), () => say(now, lastEventAt))
    yield* back
  })
}
