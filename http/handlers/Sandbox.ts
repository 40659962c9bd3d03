import { Effect } from "effect"
import { Deadlines } from "../../adapters/host/Deadlines.ts"
import { keepFired, type Move, moveClock } from "../../adapters/host/SandboxClock.ts"
import { format, hours, parse } from "../../core/Time.ts"
import type { ClockMove, SandboxGroup } from "../api/Sandbox.ts"
import { reply } from "../server/Answer.ts"
import { act, type Handlers } from "../server/Handler.ts"

const moveOf = (move: typeof ClockMove.Type): Move => {
  if ("advanceHours" in move) return { advanceMs: Math.round(hours(move.advanceHours)) }
  return "advanceMs" in move ? { advanceMs: move.advanceMs } : { to: move.to }
}

export const sandbox: Handlers<typeof SandboxGroup> = {
  readClock: (request) => Effect.succeed(reply({ now: format(request.now) })),
  moveClock: (request) =>
    Effect.gen(function* () {
      const moved = yield* act(moveClock, moveOf(request.payload), request)
      const deadlines = yield* Deadlines
      const at = parse(moved.reply.now)
      const fired = yield* deadlines.runDue(at)
      const { idempotency } = request
      const kept = yield* act(keepFired, fired, {
        actor: request.actor,
        now: at,
        standing: request.standing,
        idempotency: idempotency === null ? null : { ...idempotency, id: `${idempotency.id}/fired` },
      })
      return { value: { now: moved.reply.now, fired: kept.reply.fired }, replayed: moved.replayed }
    }),
}
