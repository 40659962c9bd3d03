/**
 * A store in a Deno KV database: a file, or the service where Deno hosts it, on FoundationDB. It needs no more than gets, lists and
 * atomic operations that check versions, within the service's limits. How durable an acknowledged commit is, is Deno's to keep: a file is
 * a SQLite database in WAL mode that waits for the disk.
 */
import { Effect, Layer, type Scope } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import { commit, unexpired } from "../../core/store/Commit.ts"
import {
  type CommitResult,
  type Driver,
  type Receipt,
  Store,
  StoreUnavailable,
} from "../../core/store/Store.ts"
import { StoreRefused } from "../sql/StoreRefused.ts"
import { lookedAt } from "./Draft.ts"
import { type Kv, open, refused } from "./Kv.ts"
import { Lane, TooLarge } from "./Lane.ts"
import * as Reads from "./Reads.ts"
import { keys, parsed } from "./Rows.ts"
import { dropReceipts, lease } from "./Tasks.ts"

export interface Options {
  /** The path of a file, or the address of a database (https://…), whose access token is in `DENO_KV_ACCESS_TOKEN`. */
  readonly location: string
}

/** Why a store did not open. */
export type OpenError = StoreRefused | StoreUnavailable

/** The form of the rows. A later version that keeps them otherwise gives it another number. */
const form = "1"

/** After so many receipts a few old ones are dropped. */
const dropEach = 32

const unavailable = (operation: string) => (cause: unknown) => new StoreUnavailable({ operation, cause })

const driver = (kv: Kv, lane: Lane): Driver => {
  const doing = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, StoreUnavailable> =>
    Effect.tryPromise({ try: run, catch: unavailable(operation) }).pipe(
      Effect.catchIf(
        ({ cause }) => cause instanceof TooLarge,
        ({ cause }) => Effect.die(cause),
      ),
    )
  let receipts = 0
  const committed = async (changes: ChangeSet): Promise<CommitResult> => {
    const result = await lane.submit(lookedAt(changes), (draft) => commit(changes, draft, draft))
    // Nothing is owed to those that have expired: they may go the next time.
    if (changes.receipt !== null && ++receipts % dropEach === 0)
      await dropReceipts(kv, lane, changes.at).catch(() => undefined)
    return result
  }
  return {
    supports: { durable: true, shared: true },
    read: (refs) => doing("read", () => Reads.read(kv, refs)),
    list: (query) => doing("list", () => Reads.list(kv, query)),
    search: (query) => doing("search", () => Reads.search(kv, query)),
    holder: (claim) => doing("holder", async () => parsed<string>(await Reads.one(kv, keys.claim(claim)))),
    tallies: (names) => doing("tallies", () => Reads.tallies(kv, names)),
    blob: (sha256) => doing("blob", () => Reads.blob(kv, sha256)),
    receipt: (id, now) =>
      doing("receipt", async () => unexpired(parsed<Receipt>(await Reads.one(kv, keys.receipt(id))), now)),
    journal: (query) => doing("journal", () => Reads.journal(kv, query)),
    lease: (query) => doing("lease", () => lease(kv, lane, query)),
    commit: (changes) => doing("commit", () => committed(changes)),
  }
}

/** Sees that the rows are of this form, or that there are none. */
const establish = async (kv: Kv): Promise<void> => {
  await kv.atomic().check({ key: keys.form, versionstamp: null }).set(keys.form, Buffer.from(form)).commit()
  const found = (await Reads.one(kv, keys.form))?.text
  if (found !== form) throw refused(`its rows are of form ${found}, and this version knows form ${form}`)
}

/** Opens the store of a database; what waits is written and the database closed with the scope. */
export const make = ({ location }: Options): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const opening = (cause: unknown) => (cause instanceof StoreRefused ? cause : unavailable("open")(cause))
    const kv = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => open(location), catch: opening }),
      (opened) => Effect.sync(() => opened.close()),
    )
    yield* Effect.tryPromise({ try: () => establish(kv), catch: opening })
    const lane = new Lane(kv)
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.tryPromise(() => lane.close())))
    return driver(kv, lane)
  })

/** The store of a database, for one court. */
export const layer = (options: Options): Layer.Layer<Store, OpenError> => Layer.scoped(Store, make(options))
