/** Loads the modules of a store when it is first used. */
import { Effect } from "effect"
import { StoreRefused } from "./Kind.ts"
import { explainMissing } from "./Optional.ts"

/** Loads the module of a store, whose driver is the package `name`. The store is refused if that is not installed. */
export const loadStore = <A>(
  store: string,
  name: string,
  load: () => Promise<A>,
): Effect.Effect<A, StoreRefused> =>
  Effect.tryPromise({
    try: () => load().catch(explainMissing(name, (reason) => new StoreRefused({ store, reasons: [reason] }))),
    catch: (error) => error,
  }).pipe(
    Effect.catchAll((error) => (error instanceof StoreRefused ? Effect.fail(error) : Effect.die(error))),
  )
