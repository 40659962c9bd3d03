/** Stores for scripts and for courts in separate processes. Each store is new and empty, and closing it deletes it. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import { DenoKvStore } from "../../adapters/denokv/index.ts"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import type { Store } from "../../core/store/Store.ts"

export interface OpenedStore {
  readonly layer: Layer.Layer<Store>
  readonly close: () => Promise<void>
}

export const open: Readonly<Record<string, () => Promise<OpenedStore>>> = {
  memory: async () => ({ layer: MemoryStore.layer, close: async () => {} }),
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-court-"))
    return {
      layer: Layer.orDie(SqliteStore.layer({ file: join(folder, "court.db") })),
      close: async () => rmSync(folder, { recursive: true }),
    }
  },
  denokv: async () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-court-"))
    return {
      layer: Layer.orDie(DenoKvStore.layer({ location: join(folder, "court.kv") })),
      close: async () => rmSync(folder, { recursive: true }),
    }
  },
  postgres: async () => {
    const server = await start()
    // The server does not wait for its disk, because what is stored here need not survive a crash.
    return {
      layer: Layer.orDie(PostgresStore.layer({ url: server.url, allowUnsafe: true })),
      close: server.stop,
    }
  },
}
