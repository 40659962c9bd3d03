/**
 * A store in a Deno KV database: a file, or Deno's hosted service on FoundationDB. Deno decides how durable an acknowledged commit is: a
 * file is a SQLite database with a write-ahead log, and Deno waits for the disk.
 */
import { Effect, Layer, type Scope } from "effect"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import type { Database, Readable } from "../keyvalue/Database.ts"
import { inspection } from "../keyvalue/Inspection.ts"
import { driver, establish } from "../keyvalue/KeyValueStore.ts"
import type { Inspection } from "../store/Inspection.ts"
import { StoreRefused } from "../store/Kind.ts"
import { type Kv, most, open, storeName } from "./Kv.ts"
import { Lane } from "./Lane.ts"
import { readListed, rowsOf } from "./Values.ts"

export interface Options {
  /** The path of a file, or the address of a database (https://…), whose access token is in `DENO_KV_ACCESS_TOKEN`. */
  readonly location: string
}

/** Why a store did not open. */
export type OpenError = StoreRefused | StoreUnavailable

const readable = (kv: Kv): Readable => ({
  together: most.keysRead,
  rows: (all) => rowsOf(kv, all),
  list: async function* (prefix, about, { reverse, ...part } = {}) {
    const options = { batchSize: Math.min(about, most.entriesRead), ...(reverse && { reverse }) }
    for await (const entry of kv.list({ prefix, ...part }, options)) yield* await readListed(kv, entry)
  },
})

const openErrorOf = (cause: unknown): OpenError =>
  cause instanceof StoreRefused ? cause : new StoreUnavailable({ operation: "open", cause })
const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: openErrorOf })
const openAt = (location: string) => attempt(() => open(location))

/** The store of an open database. When the scope ends, the waiting commits are written and the database is closed. */
export const on = (kv: Kv): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const lane = new Lane(kv)
    yield* Effect.addFinalizer(() => Effect.ignore(attempt(() => lane.close().finally(() => kv.close()))))
    const db: Database = { ...readable(kv), submit: (looksAt, work) => lane.submit(looksAt, work) }
    yield* attempt(() => establish(db, storeName))
    return driver(db)
  })

/** Looks into a database until the scope ends. A file must exist. */
export const inspect = ({ location }: Options): Effect.Effect<Inspection, OpenError, Scope.Scope> => {
  const kv = Effect.acquireRelease(openAt(location), (open) => Effect.sync(() => open.close()))
  return Effect.map(kv, (open) => inspection(readable(open), location))
}

/** Opens the store of a database until the scope ends. */
export const make = ({ location }: Options): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.flatMap(openAt(location), on)

/** The store of a database, for one court. */
export const layer = (options: Options): Layer.Layer<Store, OpenError> => Layer.scoped(Store, make(options))
