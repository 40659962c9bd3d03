import { Effect } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { conflict } from "../Changes.ts"
import { altering, committing, lookThenLeap, type Mutant, only } from "./Mutant.ts"

/** The same change set, taking names from whoever has them. */
export const takingNames = (set: ChangeSet, store: Driver) =>
  Effect.map(
    Effect.forEach(set.claims, ({ claim }) => store.holder(claim)),
    (holders) => ({
      ...set,
      releases: [
        ...set.releases,
        ...set.claims.flatMap(({ claim }, i) => {
          const holder = holders[i]
          return holder == null ? [] : [{ claim, holder }]
        }),
      ],
    }),
  )

/** The conflict that names held by others make, or a commit of nothing. */
const held = (set: ChangeSet, store: Driver) =>
  Effect.flatMap(
    Effect.forEach(set.claims, ({ claim }) => store.holder(claim)),
    (holders) => {
      const taken = set.claims.flatMap(({ claim, holder }, i) =>
        (holders[i] ?? holder) === holder ? [] : [claim],
      )
      return taken.length > 0 ? Effect.succeed(conflict({ taken })) : store.commit(only(set))
    },
  )

export const nameMutants: ReadonlyArray<Mutant> = [
  committing("holder.taken", "gives a name to whoever claims it last", (set, store) =>
    Effect.flatMap(takingNames(set, store), store.commit),
  ),
  committing("holder.again", "refuses a name to who has it already", (set, store) =>
    Effect.gen(function* () {
      const holders = yield* Effect.forEach(set.claims, ({ claim }) => store.holder(claim))
      const taken = set.claims.flatMap(({ claim }, i) => (holders[i] === null ? [] : [claim]))
      return taken.length > 0 ? conflict({ taken }) : yield* store.commit(set)
    }),
  ),
  committing("holder.not-theirs", "releases a name for whoever asks", (set, store) =>
    Effect.flatMap(
      Effect.forEach(set.releases, ({ claim, holder }) =>
        Effect.map(store.holder(claim), (found) => ({ claim, holder: found ?? holder })),
      ),
      (releases) => store.commit({ ...set, releases }),
    ),
  ),
  committing("holder.handed-on", "claims before it releases", (set, store) =>
    Effect.gen(function* () {
      const claimed = yield* store.commit({ ...only(set), claims: set.claims })
      return claimed._tag === "Conflict" ? claimed : yield* store.commit(set)
    }),
  ),
  committing(
    "holder.race",
    "looks at names before it has the right to write",
    lookThenLeap(held, takingNames),
  ),
  altering("holder.exact", "takes no notice of case in names", (set) => ({
    ...set,
    claims: set.claims.map(({ claim, holder }) => ({ claim: claim.toLowerCase(), holder })),
  })),
]
