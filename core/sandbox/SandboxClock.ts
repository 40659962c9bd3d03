/**
 * The clock of a sandbox: a record that changes only when somebody moves it, and only forward. All processes of one court read the
 * same time from it.
 */
import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { Deadlines, type Options, perform } from "../kernel/Host.ts"
import * as Kind from "../kernel/Kind.ts"
import { make, type Reader } from "../kernel/Reader.ts"
import { firstOf, when } from "../kernel/Refusal.ts"
import { days, format, Instant, lastInstant, parse } from "../kernel/Time.ts"
import { type ChangeSet, empty } from "../store/ChangeSet.ts"
import type { Driver, StoreUnavailable } from "../store/Store.ts"

const id = "clock"
const SandboxTime = Schema.Struct({ id: Schema.Literal(id), now: Instant })
type SandboxTime = typeof SandboxTime.Type
export const SandboxTimes = Kind.make<SandboxTime>({
  name: "sandbox",
  schema: SandboxTime,
  id: (time) => time.id,
})

const timeAt = (now: Instant): SandboxTime => ({ id, now })

/** The time of the clock; `None` if it was never set. */
const find = (reader: Reader) =>
  Effect.map(
    reader.find(SandboxTimes, id),
    Option.map(({ now }) => now),
  )

const beginClock = (now: Instant): ChangeSet => ({
  ...empty(now),
  puts: [{ ref: { kind: SandboxTimes.name, id }, expected: 0, body: timeAt(now), index: [] }],
})

/**
 * The court's time by the clock of a store: the `now` of a sandbox's `Host`. The first call sets the clock to `begin`; if several
 * processes do so at once, one of them wins.
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
          Effect.flatMap((instant) => driver.commit(beginClock(instant))),
          Effect.zipRight(Effect.suspend(() => now(driver, begin))),
        ),
    }),
  )

/** A move of the clock: by milliseconds, or to an instant. */
export const Move = Schema.Union(Schema.Struct({ advanceMs: Schema.Int }), Schema.Struct({ to: Instant }))
export type Move = typeof Move.Type

const furthestDays = 36_525
/** A clock beyond this instant would soon leave the years that texts can name. */
const lastMove = lastInstant - days(furthestDays)

/** The Registrar moves the clock. The tasks that fall due run afterwards, each at its own instant (see `advance`). */
export const moveClock = command({
  name: "move-clock",
  sections: [],
  input: Move,
  gather: (_move, { now }, reader) =>
    Effect.map(
      find(reader),
      Option.getOrElse(() => now),
    ),
  decide: (from: Instant, move, { actor }) => {
    const to = "to" in move ? move.to : from + move.advanceMs
    return Either.map(
      firstOf([
        when(actor.role !== "registrar", "registrar_only", {}),
        when(!(to > from && to - from <= days(furthestDays) && to <= lastMove), "clock_backwards", {}),
      ]),
      () => ({ changes: [Changed.put(SandboxTimes, timeAt(to))], reply: { now: format(to) } }),
    )
  },
})

/** Records the number of tasks that a move fired in a receipt, so that a repeated request gets the same number. */
export const keepFired = command({
  name: "keep-fired",
  sections: [],
  input: Schema.Int,
  gather: () => Effect.void,
  decide: (_facts, fired) => Either.right({ changes: [], reply: { fired } }),
})

/** Moves the clock for an actor and runs the tasks that have fallen due. Gives the new time and the number of tasks that fired. */
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
