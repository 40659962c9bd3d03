import { Effect } from "effect"
import { committing, leaking, type Mutant, only } from "./Mutant.ts"

/** What a conflict leaves behind. */
export const leakMutants: ReadonlyArray<Mutant> = [
  leaking("commit.preconditions.fail.put", "adds to tallies in a conflict", ({ tallies }) => ({ tallies })),
  leaking("journal.conflict", "notes events of a conflict", ({ events }) => ({ events })),
  leaking("commit.preconditions.fail.claim", "keeps texts of a conflict", ({ blobs }) => ({ blobs })),
  leaking("commit.preconditions.fail.settle", "puts tasks of a conflict", ({ tasks }) => ({ tasks })),
  leaking("commit.preconditions.fail.check", "drops tasks in a conflict", ({ cancels }) => ({ cancels })),
  leaking("commit.preconditions.fail.check+put", "frees names in a conflict", ({ releases }) => ({
    releases,
  })),
  leaking("receipt.conflict", "writes the receipt of a conflict", ({ receipt }) => ({ receipt })),
  leaking("lease.conflict", "settles tasks in a conflict", ({ settles }) => ({ settles })),
  committing("holder.all-named", "takes the free names of a conflict", (set, store) =>
    Effect.gen(function* () {
      const result = yield* store.commit(set)
      const taken = result._tag === "Conflict" ? result.taken : set.claims.map(({ claim }) => claim)
      yield* store.commit({ ...only(set), claims: set.claims.filter(({ claim }) => !taken.includes(claim)) })
      return result
    }),
  ),
  committing(
    "commit.preconditions.fail.put+settle",
    "puts the records that fit, in a conflict of others",
    (set, store) =>
      Effect.gen(function* () {
        const result = yield* store.commit(set)
        if (result._tag !== "Conflict") return result
        yield* Effect.forEach(set.puts, (put) => store.commit({ ...only(set), puts: [put] }))
        return result
      }),
  ),
]
