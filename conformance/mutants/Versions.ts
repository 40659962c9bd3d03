import { Effect } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { altering, committing, lookThenLeap, type Mutant, only, preconditions } from "./Mutant.ts"

/** The same change set with every put expecting what is there now. */
export const expectingPresent = (set: ChangeSet, store: Driver) =>
  Effect.map(store.read(set.puts.map(({ ref }) => ref)), (now) => ({
    ...set,
    puts: set.puts.map((put, i) => ({ ...put, expected: now[i]?.version ?? 0 })),
  }))

export const versionMutants: ReadonlyArray<Mutant> = [
  committing("commit.version.expected", "puts whatever version is expected", (set, store) =>
    Effect.flatMap(expectingPresent(set, store), store.commit),
  ),
  altering("commit.version.check", "does not examine checks", (set) => ({ ...set, checks: [] })),
  altering("commit.version.check", "does not examine checks of absence", (set) => ({
    ...set,
    checks: set.checks.filter(({ version }) => version > 0),
  })),
  committing("commit.version.all-named", "names only the first stale record", (set, store) =>
    Effect.map(store.commit(set), (result) =>
      result._tag === "Conflict" ? { ...result, stale: result.stale.slice(0, 1) } : result,
    ),
  ),
  committing("commit.preconditions.fail.check+claim", "names only the first kind of conflict", (set, store) =>
    Effect.map(store.commit(set), (result) =>
      result._tag === "Conflict" && result.stale.length > 0 ? { ...result, taken: [], lost: [] } : result,
    ),
  ),
  committing(
    "commit.version.race",
    "examines versions before it has the right to write",
    lookThenLeap((set, store) => store.commit(preconditions(set)), expectingPresent),
  ),
  committing("commit.version.check-race", "examines checks apart from the writing", (set, store) =>
    Effect.gen(function* () {
      const found = yield* store.commit({ ...only(set), checks: set.checks })
      if (found._tag === "Conflict") return found
      yield* Effect.yieldNow()
      return yield* store.commit({ ...set, checks: [] })
    }),
  ),
]
