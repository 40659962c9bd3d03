/**
 * The clock of a sandbox: it stands still between moves and goes forward only. It is a record of the store, so that a
 * restart and every other process of the same court tell the same time.
 */
import { Effect, Either, Layer, Option, Schema } from "effect"
import * as Changed from "../../core/Change.ts"
import { type ChangeSet, empty } from "../../core/ChangeSet.ts"
import { command } from "../../core/Command.ts"
import * as Kind from "../../core/Kind.ts"
import * as Reader from "../../core/Reader.ts"
import { firstOf, when } from "../../core/Refusal.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { days, format, Instant } from "../../core/Time.ts"
import { Host } from "./Host.ts"
import { freshSeed } from "./HostLive.ts"
import * as InForce from "./InForce.ts"

const SandboxTime = Schema.Struct({ id: Schema.Literal("clock"), now: Instant })
const SandboxTimes = Kind.make<typeof SandboxTime.Type>({
  name: "sandbox",
  schema: SandboxTime,
  id: (it) => it.id,
})

const read = (driver: Driver): Effect.Effect<Option.Option<Instant>, StoreUnavailable> =>
  Effect.map(
    Reader.make(driver).reader.find(SandboxTimes, "clock"),
    Option.map(({ now }) => now),
  )

const begin = (now: Instant): ChangeSet => ({
  ...empty(now),
  puts: [
    { ref: { kind: SandboxTimes.name, id: "clock" }, expected: 0, body: { id: "clock", now }, index: [] },
  ],
})

/** The instant at which the clock stands. The first look sets it to real time; of several first looks one wins. */
const standing = (driver: Driver): Effect.Effect<Instant, StoreUnavailable> =>
  Effect.flatMap(
    read(driver),
    Option.match({
      onSome: Effect.succeed,
      onNone: () =>
        Effect.zipRight(
          Effect.suspend(() => driver.commit(begin(Date.now()))),
          Effect.suspend(() => standing(driver)),
        ),
    }),
  )

/** The host of a sandbox: the time of the store, fresh seeds, and the published figures with what this court has varied. */
export const layer = (): Layer.Layer<Host, never, Store> =>
  Layer.effect(
    Host,
    Effect.map(Store, (driver) => ({
      now: standing(driver),
      seed: freshSeed,
      schedule: InForce.always(driver),
    })),
  )

export type Move = { readonly advanceMs: number } | { readonly to: Instant }

const furthestDays = 36_525

/** The Registrar moves the clock. What falls due by then is run afterwards: no act at the new time can come before it. */
export const moveClock = command({
  name: "moveClock",
  sections: [],
  gather: (_move: Move, { now }, reader) =>
    Effect.map(
      reader.find(SandboxTimes, "clock"),
      Option.match({ onNone: () => now, onSome: (it) => it.now }),
    ),
  decide: (from: Instant, move, { actor }) => {
    const to = "to" in move ? move.to : from + move.advanceMs
    return Either.map(
      firstOf([
        when(actor.role !== "registrar", "registrar_only", {}),
        when(!(to > from && to - from <= days(furthestDays)), "clock_backwards", {}),
      ]),
      () => ({
        changes: [Changed.put(SandboxTimes, { id: "clock" as const, now: to })],
        reply: { now: format(to) },
      }),
    )
  },
})

/** Keeps, under the receipt of a move, how many tasks it fired: a repeated request is answered with the same number. */
export const keepFired = command({
  name: "keepFired",
  sections: [],
  gather: (_fired: number) => Effect.void,
  decide: (_facts, fired) => Either.right({ changes: [], reply: { fired } }),
})
