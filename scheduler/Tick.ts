/**
 * One look at what is due. Tasks are leased, so that several schedulers share the work; each is settled in the commit of
 * its effect, so that it is done once. A worker that dies leaves a lease that ends by itself.
 */
import { Cause, Effect } from "effect"
import { isBug, nameOf, wordless } from "../adapters/host/Failure.ts"
import { completing, type Firing } from "../core/Deadlines.ts"
import * as Host from "../core/Host.ts"
import { type Leased, Store } from "../core/store/Store.ts"
import type { Instant } from "../core/Time.ts"
import * as Observed from "./Observed.ts"
import { postpone, type Work, type Works } from "./Work.ts"

export interface Options {
  /** A name for this worker, for people who read the store. */
  readonly worker: string
  /** How long a lease lasts: longer than the longest piece of work. */
  readonly leaseMs?: number
  /** Tasks leased at once. */
  readonly batch?: number
  /** Tasks worked on at once. */
  readonly concurrency?: number
  /** True once no more is to be leased. */
  readonly stopping?: Effect.Effect<boolean>
}

const leaseMsDefault = 60_000
const batchDefault = 256
const concurrencyDefault = 64

/** How a firing ended: done; lost to another worker or replaced; put again for later; left until its lease ends. */
export type Ending = "done" | "lost" | "postponed" | "left"
export type Report = { readonly [ending in Ending]: number }
export const nothing: Report = { done: 0, lost: 0, postponed: 0, left: 0 }

const add = (report: Report, endings: ReadonlyArray<Ending>): Report => {
  const sum = { ...report }
  for (const ending of endings) sum[ending] += 1
  return sum
}

/** Says why a task is put again for later. A mistake of this program is an error and tells its place. */
const logPostponed = ({ task: { kind, id } }: Firing, cause: Cause.Cause<unknown>) =>
  Effect.annotateLogs(
    isBug(cause)
      ? Effect.logError("a task met a mistake of this program and is postponed", wordless(cause))
      : Effect.logWarning("task postponed", wordless(cause)),
    { kind, task: id, reason: nameOf(cause) },
  )

/** Runs one task to an ending. Nothing that goes wrong in it stops the others. */
export const fire = <R>(works: Works<R>, firing: Firing) => {
  const work = works[firing.task.kind]
  return work === undefined ? Effect.succeed<Ending>("left") : Observed.task(firing.task, ended(work, firing))
}

const ended = <R>(work: Work<R>, firing: Firing) =>
  work(firing).pipe(
    Effect.as<Ending>("done"),
    Effect.catchTag("LeaseLost", () => Effect.succeed<Ending>("lost")),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.succeed<Ending>("left")
        : logPostponed(firing, cause).pipe(
            Effect.zipRight(Host.perform(postpone, firing.task, completing(firing))),
            Effect.as<Ending>("postponed"),
            Effect.catchTag("LeaseLost", () => Effect.succeed<Ending>("lost")),
            Effect.catchAllCause(() => Effect.succeed<Ending>("left")),
          ),
    ),
  )

/** Leases what is due at an instant, of the kinds that there is work for. */
export const lease = <R>(works: Works<R>, now: Instant, limit: number, options: Options) =>
  Effect.flatMap(Store, (store) =>
    store.lease({
      kinds: Object.keys(works),
      worker: options.worker,
      now,
      until: now + (options.leaseMs ?? leaseMsDefault),
      limit,
    }),
  )

/** Works off all that is due now, a batch at a time. Costs as much as what is due, whatever is pending. */
export const tick = <R>(works: Works<R>, options: Options) =>
  Effect.gen(function* () {
    const limit = options.batch ?? batchDefault
    let report = nothing
    for (;;) {
      const now = yield* Effect.flatMap(Host.Host, (host) => host.now)
      const due: ReadonlyArray<Leased> = yield* lease(works, now, limit, options)
      const fired = Effect.forEach(due, (task) => fire(works, { task, at: null }), {
        concurrency: options.concurrency ?? concurrencyDefault,
      })
      const endings = yield* Observed.turn(due.length, fired)
      report = add(report, endings)
      if (due.length < limit || (yield* options.stopping ?? Effect.succeed(false))) return report
    }
  })

/**
 * Works off all that falls due until an instant, in order, each at its own instant; what new tasks fall due meanwhile
 * as well. For a clock that is moved by hand. Gives the number of tasks done.
 */
export const runDue = <R>(works: Works<R>, upTo: Instant, options: Options) =>
  Effect.gen(function* () {
    let done = 0
    let reached = Number.NEGATIVE_INFINITY
    for (;;) {
      const [task] = yield* lease(works, upTo, 1, options)
      if (task === undefined) return done
      reached = Math.max(reached, task.dueAt)
      const ending = yield* fire(works, { task, at: reached })
      if (ending === "done") done += 1
      if (ending === "left" || (yield* options.stopping ?? Effect.succeed(false))) return done
    }
  })
