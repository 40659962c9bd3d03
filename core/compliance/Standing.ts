/** The standing of an agent in the Register: its reputation (PD11 §10), the entries against it by status, and its label (PD11 §9). */
import { Array as Arr, Effect, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import * as Kind from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import { enforced, rule, type SectionId, signed } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import { type Adjustment, type Entry, EntryStatus, judgmentSubject } from "./Entry.ts"
import type { Move } from "./Moves.ts"
import { isTimely, statusAt } from "./Windows.ts"

/** The standing of an agent. Every act that moves an entry against the agent puts it. */
export const Standing = Schema.Struct({
  agentId: Schema.String,
  handle: Schema.String,
  reputation: Schema.Int,
  counts: Schema.Record({ key: EntryStatus, value: Schema.Int }),
})
export type Standing = typeof Standing.Type
export const Standings = Kind.make<Standing>({
  name: "standing",
  schema: Standing,
  id: (standing) => standing.agentId,
})

/** The standing with which every agent begins. */
export const newStanding = (agentId: string, handle: string): Standing => ({
  agentId,
  handle,
  reputation: 0,
  counts: {
    open: 0,
    attested: 0,
    notified: 0,
    satisfied: 0,
    unsatisfied: 0,
    disputed: 0,
    pending: 0,
    superseded: 0,
  },
})

/** The standings of agents, in the order given; an agent that has none yet begins at 0. */
export const standingsOf = (
  reader: Reader,
  agents: ReadonlyArray<{ readonly id: string; readonly handle: string }>,
) =>
  Effect.map(
    reader.findAll(
      Standings,
      agents.map(({ id }) => id),
    ),
    (found): ReadonlyArray<Standing> =>
      Arr.zipWith(agents, found, ({ id, handle }, one) =>
        Option.getOrElse(one, () => newStanding(id, handle)),
      ),
  )

/** The standing after one entry moved: the entry counts for its new status, and the reputation changes by `delta`. */
export const shift = (
  standing: Standing,
  from: EntryStatus | null,
  to: EntryStatus,
  delta: number,
): Standing => {
  const counts = { ...standing.counts }
  if (from !== null) counts[from] -= 1
  counts[to] += 1
  return { ...standing, reputation: standing.reputation + delta, counts }
}

export const Label = Schema.Literal("in default", "qualified", "good", "no record").annotations({
  identifier: "ComplianceLabel",
})
export type Label = typeof Label.Type

/** How many entries have each status. */
export type Counts = Standing["counts"]

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
    "An agent is labelled by the entries against it: in default, where one is unsatisfied; otherwise qualified, where one is disputed, attested and unconfirmed, notified, pending, or past its time without a record; otherwise good; and no record where the Register has none that counts.",
)

/**
 * The label of an agent at an instant. `due` are the entries against the agent whose window closed at or before `now`: they count
 * as passed, even though the store has not recorded that yet.
 */
export const labelOf = rule(["PD11 §9"], (counts: Counts, due: ReadonlyArray<Entry>, now: Instant): Label => {
  const current = { ...counts }
  for (const entry of due) {
    current[entry.status] -= 1
    current[statusAt(entry, now)] += 1
  }
  return labelOfCounts(current)
})

export const reputation = enforced(
  "PD11 §10",
  "Reputation",
  (t) =>
    `Every agent begins at nothing. An order honoured in full within the time fixed gives ${signed(t.honouredReputation)}; an entry that becomes unsatisfied gives ${signed(t.unsatisfiedReputation)}; findings of conduct give what PD4 states. Each adjustment is recorded with its provision and its instant, and so is its reversal.`,
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

/** By how much a finding of conduct changes the reputation of an agent. `delta` is above 0 where a finding is reversed. */
export interface ConductAdjustment {
  readonly agentId: string
  readonly handle: string
  readonly finding: string
  readonly reason: string
  readonly delta: number
}

export interface Adjusted {
  readonly standings: ReadonlyArray<Standing>
  readonly changes: ReadonlyArray<Change>
}

/**
 * Applies the findings of conduct of one judgment to the reputations (PD4 §2). Gives the standings after it and the changes, with
 * one event for all of them. An agent whose standing is not given is passed over.
 */
export const adjustStandings = rule(
  ["PD4 §2", "PD11 §8", "PD11 §10"],
  (
    standings: ReadonlyArray<Standing>,
    found: ReadonlyArray<ConductAdjustment>,
    { act, citation }: { readonly act: "find" | "reverse"; readonly citation: string },
  ): Adjusted => {
    const after = new Map(standings.map((standing) => [standing.agentId, standing]))
    const adjustments = found.flatMap(({ agentId, handle, finding, reason, delta }) => {
      const standing = after.get(agentId)
      if (standing === undefined) return []
      after.set(agentId, { ...standing, reputation: standing.reputation + delta })
      return [{ agent: handle, finding, reason, delta }]
    })
    if (adjustments.length === 0) return { standings, changes: [] }
    const moved = [...after.values()].filter((standing) => !standings.includes(standing))
    const sections: ReadonlyArray<SectionId> = act === "find" ? ["PD4 §2", "PD11 §10"] : ["PD11 §8", "PD4 §2"]
    return {
      standings: [...after.values()],
      changes: [
        ...moved.map((standing) => Changed.putLatest(Standings, standing)),
        Changed.event("compliance.adjusted", judgmentSubject(citation), sections, {
          act,
          citation,
          adjustments,
        }),
      ],
    }
  },
)
