import { Layer } from "effect"
import { freshDatabase } from "../../adapters/postgres/testing/FreshDatabase.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { newStore } from "../../adapters/stores/testing/NewStore.ts"
import type { Store } from "../../core/store/Store.ts"

/** The stores that the scheduler is tested on; each layer is a new, empty one. */
export const stores: ReadonlyArray<{ readonly name: string; readonly layer: Layer.Layer<Store, unknown> }> =
  Stores.own.map((kind) => ({
    name: Stores.kinds[kind].title,
    layer: Layer.fresh(newStore(kind, () => freshDatabase())),
  }))
