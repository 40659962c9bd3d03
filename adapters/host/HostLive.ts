import { randomBytes } from "node:crypto"
import { Effect, Layer } from "effect"
import { type Amendment, make } from "../../core/Schedule.ts"
import { Host } from "./Host.ts"

/** 80 random bits, as 20 hexadecimal characters. */
export const freshSeed = Effect.sync(() => randomBytes(10).toString("hex"))

/** Real time, fresh seeds, and the published figures with what this court has varied. */
export const layer = (amendments: ReadonlyArray<Amendment> = []): Layer.Layer<Host> =>
  Layer.sync(Host, () => {
    const schedule = Effect.succeed(make(amendments))
    return Host.of({ now: Effect.sync(() => Date.now()), seed: freshSeed, schedule })
  })
