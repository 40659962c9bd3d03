/**
 * The clock of a sandbox: a record of the store that stands still between moves and goes forward only. Every process of one court
 * reads the same time from it.
 */
import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../Change.ts"
import { type ChangeSet, empty } from "../ChangeSet.ts"
import { command } from "../Command.ts"
import { Deadlines, type Options, perform } from "../Host.ts"
import * as Kind from "../Kind.ts"
import { make, type Reader } from "../Reader.ts"
import { firstOf, when } from "../Refusal.ts"
import type { Driver, StoreUnavailable } from "../store/Store.ts"
import { days, format, Instant, parse } from "../Time.ts"

const id = "clock"
const SandboxTime = Schema.Struct({ id: Schema.Literal(id), now: Instant })
type SandboxTime = typeof SandboxTime.Type
export const SandboxTimes = Kind.make<SandboxTime>({
  name: "sandbox",
  schema: SandboxTime,
  id: (time) => time.id,
})

const timeAt = (now: Instant): SandboxTime => ({ id, now })

/** The instant at which the clock stands; none where nobody has begun it. */
const find = (reader: Reader) =>
  Effect.map(
    reader.find(SandboxTimes, id),
    Option.map(({ now }) => now),
  )

const begun = (now: Instant): ChangeSet => ({
  ...empty(now),
  puts: [{ ref: { kind: SandboxTimes.name, id }, expected: 0, body: timeAt(now), index: [] }],
})

/**
 * The court's time by the clock of a store. The first look sets the clock to `begin`; of several first looks one wins. It is the
 * `now` of a sandbox's `Host`.
 */
export const now = (
  driver: Driver,
  begin: Effect.Effect<Instant>,
): Effect.Effect<Instant, StoreUnavailable> =>
  Effect.flatMap(
    find(make(driver).reader),
    Option.match({
      onSome: Effect.succeed,
      onNone: () =>
        begin.pipe(
          Effect.flatMap((instant) => driver.commit(begun(instant))),
          Effect.zipRight(Effect.suspend(() => now(driver, begin))),
        ),
    }),
  )

/** How far the clock goes: by so many milliseconds, or to an instant. */
export type Move = { readonly advanceMs: number } | { readonly to: Instant }

const furthestDays = 36_525

/** The Registrar moves the clock. What falls due by then is run afterwards: no act at the new time can come before it. */
export const moveClock = command({
  name: "moveClock",
  sections: [],
  gather: (_move: Move, { now }, reader) =>
    Effect.map(
      find(reader),
      Option.getOrElse(() => now),
    ),
  decide: (from: Instant, move, { actor }) => {
    const to = "to" in move ? move.to : from + move.advanceMs
    return Either.map(
      firstOf([
        when(actor.role !== "registrar", "registrar_only", {}),
        when(!(to > from && to - from <= days(furthestDays)), "clock_backwards", {}),
      ]),
      () => ({ changes: [Changed.put(SandboxTimes, timeAt(to))], reply: { now: format(to) } }),
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

/** Moves the clock and runs what has fallen due, in the name of an actor. Gives the new time and how many deadlines fired. */
export const advance = Effect.fnUntraced(function* (move: Move, options: Options) {
  const moved = yield* perform(moveClock, move, options)
  const now = parse(moved.reply.now)
  const fired = yield* (yield* Deadlines).runDue(now)
  const { idempotency, ...asked } = options
  const kept = yield* perform(keepFired, fired, {
    ...asked,
    at: now,
    ...(idempotency === undefined ? {} : { idempotency: { ...idempotency, id: `${idempotency.id}/fired` } }),
  })
  return { now: moved.reply.now, fired: kept.reply.fired, replayed: moved.replayed }
})
