/** A store on a key-value database: everything but the database itself, which its adapter brings. */
import { Effect } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import { commit, unexpired } from "../../core/store/Commit.ts"
import { type CommitResult, type Driver, type Receipt, StoreUnavailable } from "../../core/store/Store.ts"
import { StoreRefused } from "../sql/StoreRefused.ts"
import * as Reads from "./Reads.ts"
import { type Database, keys, lookedAt, parsed, rowOf } from "./Rows.ts"
import { dropReceipts, lease } from "./Tasks.ts"

/** More is to be written as one than the database takes. The court's own limits let nothing come so far. */
export class TooLarge extends Error {
  override readonly name = "TooLarge"
}

/** The form of the rows. A version that keeps them otherwise gives it another number. */
const form = 1

/** Sees that the rows are of this form, where there are any. */
export const establish = async (db: Database, store: string): Promise<void> => {
  const found = await db.submit([keys.form], (draft) => draft.ensure(keys.form, form))
  if (found !== form)
    throw new StoreRefused({
      store,
      reasons: [`its rows are of form ${found}, and this version knows ${form}`],
    })
}

/** After so many receipts, old ones are dropped. */
const dropEach = 50

/** The driver of a store that is durable and that many processes share, as its database must be. */
export const driver = (db: Database): Driver => {
  const doing = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, StoreUnavailable> =>
    Effect.tryPromise({ try: run, catch: (cause) => new StoreUnavailable({ operation, cause }) }).pipe(
      Effect.catchIf(
        ({ cause }) => cause instanceof TooLarge,
        ({ cause }) => Effect.die(cause),
      ),
    )
  let receipts = 0
  const committed = async (set: ChangeSet): Promise<CommitResult> => {
    const result = await db.submit(lookedAt(set), (draft) => commit(set, draft, draft))
    // Nobody waits for them to go: where that fails, they go another time.
    if (set.receipt !== null && ++receipts % dropEach === 0)
      await dropReceipts(db, set.at).catch(() => undefined)
    return result
  }
  return {
    supports: { durable: true, shared: true },
    read: (refs) => doing("read", () => Reads.read(db, refs)),
    list: (query) => doing("list", () => Reads.list(db, query)),
    search: (query) => doing("search", () => Reads.search(db, query)),
    holder: (claim) => doing("holder", async () => parsed<string>(await rowOf(db, keys.claim(claim)))),
    tallies: (names) => doing("tallies", () => Reads.tallies(db, names)),
    blob: (sha256) => doing("blob", () => Reads.blob(db, sha256)),
    receipt: (id, now) =>
      doing("receipt", async () => unexpired(parsed<Receipt>(await rowOf(db, keys.receipt(id))), now)),
    journal: (query) => doing("journal", () => Reads.journal(db, query)),
    lease: (query) => doing("lease", () => lease(db, query)),
    commit: (changes) => doing("commit", () => committed(changes)),
  }
}
