/** A store in which a command is tried: it reads what the real store has, and its commit examines a change set without writing it. */
import { Effect } from "effect"
import type { ChangeSet } from "../store/ChangeSet.ts"
import { examine, needsOf, recordKey } from "../store/Commit.ts"
import type { CommitResult, Driver, StoreUnavailable } from "../store/Store.ts"
import { Notary } from "./Notary.ts"

/**
 * The result that the commit of a change set would have, if the set asks for no receipt and completes no task. A number that it would draw
 * is 0.
 */
const examineSet = (driver: Driver, set: ChangeSet): Effect.Effect<CommitResult, StoreUnavailable> =>
  Effect.gen(function* () {
    const { records, claims } = needsOf(set)
    const stored = yield* driver.read(records)
    const holders = yield* Effect.forEach(claims, driver.holder)
    const versions = new Map(
      stored.flatMap((found) => (found === null ? [] : [[recordKey(found.ref), found.version] as const])),
    )
    const names = new Map(claims.map((claim, i) => [claim, holders[i]]))
    const obstacle = examine(set, {
      receipt: () => null,
      version: (ref) => versions.get(recordKey(ref)) ?? 0,
      holder: (claim) => names.get(claim) ?? null,
      token: () => null,
    })
    return obstacle ?? { _tag: "Committed", numbers: set.numbers.map(() => 0) }
  })

/** The trial of a store. `keep` gets each change set that would have been committed. */
export const trialOf = (driver: Driver, keep: (set: ChangeSet) => unknown): Driver => ({
  ...driver,
  commit: (set) =>
    Effect.tap(examineSet(driver, set), ({ _tag }) =>
      _tag === "Committed" ? Effect.sync(() => keep(set)) : Effect.void,
    ),
})

/** Signs nothing: what is not recorded is not sealed. */
export const signsNothing = Notary.of({
  sign: () => Effect.succeed({ publicKey: "", signature: "", sha256: "" }),
})
