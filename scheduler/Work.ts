/** The work of a due task, and the commands for a task that is not done: it is postponed, deferred or settled. */
import { Data, Effect, Either, Schema } from "effect"
import { Proposal } from "../core/bench/index.ts"
import type { Firing } from "../core/Deadlines.ts"
import { Judges } from "../core/judgments/index.ts"
import { task } from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import type * as Court from "../core/kernel/Court.ts"
import { type Json, JsonValue } from "../core/kernel/Json.ts"
import { Instant, minutes } from "../core/kernel/Time.ts"
import type { Leased } from "../core/store/Store.ts"

const firstWaits: ReadonlyArray<number> = [5_000, 30_000, minutes(2), minutes(10), minutes(60)]
const laterWait = minutes(360)

/** The wait, in milliseconds, before a failed task is tried again. `failures` counts its earlier failures. */
export const waitAfter = (failures: number): number => firstWaits[failures] ?? laterWait

const members = (body: Json): { readonly [key: string]: Json } =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? // Only an object is left of the kinds of JSON; Array.isArray does not narrow a readonly array.
      (body as { readonly [key: string]: Json })
    : {}

const countIn = (body: Json, member: "failures" | "attempts"): number => {
  const count = members(body)[member]
  return typeof count === "number" ? count : 0
}

/** How often the task with this body has failed so far. */
export const failures = (body: Json): number => countIn(body, "failures")

/** How many drafts the task with this body was told to have failed. It may have failed for another reason besides. */
export const attemptsTold = (body: Json): number => countIn(body, "attempts")

const LeasedTask: Schema.Schema<Leased> = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  dueAt: Instant,
  body: JsonValue,
  token: Schema.String,
})

/** Puts a failed task again with a later instant, so that it is not lost and not tried in a tight loop. A draft that failed is told of. */
export const postpone = command({
  name: "postpone",
  sections: [],
  input: Schema.Struct({ task: LeasedTask, failed: Schema.NullOr(Proposal.FailedDraft) }),
  gather: ({ failed }, _context, reader) =>
    failed === null ? Effect.succeed(null) : Judges.seat(reader, failed.by),
  decide: (by: Judges.Seat | null, { task: { id, kind, body }, failed }, { now }) => {
    const count = failures(body)
    const dueAt = now + waitAfter(count)
    const counted = { failures: count + 1, ...(failed === null ? {} : { attempts: failed.attempt }) }
    return Either.right({
      changes: [
        task(id, kind, dueAt, { ...members(body), ...counted }),
        ...(by === null || failed === null ? [] : Proposal.tellFailed(failed, by, now)),
      ],
      reply: { dueAt },
    })
  },
})

/** Puts a task again for the instant at which it may be performed. This does not count as a failure. */
export const defer = command({
  name: "defer",
  sections: [],
  input: Schema.Struct({ task: LeasedTask, dueAt: Instant }),
  gather: () => Effect.void,
  decide: (_facts, { task: { id, kind, body }, dueAt }) =>
    Either.right({ changes: [task(id, kind, dueAt, body)], reply: null }),
})

/** Completes a task without any other change, because its subject is gone or its work was done already. */
export const settle = command({
  name: "settle",
  sections: [],
  input: LeasedTask,
  gather: () => Effect.void,
  decide: () => Either.right({ changes: [], reply: null }),
})

/** The work can't be done now for a reason outside of the court, such as a judge whose draft failed, or a server. */
export class NotNow extends Data.TaggedError("NotNow")<{
  readonly reason: string
  readonly failed?: Proposal.FailedDraft
}> {}

/** Performs a task and settles it in the same commit. */
export type Work<R = never> = (firing: Firing) => Effect.Effect<void, Court.ExecuteError | NotNow, R>

/** The works of a scheduler, each by the kind of the tasks that it performs. */
export type Works<R = never> = Readonly<Record<string, Work<R>>>
