/** The clock of a sandbox over HTTP. */
import { Effect } from "effect"
import { advance, type Move } from "../../core/sandbox/SandboxClock.ts"
import { format, hours } from "../../core/Time.ts"
import type { ClockMove, SandboxGroup } from "../api/Sandbox.ts"
import { reply } from "../server/Answer.ts"
import { type Handlers, optionsOf } from "../server/Handler.ts"

const moveOf = (move: typeof ClockMove.Type): Move => {
  if ("advanceHours" in move) return { advanceMs: Math.round(hours(move.advanceHours)) }
  return "advanceMs" in move ? { advanceMs: move.advanceMs } : { to: move.to }
}

export const sandbox: Handlers<typeof SandboxGroup> = {
  readClock: ({ now }) => Effect.succeed(reply({ now: format(now) })),
  moveClock: (request) =>
    Effect.map(advance(moveOf(request.payload), optionsOf(request)), ({ replayed, ...value }) => ({
      value,
      replayed,
    })),
}
