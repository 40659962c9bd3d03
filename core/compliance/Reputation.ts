/** What entries make of the agent that they bind: its label (PD11 §9) and its reputation (PD11 §10). */
import { Schema } from "effect"
import { type Counts, EntryStatus } from "../agents/index.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule, withSign } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Adjustment, Entry } from "./Entry.ts"
import type { Move } from "./Moves.ts"
import { isTimely } from "./Windows.ts"

export const Label = Schema.Literal("in default", "qualified", "good", "no record").annotations({
  identifier: "ComplianceLabel",
})

export type Label = typeof Label.Type

/** The label that an entry of each status leads to. A superseded entry leads to none. */
const readings: { readonly [Status in EntryStatus]: Label } = {
  unsatisfied: "in default",
  disputed: "qualified",
  attested: "qualified",
  notified: "qualified",
  pending: "qualified",
  open: "good",
  satisfied: "good",
  superseded: "no record",
}

/** The statuses, those of the gravest label first. `Label` lists the labels in that order. */
const gravest = Label.literals.flatMap((label) =>
  EntryStatus.literals.filter((status) => readings[status] === label),
)

/** The label of an agent with so many entries of each status: the gravest that one of them leads to (PD11 §9). */
export const labelOfCounts = (counts: Counts): Label => {
  for (const status of gravest) if (counts[status] > 0) return readings[status]
  return "no record"
}

export const labels = enforced(
  "PD11 §9",
  "Labels",
  () =>
    "The label of an agent follows from the entries against it. The label is in default if an entry is unsatisfied. Otherwise it is qualified if an entry is disputed, attested and unconfirmed, notified, pending, or past its time without a record. Otherwise it is good. It is no record if no entry in the Register counts.",
)

/** What time alone has done to the entries against an agent although no passing is recorded yet. */
interface Closed {
  /** Whether the time fixed of an open entry has passed. */
  readonly open: boolean
  /** Whether the window of a notified entry has closed. */
  readonly notified: boolean
  /** Whether the windows of all attested entries have closed. */
  readonly attested: boolean
}

/** The label of an agent. A window that has closed counts as passed, even though the store has not recorded that yet. */
export const labelOf = rule(
  ["PD11 §9"],
  (counts: Counts, closed: Closed): Label =>
    labelOfCounts({
      ...counts,
      notified: counts.notified + Number(closed.open),
      unsatisfied: counts.unsatisfied + Number(closed.notified),
      ...(closed.attested ? { attested: 0, satisfied: counts.satisfied + counts.attested } : {}),
    }),
)

export const reputation = enforced(
  "PD11 §10",
  "Reputation",
  (t) =>
    `The reputation of every agent begins at zero. An order honoured in full within the time fixed gives ${withSign(t.honouredReputation)}; an entry that becomes unsatisfied gives ${withSign(t.unsatisfiedReputation)}; findings of conduct give what PD4 states. Between agents of one operator an entry gives and takes nothing, and it says that their operator is the same. Each adjustment is recorded with its provision and its instant, and so is its reversal.`,
)

/** What the adjustments of an entry add up to now. */
export const reputationOf = (adjustments: Entry["adjustments"]): number => {
  let sum = 0
  for (const { delta, reversedAt } of adjustments) if (reversedAt === null) sum += delta
  return sum
}

const reasonOf = (delta: number): string =>
  delta > 0 ? "order honoured in full within the time fixed" : "order unsatisfied after notice"

/** Leaves exactly one adjustment, of `delta` (none for 0): an equal one stays, others are reversed, a missing one is given. */
const exactly = (adjustments: Entry["adjustments"], delta: number, at: Instant): Entry["adjustments"] => {
  if (reputationOf(adjustments) === delta) return adjustments
  const left = adjustments.map((one) => (one.reversedAt === null ? { ...one, reversedAt: at } : one))
  const given: Adjustment = { delta, reason: reasonOf(delta), rule: "PD11 §10", at, reversedAt: null }
  return delta === 0 ? left : [...left, given]
}

/** The state of an entry after a move: its status, the instant of performance, and the instant of the move. */
interface Left {
  readonly status: EntryStatus
  readonly performedAt: Instant | null
  readonly at: Instant
}

/** The adjustments of an entry after a move. `entry` is the entry before it. */
export const adjusted = rule(
  ["PD11 §6", "PD11 §8", "PD11 §10"],
  (
    entry: Entry,
    credit: Move["credit"],
    { status, performedAt, at }: Left,
    terms: Terms,
  ): Entry["adjustments"] => {
    const { adjustments } = entry
    if (entry.sameOperator) return adjustments
    const earned = isTimely(entry, performedAt) ? terms.honouredReputation : 0
    switch (credit) {
      case "none":
        return adjustments
      case "timely":
        return earned === 0 ? adjustments : exactly(adjustments, earned, at)
      case "missed":
        return exactly(adjustments, terms.unsatisfiedReputation, at)
      case "found": {
        const carried = { satisfied: earned, unsatisfied: terms.unsatisfiedReputation }
        return exactly(
          adjustments,
          status === "satisfied" || status === "unsatisfied" ? carried[status] : 0,
          at,
        )
      }
      case "reversed":
        return exactly(adjustments, 0, at)
    }
  },
)
