/**
 * The handles of agents, as they were found before. A handle is never freed, so who holds it need not be asked twice; a name that
 * nobody has is looked for each time, since it may be enrolled meanwhile, here or in another process.
 */
import { Effect, Layer } from "effect"
import { isHandleClaim } from "../../core/agents/Agent.ts"
import { type Driver, Store } from "../../core/store/Store.ts"

// A claim and its holder: about 2 MB of them.
const keptMax = 10_000

/** A store that is asked once for each handle that somebody has. Everything else goes through. */
export const keeping = (driver: Driver): Driver => {
  const kept = new Map<string, string>()
  const keep = (claim: string, holder: string): void => {
    if (kept.size >= keptMax) kept.clear()
    kept.set(claim, holder)
  }
  return {
    ...driver,
    holder: (claim) => {
      if (!isHandleClaim(claim)) return driver.holder(claim)
      return Effect.suspend(() => {
        const known = kept.get(claim)
        if (known !== undefined) return Effect.succeed(known)
        return Effect.tap(driver.holder(claim), (holder) => {
          if (holder !== null) keep(claim, holder)
        })
      })
    },
  }
}

/** The store with the handles that it has given. */
export const layer: Layer.Layer<Store, never, Store> = Layer.effect(Store, Effect.map(Store, keeping))
