/**
 * Remembers the holders of handles. A handle is never freed, so its holder needs to be read only once. A handle without a holder is read
 * each time, since this process or another one may have enrolled it meanwhile.
 */
import { Effect, Layer } from "effect"
import { Agent } from "../../core/agents/index.ts"
import { type Driver, Store } from "../../core/store/Store.ts"

// This many claims with their holders take about 2 MB.
const keptMax = 10_000

/** A store, or the reads of one, that reads the holder of each handle once. All other calls go through to `driver`. */
export const keepHandles = <D extends Pick<Driver, "holder">>(driver: D): D => {
  const kept = new Map<string, string>()
  const keep = (claim: string, holder: string): void => {
    if (kept.size >= keptMax) kept.clear()
    kept.set(claim, holder)
  }
  return {
    ...driver,
    holder: (claim) => {
      if (!Agent.isHandleClaim(claim)) return driver.holder(claim)
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

/** The store, with the handles that were read from it kept. */
export const layer: Layer.Layer<Store, never, Store> = Layer.effect(
  Store,
  Effect.map(Store, (driver) => keepHandles(driver)),
)
