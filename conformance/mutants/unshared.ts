/** Claims to be shared, but each opener has a store to itself. */
import { Effect } from "effect"
import * as MemoryStore from "../../core/store/MemoryStore.ts"

export const create = () => "apart"
export const open = () =>
  Effect.map(MemoryStore.make, (store) => ({ ...store, supports: { durable: true, shared: true } }))
