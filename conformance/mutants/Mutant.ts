import { Effect } from "effect"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import type { CommitResult, Driver, StoreUnavailable } from "../../core/store/Store.ts"

/** A store that breaks one promise, and the case that must detect it. */
export interface Mutant {
  /** The fault of the store, as the end of a sentence that begins with `a store that`. */
  readonly breaks: string
  readonly caughtBy: string
  /** Makes the broken store from a store that keeps its promises. */
  readonly spoil: (store: Driver) => Driver
}

type Committing = Effect.Effect<CommitResult, StoreUnavailable>

export const commitMutant = (
  caughtBy: string,
  breaks: string,
  commit: (set: ChangeSet, store: Driver) => Committing,
): Mutant => ({ breaks, caughtBy, spoil: (store) => ({ ...store, commit: (set) => commit(set, store) }) })

/** A mutant that alters every change set before it is committed. */
export const alterMutant = (caughtBy: string, breaks: string, alter: (set: ChangeSet) => ChangeSet): Mutant =>
  commitMutant(caughtBy, breaks, (set, store) => store.commit(alter(set)))

/** A mutant that commits a part of every change set that ended in a conflict. */
export const leakMutant = (
  caughtBy: string,
  breaks: string,
  rest: (set: ChangeSet) => Partial<ChangeSet>,
): Mutant =>
  commitMutant(caughtBy, breaks, (set, store) =>
    Effect.tap(store.commit(set), ({ _tag }) =>
      _tag === "Conflict" ? store.commit({ ...nothingAt(set), ...rest(set) }) : Effect.void,
    ),
  )

export const nothingAt = ({ at }: ChangeSet): ChangeSet => empty(at)

/** A mutant with other operations. `spoil` runs once for each store, so the operations may share a memory. */
export const readMutant = (
  caughtBy: string,
  breaks: string,
  spoil: (store: Driver) => Partial<Driver>,
): Mutant => ({ breaks, caughtBy, spoil: (store) => ({ ...store, ...spoil(store) }) })

/** A commit that checks, lets others run, and then writes without checking again. */
export const checkThenWrite =
  (
    check: (set: ChangeSet, store: Driver) => ReturnType<Driver["commit"]>,
    force: (set: ChangeSet, store: Driver) => Effect.Effect<ChangeSet, StoreUnavailable>,
  ) =>
  (set: ChangeSet, store: Driver) =>
    Effect.gen(function* () {
      const found = yield* check(set, store)
      if (found._tag === "Conflict") return found
      yield* Effect.yieldNow()
      return yield* store.commit(yield* force(set, store))
    })

/** A change set that only checks the versions that another's checks and puts expect. */
export const versionChecks = (set: ChangeSet): ChangeSet => ({
  ...nothingAt(set),
  checks: [...set.checks, ...set.puts.map(({ ref, expected }) => ({ ref, version: expected }))],
})
