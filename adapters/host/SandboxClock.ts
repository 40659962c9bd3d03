/** The host of a sandbox: the time of the store's own clock, fresh seeds, and the published figures with what this court has varied. */
import { Effect, Layer } from "effect"
import { Host } from "../../core/Host.ts"
import * as SandboxClock from "../../core/sandbox/SandboxClock.ts"
import { Store } from "../../core/store/Store.ts"
import { freshSeed } from "./HostLive.ts"
import * as InForce from "./InForce.ts"

const realTime = Effect.sync(() => Date.now())

export const layer = (): Layer.Layer<Host, never, Store> =>
  Layer.effect(
    Host,
    Effect.map(Store, (driver) => ({
      now: SandboxClock.now(driver, realTime),
      seed: freshSeed,
      schedule: InForce.always(driver),
    })),
  )
