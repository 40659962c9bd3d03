/**
 * The loop of deliveries. Deliveries begin as places become free and not in batches, because the duration of a call is in the hands of
 * the service that is called. The places are shared among addressees (see `Shares`).
 */
import { Clock, Duration, Effect, FiberSet } from "effect"
import { completionOf, lease } from "../core/Deadlines.ts"
import * as Host from "../core/kernel/Host.ts"
import { minutes } from "../core/kernel/Time.ts"
import type { Leased, Store, StoreUnavailable } from "../core/store/Store.ts"
import * as Loop from "./Loop.ts"
import * as Observed from "./Observed.ts"
import { type Bounds, type Delivery, Shares } from "./Shares.ts"
import { fire } from "./Tick.ts"
import { defer, type Works } from "./Work.ts"

export interface Options extends Omit<Loop.Options, "turn"> {
  /** The name of this worker, for operators who read the store. */
  readonly worker: string
  readonly bounds?: Bounds
  /** How long a delivery waits for a place before it is deferred. */
  readonly waitMs?: number
}

const boundsDefault: Bounds = { places: 64, share: 4 }
const graceMsDefault = 9_000
const batch = 256
/** The most deliveries that wait in this process. Each of them is leased, so that other tasks that are due are seen behind them. */
const waitingMax = 4_096
// A delivery that begins so late ends before its lease does, which lasts a minute.
const waitMsDefault = 30_000
/** How long a delivery is deferred that found no place. Its addressee is slow or has very many, and service is complete without it (Rule 2.7). */
const deferredFor = minutes(10)

/** Defers deliveries that found no place. If a delivery can't be deferred, it is leased again when its lease ends. */
const deferAll = (late: ReadonlyArray<Delivery>) =>
  Effect.gen(function* () {
    const dueAt = (yield* Effect.flatMap(Host.Host, ({ now }) => now)) + deferredFor
    yield* Effect.forEach(
      late,
      ({ task }) => Effect.ignore(Host.perform(defer, { task, dueAt }, completionOf({ task, at: null }))),
      { concurrency: 64, discard: true },
    )
  })

/**
 * Starts the loop in the scope. `addresseesOf` names the addressees of a task. When the scope closes, no delivery begins, and those under
 * way have `graceMs` to end.
 */
export const start = <R>(
  works: Works<R>,
  addresseesOf: (task: Leased) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable, Store>,
  options: Options,
) =>
  Effect.gen(function* () {
    const shares = new Shares(options.bounds ?? boundsDefault)
    const underWay = yield* FiberSet.make<void>()
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => shares.clear()).pipe(
        Effect.zipRight(Effect.interruptible(FiberSet.awaitEmpty(underWay))),
        Effect.timeoutOption(Duration.millis(options.graceMs ?? graceMsDefault)),
      ),
    )
    const deliver = (delivery: Delivery) =>
      fire(works, { task: delivery.task, at: null }).pipe(
        Effect.ensuring(Effect.sync(() => shares.end(delivery))),
        Effect.zipRight(Effect.suspend(() => beginAll)),
      )
    type Needs = Effect.Effect.Context<ReturnType<typeof fire<R>>>
    /** Begins the deliveries that have a place. Each that ends begins others. */
    const beginAll: Effect.Effect<void, never, Needs> = Effect.suspend(() => {
      const delivery = shares.begin()
      return delivery === null
        ? Effect.void
        : Effect.zipRight(FiberSet.run(underWay, deliver(delivery)), beginAll)
    })
    const place = (due: ReadonlyArray<Leased>) =>
      Effect.gen(function* () {
        const since = yield* Clock.currentTimeMillis
        const waiting = yield* Effect.forEach(
          due,
          (task) => Effect.map(addresseesOf(task), (addressees) => ({ task, addressees, since })),
          { concurrency: 16 },
        )
        shares.add(waiting)
        yield* beginAll
      })
    const look = (stopping: Effect.Effect<boolean>) =>
      Effect.gen(function* () {
        const waitMs = options.waitMs ?? waitMsDefault
        yield* deferAll(shares.late((yield* Clock.currentTimeMillis) - waitMs))
        while (shares.waiting < waitingMax && !(yield* stopping)) {
          const now = yield* Effect.flatMap(Host.Host, (host) => host.now)
          const due = yield* lease(Object.keys(works), now, batch, options)
          yield* Observed.turn(due.length, place(due))
          if (due.length < batch) return
        }
      })
    yield* Loop.start((stopping) => Observed.look("deliveries", look(stopping)), options)
  })
