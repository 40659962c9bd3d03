import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Adjustment, Entry, EntryStatus } from "./Entry.ts"
import type { Move } from "./Transitions.ts"

/** Whether performance at an instant is within the time fixed: before it passes, or while an appeal suspends it (PD11 §7). */
export const timely = rule(
  ["PD11 §7", "PD11 §10"],
  (entry: Entry, performedAt: Instant): boolean =>
    performedAt < entry.dueAt ||
    // A span begins before the time fixed passes, so that only its end is left to look at.
    entry.tolled.some(({ to }) => to === null || performedAt < to),
)

const satisfiedDelta = (entry: Entry, performedAt: Instant | null, terms: Terms): number =>
  performedAt !== null && timely(entry, performedAt) ? terms.honouredReputation : 0

/** What the status that the Registrar finds carries (PD11 §6). */
const carried = (entry: Entry, status: EntryStatus, performedAt: Instant | null, terms: Terms): number => {
  if (status === "satisfied") return satisfiedDelta(entry, performedAt, terms)
  return status === "unsatisfied" ? terms.unsatisfiedReputation : 0
}

const given = (delta: number, at: Instant): Adjustment => ({
  delta,
  reason: delta > 0 ? "order honoured in full within the time fixed" : "order unsatisfied after notice",
  rule: "PD11 §10",
  at,
  reversedAt: null,
})

/** Reverses what stands, save one of `delta`, which stays (0: nothing stays). */
const reversed = (adjustments: Entry["adjustments"], delta: number, at: Instant): Entry["adjustments"] => {
  let kept = delta === 0
  return adjustments.map((adjustment) => {
    if (adjustment.reversedAt !== null) return adjustment
    if (kept || adjustment.delta !== delta) return { ...adjustment, reversedAt: at }
    kept = true
    return adjustment
  })
}

/** Leaves one adjustment of `delta` (0: none): an equal one stays, all others are reversed, a missing one is given. */
const exactly = (adjustments: Entry["adjustments"], delta: number, at: Instant): Entry["adjustments"] => {
  let wanted = delta !== 0
  let surplus = false
  for (const adjustment of adjustments) {
    if (adjustment.reversedAt !== null) continue
    if (wanted && adjustment.delta === delta) wanted = false
    else surplus = true
  }
  const left = surplus ? reversed(adjustments, delta, at) : adjustments
  if (!wanted) return left
  return left.length === 0 ? [given(delta, at)] : [...left, given(delta, at)]
}

/** The adjustments of an entry after a move. */
export const adjusted = rule(
  ["PD11 §6", "PD11 §8", "PD11 §10"],
  (
    entry: Entry,
    credit: Move["credit"],
    status: EntryStatus,
    performedAt: Instant | null,
    at: Instant,
    terms: Terms,
  ): Entry["adjustments"] => {
    switch (credit) {
      case "none":
        return entry.adjustments
      case "timely": {
        const delta = satisfiedDelta(entry, performedAt, terms)
        return delta === 0 ? entry.adjustments : exactly(entry.adjustments, delta, at)
      }
      case "missed":
        return exactly(entry.adjustments, terms.unsatisfiedReputation, at)
      case "found":
        return exactly(entry.adjustments, carried(entry, status, performedAt, terms), at)
      case "reversed":
        return exactly(entry.adjustments, 0, at)
    }
  },
)

/** What the adjustments of an entry add up to now. */
export const reputationOf = (adjustments: Entry["adjustments"]): number => {
  let sum = 0
  for (const { delta, reversedAt } of adjustments) if (reversedAt === null) sum += delta
  return sum
}
