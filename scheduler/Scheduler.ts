/** The court's scheduler: its loop for a process that serves or stands alone. */
import { hostname } from "node:os"
import { Effect, ExecutionStrategy, Scope } from "effect"
import * as Coalesced from "../adapters/store/Coalesced.ts"
import { type DeadlineNeeds, deadlines } from "../core/Deadlines.ts"
import { Host } from "../core/Host.ts"
import { Turn } from "./Deadlines.ts"
import * as Loop from "./Loop.ts"
import * as Observed from "./Observed.ts"
import { type Options, runDue, tick } from "./Tick.ts"
import { type DeliveryNeeds, deliveries, proposals } from "./Works.ts"

/** A name that tells one worker from another. */
export const workerName = (): string => `${hostname()}/${process.pid}`

/** Calls to agents take as long as those please: few are leased at once, so that none is still waiting when its lease ends. */
const deliveryBatch = 64

/** Drafts are few, cost money and take minutes: longer than two answers of the slowest model, their lease keeps others from them. */
const proposing = { batch: 4, leaseMs: 15 * 60_000 }

/**
 * One look at deadlines. Where the clock is moved by hand they keep their order and their own instants, so that it makes no
 * difference whether the loop or the move comes to them first.
 */
const passDeadlines = (options: Options, sandbox: boolean) =>
  sandbox
    ? Effect.flatMap(
        Effect.flatMap(Host, (host) => host.now),
        (now) => Effect.asVoid(runDue<DeadlineNeeds>(deadlines, now, options)),
      )
    : Effect.asVoid(tick<DeadlineNeeds>(deadlines, options))

/**
 * Starts the scheduler in the scope; closing it lets what is under way finish. Deadlines, deliveries and proposals have a
 * loop each: neither a service URL that does not answer nor a slow model delays a deadline.
 */
export const start = (options: { readonly sandbox: boolean } & Omit<Loop.Options, "turn">) =>
  Effect.gen(function* () {
    const turn = yield* Turn
    const worker = workerName()
    const { sandbox, ...loop } = options
    const loops = yield* Effect.acquireRelease(Scope.make(ExecutionStrategy.parallel), Scope.close)
    const starting = Effect.all([
      Loop.start(
        (stopping) =>
          Observed.look(
            "deadlines",
            Effect.provide(passDeadlines({ worker, stopping }, sandbox), Coalesced.layer),
          ),
        { ...loop, turn },
      ),
      Loop.start(
        (stopping) =>
          Observed.look(
            "deliveries",
            Effect.provide(
              tick<DeliveryNeeds>(deliveries, { worker, stopping, batch: deliveryBatch }),
              Coalesced.layer,
            ),
          ),
        loop,
      ),
      Loop.start(
        (stopping) =>
          Observed.look("proposals", tick<DeadlineNeeds>(proposals, { worker, stopping, ...proposing })),
        loop,
      ),
    ])
    yield* Scope.extend(starting, loops)
  })
