import { randomFillSync } from "node:crypto"
import { Effect, Layer } from "effect"
import { type Amendment, make } from "../../core/Schedule.ts"
import { Host } from "./Host.ts"

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

/** Real time, fresh seeds, and the published figures with what this court has varied. */
export const layer = (amendments: ReadonlyArray<Amendment> = []): Layer.Layer<Host> =>
  Layer.sync(Host, () => {
    const schedule = Effect.succeed(make(amendments))
    return Host.of({ now: Effect.sync(() => Date.now()), seed: freshSeed, schedule })
  })
