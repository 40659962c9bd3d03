/** The store of a court, examined from outside: whether it opens, is durable and whole, and belongs to these keys. */
import { existsSync } from "node:fs"
import { Effect, type Scope } from "effect"
import type { Beside } from "../../../adapters/sql/Beside.ts"
import type { StoreUnavailable } from "../../../core/store/Store.ts"
import type { StoreConfig } from "../Config.ts"
import { look, nothingIntended, objection } from "../Identity.ts"
import { type Finding, findings, lengthOf, sizeOf } from "./Finding.ts"
import { clockOf } from "./Machine.ts"

const { ok, warn, fail } = findings("store")

// To read every page of a larger file takes longer than people wait.
const checkedBytes = 1e9

/** The store, opened for reading beside its court; null where there is none yet, or its kind can't be read so. */
export const beside = (store: StoreConfig): Effect.Effect<Beside | null, StoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    switch (store._tag) {
      case "Memory":
      case "DenoKv":
        return null
      case "Sqlite": {
        if (!existsSync(store.file)) return null
        const { SqliteBeside } = yield* Effect.promise(() => import("../../../adapters/sqlite/index.ts"))
        return yield* SqliteBeside.make(store.file)
      }
      case "Postgres": {
        const { PostgresBeside } = yield* Effect.promise(() => import("../../../adapters/postgres/index.ts"))
        return yield* PostgresBeside.make(store.url)
      }
    }
  })

const integrity = (store: Beside, bytes: number, deep: boolean) =>
  Effect.gen(function* () {
    if (bytes > checkedBytes && !deep)
      return ok(`its ${sizeOf(bytes)} were not read; --deep reads them, which takes a while`)
    const damage = yield* store.damage
    if (damage === null) return ok("PostgreSQL checks its own files (pg_amcheck)")
    const todo = "stop the court, keep the file, and restore a backup (agent-court restore --replace)"
    return damage.length === 0
      ? ok("its file is whole (quick_check)")
      : fail(`damaged: ${damage.join("; ")}`, todo)
  })

/** The findings about the store. `deep`: its whole file is read, whatever its size. */
export const store = (seen: Beside, deep: boolean) =>
  Effect.gen(function* () {
    const bytes = yield* seen.bytes
    const faults = yield* seen.faults
    const lastEventAt = yield* seen.lastEventAt
    const latest =
      lastEventAt === null
        ? "no event yet"
        : `the last event ${lengthOf(Math.max(0, Date.now() - lastEventAt))} ago`
    return [
      ok(`opens: ${sizeOf(bytes)}, ${latest}`),
      ...(faults.length === 0
        ? [ok("keeps what it acknowledges")]
        : faults.map((fault) =>
            fail(fault, "a court refuses such a store at start; change its setting as the finding says"),
          )),
      yield* integrity(seen, bytes, deep),
    ] satisfies ReadonlyArray<Finding>
  })

/** The clock of this machine compared with that of the store's server, and with the last event (but not in a sandbox, which has its own clock). */
export const clocks = (seen: Beside, sandbox: boolean) =>
  Effect.gen(function* () {
    const before = Date.now()
    const theirs = yield* seen.clock
    const ours = (before + Date.now()) / 2
    const lastEventAt = yield* seen.lastEventAt
    const late = lastEventAt !== null && lastEventAt > Date.now() && !sandbox
    return [
      ...(theirs === null ? [] : [clockOf("the store's server", theirs, ours)]),
      ...(late ? [clockOf("the last event of the journal", lastEventAt, Date.now())] : []),
    ]
  })

/** Whether the keys and the store are of one court. */
export const identity = (seen: Beside, folder: string) =>
  Effect.gen(function* () {
    const found = yield* look(seen, { folder, store: "the store" })
    const why = objection(found, nothingIntended)
    const court = found.founded.founding?.courtId ?? null
    if (why !== null)
      return findings("court").fail(
        `keys and store don't fit: ${why}`,
        "do what the finding says; no court starts like this",
      )
    return court === null
      ? warn("it belongs to no court yet", "the first start founds one")
      : findings("court").ok(`${court}, in its keys and in its store`)
  })
