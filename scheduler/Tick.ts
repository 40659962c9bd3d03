/**
 * One look at due tasks. Tasks are leased, so that several schedulers share them. Each task is settled in the commit of its effect, so that
 * it is done once. The lease of a worker that dies ends by itself.
 */
import { Cause, Effect, Option } from "effect"
import { isBug, nameOf, wordless } from "../adapters/host/Failure.ts"
import * as Deadlines from "../core/Deadlines.ts"
import * as Host from "../core/kernel/Host.ts"
import type { Instant } from "../core/kernel/Time.ts"
import type { Leased, StoreUnavailable } from "../core/store/Store.ts"
import * as Observed from "./Observed.ts"
import { NotNow, postpone, type Work, type Works } from "./Work.ts"

/** How much is run at once, and when no more is taken. */
export interface Options extends Deadlines.Leasing {
  readonly batch?: number
  readonly concurrency?: number
  readonly stopping?: Effect.Effect<boolean>
}

const batchDefault = 256
const concurrencyDefault = 128

/** How a firing ended: done; lost to another worker or replaced; postponed to a later instant; or left until its lease ends. */
export type Ending = "done" | "lost" | "postponed" | "left"
/** How many tasks ended in which way. */
export type Report = { readonly [ending in Ending]: number }
/** The report of a look that found nothing due. */
export const nothing: Report = { done: 0, lost: 0, postponed: 0, left: 0 }

const add = (report: Report, endings: ReadonlyArray<Ending>): Report => {
  const sum = { ...report }
  for (const ending of endings) sum[ending] += 1
  return sum
}

/** Logs why a task is postponed: an error for a mistake of this program, else a warning. The task's id may be that of a matter, and stays out of the log. */
const logPostponed = ({ task: { kind } }: Deadlines.Firing, cause: Cause.Cause<unknown>) =>
  Effect.annotateLogs(
    isBug(cause)
      ? Effect.logError("a task met a mistake of this program and is postponed", wordless(cause))
      : Effect.logWarning("task postponed", wordless(cause)),
    { kind, reason: nameOf(cause) },
  )

/** Runs one task. A failure becomes an ending, so that it does not stop other tasks. */
export const fire = <R>(works: Works<R>, firing: Deadlines.Firing) => {
  const work = works[firing.task.kind]
  return work === undefined
    ? Effect.succeed<Ending>("left")
    : Observed.task(firing.task, endWork(work, firing))
}

const done = Effect.succeed<Ending>("done")
const lost = Effect.succeed<Ending>("lost")
const left = Effect.succeed<Ending>("left")

/** Whether another worker has the task now, or the task was replaced. */
const isLost = (cause: Cause.Cause<{ readonly _tag: string }>): boolean =>
  Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag === "LeaseLost")

const endWork = <R>(work: Work<R>, firing: Deadlines.Firing) =>
  Effect.matchCauseEffect(work(firing), {
    onSuccess: () => done,
    onFailure: (cause) => {
      if (isLost(cause)) return lost
      return Cause.isInterruptedOnly(cause) ? left : postponeWork(firing, cause)
    },
  })

const failureIn = (cause: Cause.Cause<unknown>) => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  return failure instanceof NotNow ? (failure.failed ?? null) : null
}

const postponeWork = (firing: Deadlines.Firing, cause: Cause.Cause<unknown>) =>
  logPostponed(firing, cause).pipe(
    Effect.zipRight(
      Host.perform(postpone, { task: firing.task, failed: failureIn(cause) }, Deadlines.completionOf(firing)),
    ),
    Effect.as<Ending>("postponed"),
    Effect.catchAllCause((failed) => (isLost(failed) ? lost : left)),
  )

/** How the tasks of a look are run: `limit` is the most that one lease gives, `places` how many run at once. */
interface Running<R> {
  readonly lease: Effect.Effect<ReadonlyArray<Leased>, StoreUnavailable, R>
  readonly limit: number
  readonly places: number
}

/**
 * Runs tasks, so many at once. As many fibers take one task after the other, which costs less than a start for each task. If a lease gives
 * more tasks than are run at once, the next tasks are leased while these run, so that no place waits for the last task of a batch.
 */
const fireAll = <R, S>(works: Works<R>, first: ReadonlyArray<Leased>, { lease, limit, places }: Running<S>) =>
  Effect.suspend(() => {
    const waiting = [...first]
    const endings: Array<Ending> = []
    const leasing = Effect.unsafeMakeSemaphore(1)
    const few = Math.min(places, limit - places)
    let goesOn = first.length === limit
    const mustLease = () => goesOn && waiting.length < few
    const leaseMore = Effect.gen(function* () {
      if (!mustLease()) return
      // If the store fails, the tasks that run go on, and the next look meets the failure.
      const due = yield* Effect.orElseSucceed(lease, () => [])
      goesOn = due.length === limit
      waiting.push(...due)
    })
    const place = Effect.gen(function* () {
      for (;;) {
        if (mustLease())
          // A place that has a task to run does not wait for another that leases.
          yield* waiting.length > 0
            ? leasing.withPermitsIfAvailable(1)(leaseMore)
            : leasing.withPermits(1)(leaseMore)
        const task = waiting.shift()
        if (task === undefined) return
        endings.push(yield* fire(works, { task, at: null }))
      }
    })
    const all = Array.from({ length: Math.min(places, first.length) }, () => place)
    return Effect.as(Effect.all(all, { concurrency: "unbounded", discard: true }), endings)
  })

/**
 * Performs all tasks that are due now. It ends after a lease that gave less than a batch while no task ran, so of the tasks that its tasks
 * put for now it may perform some. The cost depends on the due tasks, not on the pending ones.
 */
export const tick = <R>(works: Works<R>, options: Options) =>
  Effect.gen(function* () {
    const limit = options.batch ?? batchDefault
    const places = options.concurrency ?? concurrencyDefault
    const stopping = options.stopping ?? Effect.succeed(false)
    const lease = Effect.flatMap(
      Effect.flatMap(Host.Host, (host) => host.now),
      (now) => Deadlines.lease(Object.keys(works), now, limit, options),
    )
    const more = Effect.flatMap(stopping, (stops) => (stops ? Effect.succeed([]) : lease))
    let report = nothing
    for (;;) {
      const due = yield* lease
      const endings = yield* Observed.turn(due.length, fireAll(works, due, { lease: more, limit, places }))
      report = add(report, endings)
      if (due.length < limit || (yield* stopping)) return report
    }
  })

/**
 * Performs all tasks that fall due until an instant, in order and each at its own instant, with the tasks that these put. For a clock that
 * is moved by hand. Gives the number of tasks done.
 */
export const runDue = <R>(works: Works<R>, upTo: Instant, options: Options) =>
  Deadlines.runDue(Object.keys(works), upTo, options, (firing) =>
    Effect.gen(function* () {
      const ending = yield* fire(works, firing)
      const stopping = yield* options.stopping ?? Effect.succeed(false)
      return { done: ending === "done", ends: ending === "left" || stopping }
    }),
  )
