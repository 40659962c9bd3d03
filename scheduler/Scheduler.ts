/** The court's scheduler: its loop for a process that serves or stands alone. */
import { hostname } from "node:os"
import { Effect } from "effect"
import { Host } from "../adapters/host/Host.ts"
import * as Coalesced from "./Coalesced.ts"
import { Turn } from "./Deadlines.ts"
import * as Loop from "./Loop.ts"
import { runDue, tick } from "./Tick.ts"
import { type DeadlineNeeds, deadlines, deliveries, works } from "./Works.ts"

/** A name that tells one worker from another. */
export const workerName = (): string => `${hostname()}/${process.pid}`

/**
 * One look. Where the clock is moved by hand, deadlines keep their order and their own instants, so that it makes no difference
 * whether the loop or the move comes to them first.
 */
export const look = (worker: string, sandbox: boolean) =>
  sandbox
    ? Effect.gen(function* () {
        const now = yield* Effect.flatMap(Host, (host) => host.now)
        yield* runDue<DeadlineNeeds>(deadlines, now, { worker })
        yield* tick(deliveries, { worker })
      })
    : Effect.asVoid(tick(works, { worker }))

/** Starts the scheduler in the scope; closing it lets what is under way finish. */
export const start = (options: { readonly sandbox: boolean; readonly everyMs?: number }) =>
  Effect.gen(function* () {
    const turn = yield* Turn
    const { sandbox, ...loop } = options
    const looking = Effect.provide(look(workerName(), sandbox), Coalesced.layer)
    yield* Loop.start(looking, { ...loop, turn })
  })
