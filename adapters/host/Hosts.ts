/** The hosts of a process: one with real time, and one with the time of a sandbox. Both give fresh seeds and the figures in force. */

import { hash, randomFillSync } from "node:crypto"
import { Effect, Exit, Layer } from "effect"
import type { HashText } from "../../core/kernel/Hash.ts"
import { Host } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { bounds, type Schedule } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { LastEvent, readSchedule } from "../../core/registrar/index.ts"
import { now as sandboxNow } from "../../core/sandbox/index.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { Health } from "../store/index.ts"

/**
 * How long a schedule that was read may be used, in milliseconds of the court's clock: half of an amendment's lead time. An amendment
 * takes effect `amendmentLeadMinutes` after the act at the earliest, so a process that has read the schedule within half of that time
 * can't miss a figure in force, and processes need not talk to each other. The other half allows for slow commits and for clocks that
 * differ.
 */
export const scheduleFreshMs = (bounds.amendmentLeadMinutes * 60_000) / 2

/** The schedule of a store, read for every envelope, so that an amendment needs no lead time. A sandbox uses it: it also asks its store for the time. */
export const freshSchedule = (driver: Driver): Effect.Effect<Schedule, StoreUnavailable> =>
  Effect.suspend(() =>
    readSchedule(Reader.make(driver).reader, [{ name: "amendmentLeadMinutes", from: 0, value: 0 }]),
  )

/**
 * The schedule of a store, kept for `scheduleFreshMs` by the court's `clock` and read again earlier if the clock goes back. If it can't
 * be read in time, this fails with `StoreUnavailable`, since the court must not act under figures that may have changed.
 */
export const keptSchedule = (
  driver: Driver,
  clock: Effect.Effect<Instant, StoreUnavailable>,
): Effect.Effect<Schedule, StoreUnavailable> => {
  let held: { readonly schedule: Schedule; readonly at: Instant } | null = null
  let reading = false
  const read = (at: Instant) =>
    Effect.map(readSchedule(Reader.make(driver).reader), (schedule) => {
      held = { schedule, at }
      return schedule
    })
  return Effect.flatMap(clock, (now) => {
    if (held === null || now < held.at || now - held.at >= scheduleFreshMs) return read(now)
    if (reading || now - held.at < scheduleFreshMs / 2) return Effect.succeed(held.schedule)
    // The schedule may still be used. One request reads it again while the others go on; if that fails, a later request tries again.
    const { schedule } = held
    reading = true
    return read(now).pipe(
      Effect.exit,
      Effect.map((exit) => (Exit.isSuccess(exit) ? exit.value : schedule)),
      Effect.ensuring(
        Effect.sync(() => {
          reading = false
        }),
      ),
    )
  })
}

const seedBytes = 10
// Drawing random bytes for 400 seeds at once is cheaper than for each seed. Each byte is used once.
const page = Buffer.alloc(seedBytes * 400)
let used = page.length

/** A fresh seed: 80 random bits, as 20 hexadecimal characters. */
export const freshSeed: Effect.Effect<string> = Effect.sync(() => {
  if (used === page.length) {
    randomFillSync(page)
    used = 0
  }
  used += seedBytes
  return page.toString("hex", used - seedBytes, used)
})

/** The core's SHA-256 of a text, by OpenSSL: in a quarter of the time. */
export const sha256: HashText = (text) => hash("sha256", text)

const realTime = Effect.sync(() => Date.now())

/** Real time, fresh seeds, and the published figures with the Registrar's amendments. */
export const live: Layer.Layer<Host, never, Store> = Layer.effect(
  Host,
  Effect.map(Store, (driver) => ({
    now: realTime,
    seed: freshSeed,
    sha256,
    schedule: keptSchedule(driver, realTime),
  })),
)

/** Real time that never goes back behind the store's last event by a little, as a machine's clock does when it is set; see `actingAt`. */
export const kept: Layer.Layer<Host, never, Store | Health.Health> = Layer.effect(
  Host,
  Effect.map(Effect.all([Store, Health.Health]), ([driver, health]) => {
    const now = Effect.map(health.lastEventAt, (last) => LastEvent.actingAt(Date.now(), last))
    return { now, seed: freshSeed, sha256, schedule: keptSchedule(driver, now) }
  }),
)

/**
 * The time of the store's own clock, which begins at `begin` if it was never set; fresh seeds, and the published figures with the
 * Registrar's amendments.
 */
export const sandboxFrom = (begin: Effect.Effect<Instant>): Layer.Layer<Host, never, Store> =>
  Layer.effect(
    Host,
    Effect.map(Store, (driver) => ({
      now: sandboxNow(driver, begin),
      seed: freshSeed,
      sha256,
      schedule: freshSchedule(driver),
    })),
  )

/** The host of a sandbox whose clock begins at the present time. */
export const sandbox: Layer.Layer<Host, never, Store> = sandboxFrom(realTime)
