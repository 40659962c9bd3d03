import { Effect, type Layer } from "effect"
import { MemoryStore } from "../../adapters/memory/index.ts"
import type { Store } from "../../core/Store.ts"

/** The stores that the scheduler is tested on; each gives a new, empty one. */
export const stores: ReadonlyArray<{
  readonly name: string
  readonly fresh: Effect.Effect<Layer.Layer<Store, unknown>>
}> = [{ name: "memory", fresh: Effect.succeed(MemoryStore.layer) }]
