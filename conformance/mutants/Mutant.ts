import { Effect } from "effect"
import { type ChangeSet, empty } from "../../core/ChangeSet.ts"
import type { CommitResult, Driver, StoreUnavailable } from "../../core/store/Store.ts"

/** A store that breaks one promise, and the case that must find it out. */
export interface Mutant {
  readonly breaks: string
  readonly caughtBy: string
  /** Spoils a store that keeps its promises. */
  readonly spoil: (store: Driver) => Driver
}

type Committing = Effect.Effect<CommitResult, StoreUnavailable>

/** A mutant that commits something other than what it was given. */
export const committing = (
  caughtBy: string,
  breaks: string,
  commit: (set: ChangeSet, store: Driver) => Committing,
): Mutant => ({ breaks, caughtBy, spoil: (store) => ({ ...store, commit: (set) => commit(set, store) }) })

/** A mutant that alters every change set before it is committed. */
export const altering = (caughtBy: string, breaks: string, alter: (set: ChangeSet) => ChangeSet): Mutant =>
  committing(caughtBy, breaks, (set, store) => store.commit(alter(set)))

/** A mutant that commits a remainder of every change set that ended in a conflict. */
export const leaking = (
  caughtBy: string,
  breaks: string,
  rest: (set: ChangeSet) => Partial<ChangeSet>,
): Mutant =>
  committing(caughtBy, breaks, (set, store) =>
    Effect.tap(store.commit(set), ({ _tag }) =>
      _tag === "Conflict" ? store.commit({ ...only(set), ...rest(set) }) : Effect.void,
    ),
  )

/** A change set at the same instant that does nothing. */
export const only = ({ at }: ChangeSet): ChangeSet => empty(at)

/** A mutant that answers reads otherwise. It is made anew for each store, so it may remember. */
export const reading = (
  caughtBy: string,
  breaks: string,
  spoil: (store: Driver) => Partial<Driver>,
): Mutant => ({ breaks, caughtBy, spoil: (store) => ({ ...store, ...spoil(store) }) })

/** Looks, lets others go on, and only then writes, whatever is there by now. */
export const lookThenLeap =
  (
    stand: (set: ChangeSet, store: Driver) => ReturnType<Driver["commit"]>,
    force: (set: ChangeSet, store: Driver) => Effect.Effect<ChangeSet, StoreUnavailable>,
  ) =>
  (set: ChangeSet, store: Driver) =>
    Effect.gen(function* () {
      const found = yield* stand(set, store)
      if (found._tag === "Conflict") return found
      yield* Effect.yieldNow()
      return yield* store.commit(yield* force(set, store))
    })

/** A change set that checks what another's checks and puts expect, and does nothing. */
export const preconditions = (set: ChangeSet): ChangeSet => ({
  ...only(set),
  checks: [...set.checks, ...set.puts.map(({ ref, expected }) => ({ ref, version: expected }))],
})
