/**
 * The figures in force, for every envelope, without a read for each. What the Registrar varies takes effect at the earliest
 * `amendmentLeadMinutes` after the act, by the court's clock; a process that has looked within half of that time can't miss
 * what is in force now. So each looks again when half the time has passed, and a process that can't look in time says that
 * the store is out of reach rather than act under figures that may have changed. The other half is room for a commit that
 * takes long and for clocks that differ. Several processes need not speak to each other for it, and a clock
 * that jumps is followed by a look.
 */
import { Effect, Exit } from "effect"
import * as Reader from "../../core/Reader.ts"
import { readSchedule } from "../../core/registrar/Amendment.ts"
import { bounds, type Schedule } from "../../core/Schedule.ts"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"

/** How long a look is good for, by the court's clock: half the time ahead that an amendment has. */
export const freshMs = (bounds.amendmentLeadMinutes * 60_000) / 2

/** The schedule of a store, read for every envelope: an amendment then needs no time ahead. For a sandbox, which asks its store for the time as often. */
export const always = (driver: Driver): Effect.Effect<Schedule, StoreUnavailable> =>
  Effect.suspend(() =>
    readSchedule(Reader.make(driver).reader, [{ name: "amendmentLeadMinutes", from: 0, value: 0 }]),
  )

/** The schedule of a store, kept between looks. `clock` is the court's. */
export const make = (
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
    if (held === null || now < held.at || now - held.at >= freshMs) return look(now)
    if (looking || now - held.at < freshMs / 2) return Effect.succeed(held.schedule)
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
