/** Mutants of commits: stores that check versions, names or receipts wrongly, or leave traces of a conflict. */
import { Effect } from "effect"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { conflict } from "../Changes.ts"
import {
  alterMutant,
  checkThenWrite,
  commitMutant,
  leakMutant,
  type Mutant,
  nothingAt,
  readMutant,
  versionChecks,
} from "./Mutant.ts"

/** The same change set, whose puts expect the versions that the records have now. */
export const expectingPresent = (set: ChangeSet, store: Driver) =>
  Effect.map(store.read(set.puts.map(({ ref }) => ref)), (now) => ({
    ...set,
    puts: set.puts.map((put, i) => ({ ...put, expected: now[i]?.version ?? 0 })),
  }))

export const versionMutants: ReadonlyArray<Mutant> = [
  commitMutant("commit.version.expected", "puts a record whatever version the put expects", (set, store) =>
    Effect.flatMap(expectingPresent(set, store), store.commit),
  ),
  alterMutant("commit.version.check", "ignores checks", (set) => ({ ...set, checks: [] })),
  alterMutant("commit.version.check", "ignores checks that a record does not exist", (set) => ({
    ...set,
    checks: set.checks.filter(({ version }) => version > 0),
  })),
  commitMutant("commit.version.all-named", "names only the first stale record", (set, store) =>
    Effect.map(store.commit(set), (result) =>
      result._tag === "Conflict" ? { ...result, stale: result.stale.slice(0, 1) } : result,
    ),
  ),
  commitMutant(
    "commit.preconditions.fail.check+claim",
    "names only the first kind of conflict",
    (set, store) =>
      Effect.map(store.commit(set), (result) =>
        result._tag === "Conflict" && result.stale.length > 0 ? { ...result, taken: [], lost: [] } : result,
      ),
  ),
  commitMutant(
    "commit.version.race",
    "examines versions before it locks",
    checkThenWrite((set, store) => store.commit(versionChecks(set)), expectingPresent),
  ),
  commitMutant("commit.version.check-race", "examines checks in a transaction of their own", (set, store) =>
    Effect.gen(function* () {
      const found = yield* store.commit({ ...nothingAt(set), checks: set.checks })
      if (found._tag === "Conflict") return found
      yield* Effect.yieldNow()
      return yield* store.commit({ ...set, checks: [] })
    }),
  ),
]

/** The same change set, which first releases the claimed names for their holders. */
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

/** The conflict over names that others hold; if the names are free, an empty commit. */
const checkHeld = (set: ChangeSet, store: Driver) =>
  Effect.flatMap(
    Effect.forEach(set.claims, ({ claim }) => store.holder(claim)),
    (holders) => {
      const taken = set.claims.flatMap(({ claim, holder }, i) =>
        (holders[i] ?? holder) === holder ? [] : [claim],
      )
      return taken.length > 0 ? Effect.succeed(conflict({ taken })) : store.commit(nothingAt(set))
    },
  )

export const nameMutants: ReadonlyArray<Mutant> = [
  commitMutant("holder.taken", "gives a name to the last that claims it", (set, store) =>
    Effect.flatMap(takingNames(set, store), store.commit),
  ),
  commitMutant("holder.again", "refuses a name to its own holder", (set, store) =>
    Effect.gen(function* () {
      const holders = yield* Effect.forEach(set.claims, ({ claim }) => store.holder(claim))
      const taken = set.claims.flatMap(({ claim }, i) => (holders[i] === null ? [] : [claim]))
      return taken.length > 0 ? conflict({ taken }) : yield* store.commit(set)
    }),
  ),
  commitMutant("holder.not-theirs", "releases a name for anybody", (set, store) =>
    Effect.flatMap(
      Effect.forEach(set.releases, ({ claim, holder }) =>
        Effect.map(store.holder(claim), (found) => ({ claim, holder: found ?? holder })),
      ),
      (releases) => store.commit({ ...set, releases }),
    ),
  ),
  commitMutant("holder.handed-on", "claims before it releases", (set, store) =>
    Effect.gen(function* () {
      const claimed = yield* store.commit({ ...nothingAt(set), claims: set.claims })
      return claimed._tag === "Conflict" ? claimed : yield* store.commit(set)
    }),
  ),
  commitMutant("holder.race", "examines names before it locks", checkThenWrite(checkHeld, takingNames)),
  alterMutant("holder.exact", "ignores case in names", (set) => ({
    ...set,
    claims: set.claims.map(({ claim, holder }) => ({ claim: claim.toLowerCase(), holder })),
  })),
]

