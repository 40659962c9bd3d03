import { Effect } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import { altering, committing, type Mutant, only, preconditions } from "./Mutant.ts"

export const receiptMutants: ReadonlyArray<Mutant> = [
  committing("receipt.mismatch", "takes no notice of fingerprints", (set, store) =>
    Effect.gen(function* () {
      const result = yield* store.commit(set)
      if (result._tag !== "Mismatch" || set.receipt === null) return result
      const receipt = yield* store.receipt(set.receipt.id, set.at)
      return receipt === null ? result : { _tag: "Replayed" as const, receipt }
    }),
  ),
  committing("receipt.replayed", "appends the events of a replay", (set, store) =>
    Effect.tap(store.commit(set), ({ _tag }) =>
      _tag === "Replayed" ? store.commit({ ...only(set), events: set.events }) : Effect.void,
    ),
  ),
  committing("receipt.first", "examines preconditions before receipts", (set, store) =>
    Effect.gen(function* () {
      const found = yield* store.commit(preconditions(set))
      return found._tag === "Conflict" ? found : yield* store.commit(set)
    }),
  ),
  altering("receipt.expiry", "keeps receipts a millisecond too long", (set) => ({
    ...set,
    receipt: set.receipt === null ? null : { ...set.receipt, expiresAt: set.receipt.expiresAt + 1 },
  })),
  altering("receipt.kept", "forgets receipts", (set) => ({ ...set, receipt: null })),
  altering("receipt.bytes", "sorts the members of replies", (set) => ({
    ...set,
    receipt: set.receipt === null ? null : { ...set.receipt, reply: sorted(set.receipt.reply) },
  })),
  committing("receipt.race", "looks for a receipt before it has the right to write", (set, store) =>
    Effect.gen(function* () {
      const earlier = set.receipt === null ? null : yield* store.receipt(set.receipt.id, set.at)
      if (earlier !== null) return yield* store.commit(set)
      yield* Effect.yieldNow()
      const result = yield* store.commit({ ...set, receipt: null })
      yield* store.commit({ ...only(set), receipt: set.receipt })
      return result
    }),
  ),
]

const sorted = (reply: NonNullable<ChangeSet["receipt"]>["reply"]): typeof reply =>
  reply === null || typeof reply !== "object" || Array.isArray(reply)
    ? reply
    : Object.fromEntries(Object.entries(reply).sort(([a], [b]) => (a < b ? -1 : 1)))
