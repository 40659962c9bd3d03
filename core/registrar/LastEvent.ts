/**
 * When a court last recorded an event, kept in one record of its store. A process whose clock is far behind that instant does not act:
 * what it recorded would come before what was recorded already.
 */
import { Effect, Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import { Instant, minutes } from "../kernel/Time.ts"
import { type ChangeSet, empty, type Ref } from "../store/ChangeSet.ts"
import type { Driver } from "../store/Store.ts"

const LastEvent = Schema.Struct({ id: Schema.Literal("journal"), at: Instant })
export const LastEvents = Kind.make<typeof LastEvent.Type>({
  name: "last_event",
  schema: LastEvent,
  id: ({ id }) => id,
})

const ref: Ref = { kind: LastEvents.name, id: "journal" }

/** How far a clock may be behind the last event, in milliseconds. The clocks of a court's processes may differ by as much. */
export const behindMax = minutes(5)

/** How far a clock is behind the last event, in milliseconds; null if it may be used. */
export const behind = (now: Instant, lastEventAt: Instant | null): number | null =>
  lastEventAt !== null && lastEventAt - now > behindMax ? lastEventAt - now : null

/**
 * The instant by which a process acts: that of its clock, or that of the last event if the clock is behind it by so little as the clocks
 * of a court's processes may differ. So no act is dated before what was recorded already.
 */
export const actingAt = (now: Instant, lastEventAt: Instant | null): Instant =>
  lastEventAt === null || behind(now, lastEventAt) !== null ? now : Math.max(now, lastEventAt)

/** The record's instant, null if no event is recorded yet, and its version. */
export const read = (driver: Pick<Driver, "read">) =>
  Effect.map(driver.read([ref]), ([found]) =>
    found == null
      ? { at: null, version: 0 }
      : { at: LastEvents.decode(found.body).at, version: found.version },
  )

/** Keeps the instant of a later event, in the place of the record of this version. */
export const note = (at: Instant, version: number): ChangeSet => ({
  ...empty(at),
  puts: [{ ref, expected: version, body: { id: "journal", at }, index: [] }],
})