export const receiptMutants: ReadonlyArray<Mutant> = [
  commitMutant("receipt.mismatch", "ignores fingerprints", (set, store) =>
    Effect.gen(function* () {
      const result = yield* store.commit(set)
      if (result._tag !== "Mismatch" || set.receipt === null) return result
      const receipt = yield* store.receipt(set.receipt.id, set.at)
      return receipt === null ? result : { _tag: "Replayed" as const, receipt }
    }),
  ),
  commitMutant("receipt.replayed", "appends the events of a replay", (set, store) =>
    Effect.tap(store.commit(set), ({ _tag }) =>
      _tag === "Replayed" ? store.commit({ ...nothingAt(set), events: set.events }) : Effect.void,
    ),
  ),
  commitMutant("receipt.first", "examines versionChecks before receipts", (set, store) =>
    Effect.gen(function* () {
      const found = yield* store.commit(versionChecks(set))
      return found._tag === "Conflict" ? found : yield* store.commit(set)
    }),
  ),
  alterMutant("receipt.expiry", "keeps receipts a millisecond too long", (set) => ({
    ...set,
    receipt: set.receipt === null ? null : { ...set.receipt, expiresAt: set.receipt.expiresAt + 1 },
  })),
  alterMutant("receipt.whole-time", "keeps a receipt for a day at most", (set) => ({
    ...set,
    receipt:
      set.receipt === null
        ? null
        : { ...set.receipt, expiresAt: Math.min(set.receipt.expiresAt, set.at + 86_400_000) },
  })),
  readMutant("receipt.whole-time", "forgets receipts that are old by the machine's clock", (store) => ({
    receipt: (id, now) =>
      Effect.map(store.receipt(id, now), (found) =>
        found === null || found.expiresAt < Date.now() ? null : found,
      ),
  })),
  alterMutant("receipt.kept", "keeps no receipts", (set) => ({ ...set, receipt: null })),
  alterMutant("receipt.bytes", "sorts the members of replies", (set) => ({
    ...set,
    receipt: set.receipt === null ? null : { ...set.receipt, reply: sortMembers(set.receipt.reply) },
  })),
  commitMutant("receipt.race", "examines receipts before it locks", (set, store) =>
    Effect.gen(function* () {
      const earlier = set.receipt === null ? null : yield* store.receipt(set.receipt.id, set.at)
      if (earlier !== null) return yield* store.commit(set)
      yield* Effect.yieldNow()
      const result = yield* store.commit({ ...set, receipt: null })
      yield* store.commit({ ...nothingAt(set), receipt: set.receipt })
      return result
    }),
  ),
]

const sortMembers = (reply: NonNullable<ChangeSet["receipt"]>["reply"]): typeof reply =>
  reply === null || typeof reply !== "object" || Array.isArray(reply)
    ? reply
    : Object.fromEntries(Object.entries(reply).sort(([a], [b]) => (a < b ? -1 : 1)))

export const leakMutants: ReadonlyArray<Mutant> = [
  leakMutant("commit.preconditions.fail.put", "adds to tallies in a conflict", ({ tallies }) => ({
    tallies,
  })),
  leakMutant("journal.conflict", "keeps the events of a conflict", ({ events }) => ({ events })),
  leakMutant("commit.preconditions.fail.claim", "keeps the blobs of a conflict", ({ blobs }) => ({ blobs })),
  leakMutant("commit.preconditions.fail.settle", "puts tasks of a conflict", ({ tasks }) => ({ tasks })),
  leakMutant("commit.preconditions.fail.check", "drops tasks in a conflict", ({ cancels }) => ({ cancels })),
  leakMutant("commit.preconditions.fail.check+put", "releases names in a conflict", ({ releases }) => ({
    releases,
  })),
  leakMutant("receipt.conflict", "writes the receipt of a conflict", ({ receipt }) => ({ receipt })),
  leakMutant("lease.conflict", "settles tasks in a conflict", ({ settles }) => ({ settles })),
  commitMutant("holder.all-named", "in a conflict, claims the names that are free", (set, store) =>
    Effect.gen(function* () {
      const result = yield* store.commit(set)
      const taken = result._tag === "Conflict" ? result.taken : set.claims.map(({ claim }) => claim)
      yield* store.commit({
        ...nothingAt(set),
        claims: set.claims.filter(({ claim }) => !taken.includes(claim)),
      })
      return result
    }),
  ),
  commitMutant(
    "commit.preconditions.fail.put+settle",
    "in a conflict, puts the records that do not conflict",
    (set, store) =>
      Effect.gen(function* () {
        const result = yield* store.commit(set)
        if (result._tag !== "Conflict") return result
        yield* Effect.forEach(set.puts, (put) => store.commit({ ...nothingAt(set), puts: [put] }))
        return result
      }),
  ),
]
