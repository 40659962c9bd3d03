/** Deadlines: the command that each kind of deadline runs, and a simple runner for programs without a scheduler. */

import { Effect, Layer } from "effect"
import { Keys } from "./agents/index.ts"
import {
  decideAppeal,
  type Estimator,
  passAppealDeadline,
  passDisclosure,
  priceAppeal,
} from "./appeals/index.ts"
import { decideMatter, type Judge, passJudgment, tellOverdue } from "./bench/index.ts"
import { passEntry } from "./compliance/index.ts"
import { tellAwaiting } from "./dealings/index.ts"
import type { Command } from "./kernel/Command.ts"
import type * as Court from "./kernel/Court.ts"
import { decoderOf } from "./kernel/Fits.ts"
import { Deadlines, type Host, type Options, perform } from "./kernel/Host.ts"
import type { Json } from "./kernel/Json.ts"
import type { Named } from "./kernel/Named.ts"
import type { Instant } from "./kernel/Time.ts"
import { expireInvoice } from "./ledger/index.ts"
import { passMatterDeadline, serveQueued } from "./matters/index.ts"
import { passHold } from "./payouts/index.ts"
import { passQuote } from "./quotes/index.ts"
import { type Leased, Store } from "./store/Store.ts"

/** A leased task, and the instant at which its command acts; null if that is the clock's. */
export interface Firing {
  readonly task: Leased
  readonly at: Instant | null
}

/** The options of a command that completes the task of a firing. */
export const completionOf = ({ task, at }: Firing): Options => ({
  actor: { role: "scheduler" },
  settles: [{ id: task.id, token: task.token }],
  ...(at === null ? {} : { at }),
})

/**
 * Work that is one command, whose input is the body of the task. The same commit settles the task. A body may have further members,
 * such as the count of its failures.
 */
const performCommand = <I, F, R extends Json, Needs>(command: Command<I, F, R, Needs>) => {
  const decode = decoderOf(command.input)
  return (firing: Firing) =>
    Effect.asVoid(Effect.suspend(() => perform(command, decode(firing.task.body), completionOf(firing))))
}

/** The services that deadlines need: the ports of every command, the host, a judge and an estimator. */
export type DeadlineNeeds = Court.Ports | Host | Judge.Judge | Estimator
type Work = (firing: Firing) => Effect.Effect<void, Court.ExecuteError, DeadlineNeeds>

const performed = {
  [passMatterDeadline.taskKind]: performCommand(passMatterDeadline),
  [decideMatter.taskKind]: performCommand(decideMatter),
  [tellOverdue.taskKind]: performCommand(tellOverdue),
  [serveQueued.taskKind]: performCommand(serveQueued),
  [priceAppeal.taskKind]: performCommand(priceAppeal),
  [passAppealDeadline.taskKind]: performCommand(passAppealDeadline),
  [decideAppeal.taskKind]: performCommand(decideAppeal),
  [passEntry.taskKind]: performCommand(passEntry),
  [passDisclosure.taskKind]: performCommand(passDisclosure),
  [passQuote.taskKind]: performCommand(passQuote),
  [passHold.taskKind]: performCommand(passHold),
  [expireInvoice.taskKind]: performCommand(expireInvoice),
  [passJudgment.taskKind]: performCommand(passJudgment),
  [tellAwaiting.taskKind]: performCommand(tellAwaiting),
  [Keys.endOverlap.taskKind]: performCommand(Keys.endOverlap),
} as const satisfies Readonly<Record<string, Work>>

type DeadlineWork = Named<typeof performed>

/** The work of every kind of deadline, by the kind of its task. */
export const deadlines: DeadlineWork = performed

/** Who leases tasks, named for operators who read the store, and how long a lease lasts: longer than the longest piece of work. */
export interface Leasing {
  readonly worker: string
  readonly leaseMs?: number
}

const leaseMsDefault = 60_000

/** Leases tasks of these kinds that are due at an instant. */
export const lease = (
  kinds: ReadonlyArray<string>,
  now: Instant,
  limit: number,
  { worker, leaseMs = leaseMsDefault }: Leasing,
) => Effect.flatMap(Store, (store) => store.lease({ kinds, worker, now, until: now + leaseMs, limit }))

/** Whether a firing did its task, and whether the run ends after it. */
export interface Fired {
  readonly done: boolean
  readonly ends: boolean
}

/**
 * Fires all tasks that fall due until an instant, in order and each at its own instant, with the tasks that these put. Gives the
 * number of tasks done.
 */
export const runDue = <E, R>(
  kinds: ReadonlyArray<string>,
  upTo: Instant,
  leasing: Leasing,
  fire: (firing: Firing) => Effect.Effect<Fired, E, R>,
) =>
  Effect.gen(function* () {
    let count = 0
    let reached = Number.NEGATIVE_INFINITY
    for (;;) {
      const [task] = yield* lease(kinds, upTo, 1, leasing)
      if (task === undefined) return count
      reached = Math.max(reached, task.dueAt)
      const { done, ends } = yield* fire({ task, at: reached })
      if (done) count += 1
      if (ends) return count
    }
  })

/**
 * Runs deadlines for a program without a scheduler. A deadline that fails is a defect and ends the run; a scheduler would postpone it.
 * `worker` names this program in the leases that the store keeps.
 */
export const inOrder = (worker: string): Layer.Layer<Deadlines, never, DeadlineNeeds> =>
  Layer.effect(
    Deadlines,
    Effect.map(Effect.context<DeadlineNeeds>(), (context) => {
      const works: Readonly<Record<string, Work>> = deadlines
      const fire = (firing: Firing) =>
        Effect.fromNullable(works[firing.task.kind]).pipe(
          Effect.flatMap((work) => work(firing)),
          Effect.orDie,
          Effect.as({ done: true, ends: false }),
        )
      return {
        runDue: (upTo) => Effect.provide(runDue(Object.keys(works), upTo, { worker }, fire), context),
      }
    }),
  )
