/** Stores for scripts and for courts in separate processes. Each store is new and empty, and is deleted when its layer and it are closed. */
import { Layer } from "effect"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { newStore } from "../../adapters/stores/testing/NewStore.ts"
import type { Store } from "../../core/store/Store.ts"

interface OpenedStore {
  readonly layer: Layer.Layer<Store>
  readonly close: () => Promise<void>
}

const opened = async (kind: (typeof Stores.own)[number]): Promise<OpenedStore> => {
  let server: EmbeddedPostgres | undefined
  const database = async () => {
    server = await start()
    return server.url
  }
  return { layer: Layer.orDie(newStore(kind, database)), close: async () => server?.stop() }
}

export const open: Readonly<Record<string, () => Promise<OpenedStore>>> = Object.fromEntries(
  Stores.own.map((kind) => [kind, () => opened(kind)]),
)
