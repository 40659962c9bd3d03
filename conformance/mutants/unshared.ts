/** A mutant store: it says that it is durable and shared, but each opener gets a new store in memory. */
import { Effect } from "effect"
import * as MemoryStore from "../../core/store/MemoryStore.ts"

export const create = () => "apart"
export const open = () =>
  Effect.map(MemoryStore.make, (store) => ({ ...store, supports: { durable: true, shared: true } }))
