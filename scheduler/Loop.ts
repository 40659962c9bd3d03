/** A scheduler that runs on its own: it looks for due work at intervals, and at once when its bell rings. */
import { Context, Duration, Effect, Fiber, Layer, Queue, Ref } from "effect"
import { Store } from "../core/Store.ts"

/** Rung when this process commits a task, so that work which is due at once does not wait for the next look. */
export interface BellService {
  readonly ring: Effect.Effect<void>
  /** Ends at the next ring. Rings while nobody waits count as one. */
  readonly rung: Effect.Effect<void>
}
export class Bell extends Context.Tag("agent-court/Bell")<Bell, BellService>() {}

export const bell = Layer.effect(
  Bell,
  Effect.map(Queue.sliding<void>(1), (queue) => ({
    ring: Effect.asVoid(Queue.offer(queue, undefined)),
    rung: Queue.take(queue),
  })),
)

/** The store, ringing the bell after each commit that put a task. */
export const ringing = Layer.effect(
  Store,
  Effect.gen(function* () {
    const store = yield* Store
    const { ring } = yield* Bell
    return {
      ...store,
      commit: (changes) =>
        changes.tasks.length === 0 ? store.commit(changes) : Effect.zipLeft(store.commit(changes), ring),
    }
  }),
)

export interface Options {
  /** The wait between two looks where nothing rings. */
  readonly everyMs?: number
  /** How long a stop waits for work that is under way. */
  readonly graceMs?: number
  /** Held while tasks are worked on, so that a clock moved by hand and the loop take turns. */
  readonly turn?: Effect.Semaphore
}

const everyMsDefault = 500
const graceMsDefault = 9_000

/** Starts looking, again and again, in the scope. When the scope closes, no more is leased, and what is under way is finished within the grace. */
export const start = <A, E, R>(looking: Effect.Effect<A, E, R>, options: Options = {}) =>
  Effect.gen(function* () {
    const { ring, rung } = yield* Bell
    const stopping = yield* Ref.make(false)
    const turn = options.turn ?? (yield* Effect.makeSemaphore(1))
    const look = turn
      .withPermits(1)(looking)
      .pipe(
        Effect.catchAllCause(() =>
          Effect.logWarning("the store is out of reach; the scheduler looks again later"),
        ),
      )
    const wait = Effect.race(rung, Effect.sleep(Duration.millis(options.everyMs ?? everyMsDefault)))
    const round = Effect.zipRight(look, Effect.unlessEffect(wait, Ref.get(stopping)))
    const fiber = yield* Effect.forkDaemon(Effect.repeat(round, { until: () => Ref.get(stopping) }))
    yield* Effect.addFinalizer(() =>
      Ref.set(stopping, true).pipe(
        Effect.zipRight(ring),
        Effect.zipRight(
          // A finalizer can't be interrupted; the waiting in it must be.
          Effect.interruptible(Fiber.join(fiber)).pipe(
            Effect.timeout(Duration.millis(options.graceMs ?? graceMsDefault)),
            Effect.catchAllCause(() => Fiber.interruptFork(fiber)),
          ),
        ),
      ),
    )
  })
