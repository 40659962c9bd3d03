/** The stores that the scheduler is tested on. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { DenoKvStore } from "../../adapters/denokv/index.ts"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { freshDatabase } from "../../adapters/postgres/testing/FreshDatabase.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import type { Store } from "../../core/store/Store.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agent-court-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

const sqlite = Layer.unwrapScoped(
  Effect.map(folder, (path) => SqliteStore.layer({ file: join(path, "court.db") })),
)

const denoKv = Layer.unwrapScoped(
  Effect.map(folder, (path) => DenoKvStore.layer({ location: join(path, "court.kv") })),
)

const postgres = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => freshDatabase()),
    (url) =>
      // The server of the tests does not wait for its disk.
      PostgresStore.layer({ url, allowUnsafe: true }),
  ),
)

/** The stores that the scheduler is tested on; each layer is a new, empty one. */
export const stores: ReadonlyArray<{ readonly name: string; readonly layer: Layer.Layer<Store, unknown> }> = [
  { name: "memory", layer: Layer.fresh(MemoryStore.layer) },
  { name: "SQLite", layer: Layer.fresh(sqlite) },
  { name: "PostgreSQL", layer: Layer.fresh(postgres) },
  { name: "Deno KV", layer: Layer.fresh(denoKv) },
]
