/**
 * The figures in force, for every envelope, without a read for each. What the Registrar varies takes effect at the earliest
 * `amendmentLeadMinutes` after the act, by the court's clock; a process that has looked within half of that time can't miss
 * what is in force now. So each looks again when half the time has passed, and a process that can't look in time says that
 * the store is out of reach rather than act under figures that may have changed. The other half is room for a commit that
 * takes long and for clocks that differ. Several processes need not speak to each other for it, and a clock
 * that jumps is followed by a look.
 */

import { randomFillSync } from "node:crypto"
import { Effect, Exit, Layer } from "effect"
import { Host } from "../../core/Host.ts"
import * as Reader from "../../core/Reader.ts"
import { readSchedule } from "../../core/registrar/Amendment.ts"
import { bounds, type Schedule } from "../../core/Schedule.ts"
import * as SandboxClock from "../../core/sandbox/SandboxClock.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"

/** How long a look is good for, by the court's clock: half the time ahead that an amendment has. */
export const scheduleFreshMs = (bounds.amendmentLeadMinutes * 60_000) / 2

/** The schedule of a store, read for every envelope: an amendment then needs no time ahead. For a sandbox, which asks its store for the time as often. */
export const freshSchedule = (driver: Driver): Effect.Effect<Schedule, StoreUnavailable> =>
  Effect.suspend(() =>
    readSchedule(Reader.make(driver).reader, [{ name: "amendmentLeadMinutes", from: 0, value: 0 }]),
  )

/** The schedule of a store, kept between looks. `clock` is the court's. */
export const keptSchedule = (
  driver: Driver,
  clock: Effect.Effect<Instant, StoreUnavailable>,
): Effect.Effect<Schedule, StoreUnavailable> => {
  let held: { readonly schedule: Schedule; readonly at: Instant } | null = null
  let looking = false
  const look = (at: Instant) =>
    Effect.map(readSchedule(Reader.make(driver).reader), (schedule) => {
      held = { schedule, at }
      return schedule
    })
  return Effect.flatMap(clock, (now) => {
    if (held === null || now < held.at || now - held.at >= scheduleFreshMs) return look(now)
    if (looking || now - held.at < scheduleFreshMs / 2) return Effect.succeed(held.schedule)
    // Good for a while yet: one request looks, the others go on meanwhile, and a failure is for a later one to meet.
    const { schedule } = held
    looking = true
    return look(now).pipe(
      Effect.exit,
      Effect.map((exit) => (Exit.isSuccess(exit) ? exit.value : schedule)),
      Effect.ensuring(
        Effect.sync(() => {
          looking = false
        }),
      ),
    )
  })
}

/** The hosts of a process: one that lives in real time, and one whose time is that of a sandbox. */

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
    schedule: keptSchedule(driver, realTime),
  })),
)

/** The time of the store's own clock, fresh seeds, and the published figures with what this court has varied. */
export const sandbox: Layer.Layer<Host, never, Store> = Layer.effect(
  Host,
  Effect.map(Store, (driver) => ({
    now: SandboxClock.now(driver, realTime),
    seed: freshSeed,
    schedule: freshSchedule(driver),
  })),
)
