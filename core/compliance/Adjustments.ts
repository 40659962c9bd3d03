import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Adjustment, Entry, EntryStatus } from "./Entry.ts"
import type { State } from "./State.ts"
import type { Move } from "./Transitions.ts"

/** Whether performance at an instant is within the time fixed: before it passes, or while an appeal suspends it (PD11 §7). */
export const timely = rule(
  ["PD11 §7", "PD11 §10"],
  (state: Pick<State, "dueAt" | "tolledUntil">, performedAt: Instant): boolean =>
    performedAt < state.dueAt ||
    // A span begins before the time fixed passes, so that only its end is left to look at.
    performedAt < state.tolledUntil,
)

const satisfiedDelta = (state: State, performedAt: Instant, terms: Terms): number =>
  timely(state, performedAt) ? terms.honouredReputation : 0

/** What the status that the Registrar finds carries (PD11 §6). */
const carried = (state: State, status: EntryStatus, performedAt: Instant, terms: Terms): number => {
  if (status === "satisfied") return satisfiedDelta(state, performedAt, terms)
  return status === "unsatisfied" ? terms.unsatisfiedReputation : 0
}

/** Leaves one adjustment of `delta` (0: none): an equal one stays, another is reversed, a missing one is given. */
const exactly = (state: State, delta: number): void => {
  if (state.standing === delta) return
  state.reversed = state.standing !== 0
  state.given = delta
  state.standing = delta
}

/** Gives and reverses what a move carries. The state is still the one before it. */
export const credited = rule(
  ["PD11 §6", "PD11 §8", "PD11 §10"],
  (state: State, credit: Move["credit"], status: EntryStatus, performedAt: Instant, terms: Terms): void => {
    state.given = 0
    state.reversed = false
    switch (credit) {
      case "none":
        return
      case "timely": {
        const delta = satisfiedDelta(state, performedAt, terms)
        if (delta !== 0) exactly(state, delta)
        return
      }
      case "missed":
        exactly(state, terms.unsatisfiedReputation)
        return
      case "found":
        exactly(state, carried(state, status, performedAt, terms))
        return
      case "reversed":
        exactly(state, 0)
        return
    }
  },
)

const reasonOf = (delta: number): string =>
  delta > 0 ? "order honoured in full within the time fixed" : "order unsatisfied after notice"

/** The adjustments of an entry after a move of its state. */
export const adjusted = (
  adjustments: Entry["adjustments"],
  { given, reversed, at }: Pick<State, "given" | "reversed" | "at">,
): Entry["adjustments"] => {
  const left = reversed
    ? adjustments.map((one) => (one.reversedAt === null ? { ...one, reversedAt: at } : one))
    : adjustments
  if (given === 0) return left
  const one: Adjustment = { delta: given, reason: reasonOf(given), rule: "PD11 §10", at, reversedAt: null }
  return left.length === 0 ? [one] : [...left, one]
}

/** What the adjustments of an entry add up to now. */
export const reputationOf = (adjustments: Entry["adjustments"]): number => {
  let sum = 0
  for (const { delta, reversedAt } of adjustments) if (reversedAt === null) sum += delta
  return sum
}
