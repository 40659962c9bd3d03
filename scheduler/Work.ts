/** What the scheduler does with a due task, one entry for each kind. */
import { Data, type Effect } from "effect"
import type * as Court from "../core/Court.ts"
import type { Leased } from "../core/store/Store.ts"
import type { Instant } from "../core/Time.ts"

/** Work that could not be done now for a reason outside the court: a judge or a server that does not answer. */
export class NotNow extends Data.TaggedError("NotNow")<{ readonly reason: string }> {}

export interface Firing {
  readonly task: Leased
  /** The instant at which the task acts, where it is not the clock's. */
  readonly at: Instant | null
}

/** Does what the task asks for and settles it in the same commit. */
export type Work<R = never> = (firing: Firing) => Effect.Effect<void, Court.ExecuteError | NotNow, R>

/** Work by kind of task. */
export type Works<R = never> = Readonly<Record<string, Work<R>>>

/** The options with which a command completes a firing's task. */
export const completing = ({ task, at }: Firing) => ({
  actor: { role: "scheduler" } as const,
  settles: [{ id: task.id, token: task.token }],
  ...(at === null ? {} : { at }),
})
