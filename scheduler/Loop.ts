/** A loop of the scheduler: it looks for due tasks at intervals, and at once when its bell rings. */
import {
  Cause,
  Context,
  Duration,
  Effect,
  Fiber,
  Layer,
  Option,
  Predicate,
  PubSub,
  Queue,
  Ref,
  type Scope,
} from "effect"
import { isBug, wordless } from "../adapters/host/Failure.ts"
import { Store } from "../core/store/Store.ts"

/** Rings when this process commits a task that is due, so that the task does not wait for the next interval. */
export interface BellService {
  readonly ring: Effect.Effect<void>
  /** Begins to listen. The effect that it gives ends at the next ring. Several rings between two waits count as one. */
  readonly listen: Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
}
/** The port by which a process is told that something may be due. */
export class Bell extends Context.Tag("agent-court/Bell")<Bell, BellService>() {}

/** A bell for the commits of this process. A task that another process commits waits for the next interval. */
export const bell = Layer.effect(
  Bell,
  Effect.map(PubSub.sliding<null>(1), (rings) => ({
    ring: Effect.asVoid(PubSub.publish(rings, null)),
    listen: Effect.map(PubSub.subscribe(rings), (heard) => Effect.asVoid(Queue.take(heard))),
  })),
)

/** The store, which rings the bell after each commit that puts a task that is due. */
export const ringing = Layer.effect(
  Store,
  Effect.gen(function* () {
    const store = yield* Store
    const { ring } = yield* Bell
    return {
      ...store,
      commit: (changes) =>
        changes.tasks.some(({ dueAt }) => dueAt <= changes.at)
          ? Effect.zipLeft(store.commit(changes), ring)
          : store.commit(changes),
    }
  }),
)

/** The times of a loop, in milliseconds: between two looks, and to end in. */
export interface Options {
  /** The wait between two looks if the bell does not ring. */
  readonly everyMs?: number
  readonly graceMs?: number
  /** Held during a look, so that the loop and a clock that is moved by hand take turns. */
  readonly turn?: Effect.Semaphore
}

const everyMsDefault = 500
const graceMsDefault = 9_000

/** Logs why a look failed, with the stack. A store that can't be reached is not logged here, since adapters/store/Health.ts logs it. */
export const logFailed = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (!isBug(cause) && Option.exists(Cause.failureOption(cause), Predicate.isTagged("StoreUnavailable")))
    return Effect.void
  const what = isBug(cause) ? "met a mistake of this program" : "failed"
  return Effect.logError(`a look of the scheduler ${what}; it looks again later`, wordless(cause))
}

/**
 * Repeats a look in the scope. The look can ask whether the loop is stopping. When the scope closes, no further look begins, and the look
 * under way has `graceMs` to end.
 */
export const start = <A, E, R>(
  looking: (stopping: Effect.Effect<boolean>) => Effect.Effect<A, E, R>,
  options: Options = {},
) =>
  Effect.gen(function* () {
    const { ring, listen } = yield* Bell
    const rung = yield* listen
    const stopping = yield* Ref.make(false)
    const turn = options.turn ?? (yield* Effect.makeSemaphore(1))
    const look = turn
      .withPermits(1)(looking(Ref.get(stopping)))
      .pipe(Effect.catchAllCause(logFailed))
    const wait = Effect.race(rung, Effect.sleep(Duration.millis(options.everyMs ?? everyMsDefault)))
    const round = Effect.zipRight(look, Effect.unlessEffect(wait, Ref.get(stopping)))
    const fiber = yield* Effect.forkDaemon(Effect.repeat(round, { until: () => Ref.get(stopping) }))
    yield* Effect.addFinalizer(() =>
      Ref.set(stopping, true).pipe(
        Effect.zipRight(ring),
        Effect.zipRight(
          // A finalizer is not interruptible, so the wait must be made interruptible for its timeout.
          Effect.interruptible(Fiber.join(fiber)).pipe(
            Effect.timeout(Duration.millis(options.graceMs ?? graceMsDefault)),
            Effect.catchAllCause(() => Fiber.interruptFork(fiber)),
          ),
        ),
      ),
    )
  })
