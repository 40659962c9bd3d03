/** The hosts of a process: one that lives in real time, and one whose time is that of a sandbox. */
import { randomFillSync } from "node:crypto"
import { Effect, Layer } from "effect"
import { Host } from "../../core/Host.ts"
import * as SandboxClock from "../../core/sandbox/SandboxClock.ts"
import { Store } from "../../core/store/Store.ts"
import * as InForce from "./InForce.ts"

const seedBytes = 10
// Random bytes are cheaper drawn by the page than by the seed; each is given out once.
const page = Buffer.alloc(seedBytes * 400)
let used = page.length

/** 80 random bits, as 20 hexadecimal characters. */
export const freshSeed: Effect.Effect<string> = Effect.sync(() => {
  if (used === page.length) {
    randomFillSync(page)
    used = 0
  }
  used += seedBytes
  return page.toString("hex", used - seedBytes, used)
})

const realTime = Effect.sync(() => Date.now())

/** Real time, fresh seeds, and the published figures with what the Registrar of this court has varied. */
export const live: Layer.Layer<Host, never, Store> = Layer.effect(
  Host,
  Effect.map(Store, (driver) => ({
    now: realTime,
    seed: freshSeed,
    schedule: InForce.make(driver, realTime),
  })),
)

/** The time of the store's own clock, fresh seeds, and the published figures with what this court has varied. */
export const sandbox: Layer.Layer<Host, never, Store> = Layer.effect(
  Host,
  Effect.map(Store, (driver) => ({
    now: SandboxClock.now(driver, realTime),
    seed: freshSeed,
    schedule: InForce.always(driver),
  })),
)
