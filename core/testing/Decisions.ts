/** The content of a decision, as tests look at it: its refusal, its records, its events and its tasks. */
import { Either } from "effect"
import type { Change } from "../kernel/Change.ts"
import type { Kind } from "../kernel/Kind.ts"
import type { Refusal } from "../kernel/Refusal.ts"

/** The code of the refusal in which a decision ended, or null if it was allowed. */
export const codeOf = (decided: Either.Either<unknown, Refusal>): string | null =>
  Either.isLeft(decided) ? decided.left.code : null

/** The records of one kind that a decision puts, decoded as the store would give them back. */
export const putsOf = <A>(kind: Kind<A>, changes: ReadonlyArray<Change>): ReadonlyArray<A> =>
  changes.flatMap((change) =>
    change._tag === "Put" && change.kind === kind.name ? [kind.decode(change.body)] : [],
  )

export const eventsOf = (changes: ReadonlyArray<Change>) =>
  changes.flatMap((change) => (change._tag === "Event" ? [change] : []))

export const tasksOf = (changes: ReadonlyArray<Change>) =>
  changes.flatMap((change) => (change._tag === "Task" ? [change] : []))
