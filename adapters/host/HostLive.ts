import { randomFillSync } from "node:crypto"
import { Effect, Layer } from "effect"
import { Host } from "../../core/Host.ts"
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

const now = Effect.sync(() => Date.now())

/** Real time, fresh seeds, and the published figures with what the Registrar of this court has varied. */
export const layer = (): Layer.Layer<Host, never, Store> =>
  Layer.effect(
    Host,
    Effect.map(Store, (driver) => ({ now, seed: freshSeed, schedule: InForce.make(driver, now) })),
  )
