/** The deadline of a record, and the change to it when the record changes. */

import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import type { Instant } from "./Time.ts"

/** The deadline of a record: the instant at which time alone moves it, and the task that does. */
export interface Deadline<R> {
  readonly kind: string
  readonly task: (id: string) => string
  /** The member of the task's body that has the id of the record. */
  readonly body: string
  /** Null if no time runs. */
  readonly at: (record: R) => Instant | null
  /** A task that fires after its record has moved on does nothing. It is left if a cancellation would take room in the largest commits. */
  readonly isLeft?: true
}

/** The change to a record's deadline: it is set again if it moves, and cancelled if no deadline is left. */
export const moveDeadline = <R extends { readonly id: string }>(
  { kind, task, body, at, isLeft }: Deadline<R>,
  before: R | null,
  after: R,
): ReadonlyArray<Change> => {
  const had = before === null ? null : at(before)
  const has = at(after)
  if (had === has || (has === null && isLeft === true)) return []
  const id = task(after.id)
  return [has === null ? Changed.cancel(id) : Changed.task(id, kind, has, { [body]: after.id })]
}
