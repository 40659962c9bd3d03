/**
 * The time that runs for an entry: its windows (PD11 §4), and what an appeal does to them (PD11 §7). This file also has the effects of the
 * entry on the agent that it binds: its label (PD11 §9) and its reputation (PD11 §10).
 */

import { Schema } from "effect"
import { Standing } from "../agents/index.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { days, enforced, hours as hoursOf, rule, withSign } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type * as Entry from "./Entry.ts"
import { type EntryAct, type Move, moveFrom } from "./Moves.ts"

/** The part of an entry that the rules on time need. */
type Running = Pick<Entry.Entry, "suspendedSince"> & {
  readonly window: { readonly closesAt: Instant } | null
}

/** The instant at which time alone moves an entry: its window closes. Null if no window runs, as while the entry is suspended. */
export const closingOf = ({ window, suspendedSince }: Running): Instant | null =>
  window !== null && suspendedSince === null ? window.closesAt : null

/** Whether the running window has passed. It is past at its closing instant. */
export const isDue = (entry: Running, now: Instant): boolean => {
  const closes = closingOf(entry)
  return closes !== null && now >= closes
}

/** The status of an entry at an instant: a window that has closed counts as passed. */
export const statusAt = (
  entry: Running & Pick<Entry.Entry, "status">,
  now: Instant,
): Standing.EntryStatus => {
  if (!isDue(entry, now)) return entry.status
  const to = moveFrom("pass", entry.status)?.to
  // A dispute that nobody decided in time leaves the entry disputed until that is recorded.
  return to === undefined || to === "same" || to === "found" || to === "began" ? entry.status : to
}

/** PD11 §4: when a notice of non-compliance is served, and how long the party bound then has. */
export const notice = enforced(
  "PD11 §4",
  "Notice of non-compliance",
  (t) =>
    `If the time fixed passes and nothing is recorded, a notice of non-compliance is served on the party bound. That party has ${hoursOf(t.noticeHours)} from service to attest or to dispute; if it does neither, the entry is unsatisfied when they have passed.`,
)

const hoursADay = 24

const openWindow = (kind: Entry.Window["kind"], opensAt: Instant, hoursLong: number): Entry.Window => ({
  kind,
  opensAt,
  closesAt: opensAt + hours(hoursLong),
})

/** Whether the party bound alone says that the order was performed: nobody disputed its words yet, or in time. */
export const isByWordsAlone = rule(
  ["PD11 §5A"],
  ({ status, silent }: Pick<Entry.Entry, "status" | "silent">): boolean =>
    status === "attested" || (status === "satisfied" && silent === true),
)

/**
 * The status to which a dispute leads if nobody decides it: as it was, but without an attestation by words that the party favoured
 * disputes. Null if no dispute runs after the act.
 */
export const beganAfter = rule(
  ["PD11 §5"],
  (entry: Entry.Entry, act: EntryAct, status: Standing.EntryStatus): Standing.EntryStatus | null => {
    if (status !== "disputed") return null
    if (act.act !== "dispute") return entry.began ?? null
    return act.who === "favoured" && isByWordsAlone(entry) ? "notified" : entry.status
  },
)

/**
 * The status of an entry whose dispute nobody decided by `at`. The time fixed has passed meanwhile as ever. Without a status from before
 * the dispute, as in a journal that leaves it out, performance is asked for anew.
 */
export const undecidedStatus = rule(
  ["PD11 §5"],
  ({ began, dueAt }: Pick<Entry.Entry, "began" | "dueAt">, at: Instant): Standing.EntryStatus => {
    const status = began ?? "notified"
    return status === "open" && at >= dueAt ? "notified" : status
  },
)

/** The hours of a window that begins again after an appeal: those of the step, and for a dispute the Registrar's whole time. */
const resumedHoursOf = (kind: Entry.Window["kind"], terms: Terms): number =>
  kind === "decision" ? terms.disputeDays * hoursADay : terms.resumedHours

/** The window for which a status waits once a dispute has ended undecided. */
const beginAgain = (entry: Entry.Entry, at: Instant, terms: Terms): Entry.Window | null => {
  switch (undecidedStatus(entry, at)) {
    case "open":
      return { kind: "performance", opensAt: at, closesAt: entry.dueAt }
    case "attested":
      return openWindow("dispute", at, terms.attestationDisputeHours)
    case "notified":
      return openWindow("notice", at, terms.noticeHours)
    default:
      return null
  }
}

/** The window that runs after a move; `at` is the instant at which the move takes effect. */
export const windowAfter = rule(
  ["PD11 §3", "PD11 §4", "PD11 §5", "PD11 §7"],
  (entry: Entry.Entry, move: Move, at: Instant, terms: Terms): Entry.Window | null => {
    const { window } = entry
    switch (move.window) {
      case "kept":
        return window
      case "fresh":
        return window === null ? null : openWindow(window.kind, at, resumedHoursOf(window.kind, terms))
      case "began":
        return beginAgain(entry, at, terms)
      case "decision":
        return openWindow("decision", at, terms.disputeDays * hoursADay)
      case "dispute":
        return openWindow("dispute", at, terms.attestationDisputeHours)
      case "notice":
        return openWindow("notice", at, terms.noticeHours)
      default:
        return null
    }
  },
)

/** PD11 §7: what an appeal does to the time fixed, to windows and to reputation. */
export const appeals = enforced(
  "PD11 §7",
  "Appeals",
  (t) =>
    `A notice of appeal, or an application for leave, suspends the time fixed and every window that runs. If the judgment stands at the end of the appeal, a fresh ${hoursOf(t.resumedHours)} run for the step that was running, and a fresh ${days(t.disputeDays)} for a dispute; the time fixed does not move for an entry that is already attested. Performance during the suspension is in time.`,
)

/** The time fixed after an act, and whether it is suspended. A time that had passed before the appeal is not moved. */
export const timeAfter = rule(
  ["PD11 §7"],
  (
    { suspendedSince, tolled, dueAt, attestation, status }: Entry.Entry,
    { act }: EntryAct,
    now: Instant,
    terms: Terms,
  ): Pick<Entry.Entry, "suspendedSince" | "tolled" | "dueAt"> => {
    switch (act) {
      case "suspend":
        return {
          suspendedSince: now,
          tolled: now < dueAt ? [...tolled, { from: now, to: null }] : tolled,
          dueAt,
        }
      case "resume": {
        const wasTolled = tolled.some(({ to }) => to === null)
        const isFresh = wasTolled && attestation === null && status !== "satisfied"
        return {
          suspendedSince: null,
          tolled: tolled.map((span) => (span.to === null ? { ...span, to: now } : span)),
          dueAt: isFresh ? now + hours(terms.resumedHours) : dueAt,
        }
      }
      case "supersede":
        return { suspendedSince: null, tolled, dueAt }
      default:
        return { suspendedSince, tolled, dueAt }
    }
  },
)

/**
 * Whether performance at an instant is within the time fixed: before it passes, or while an appeal suspends it. A span of suspension
 * begins before the time fixed passes, so only its end has to be checked.
 */
export const isTimely = rule(
  ["PD11 §7", "PD11 §10"],
  ({ dueAt, tolled }: Pick<Entry.Entry, "dueAt" | "tolled">, performedAt: Instant | null): boolean =>
    performedAt !== null && (performedAt < dueAt || tolled.some(({ to }) => to === null || performedAt < to)),
)

const allLabels = ["in default", "qualified", "good", "no record"] as const

/** The label of an agent, which follows from the entries against it (PD11 §9). */
export const Label = Schema.Literal(...allLabels).annotations({ identifier: "ComplianceLabel" })

export type Label = typeof Label.Type

/** The label that an entry of each status leads to. A superseded entry leads to no label. */
const readings: { readonly [Status in Standing.EntryStatus]: Label } = {
  unsatisfied: "in default",
  disputed: "qualified",
  attested: "qualified",
  notified: "qualified",
  pending: "qualified",
  open: "good",
  satisfied: "good",
  superseded: "no record",
}

const gravest = allLabels.flatMap((label) =>
  Standing.entryStatuses.filter((status) => readings[status] === label),
)

/** The label of an agent with so many entries of each status: the gravest that one of them leads to (PD11 §9). */
export const labelOfCounts = (counts: Standing.Counts): Label => {
  for (const status of gravest) if (counts[status] > 0) return readings[status]
  return "no record"
}

/** Which label an agent bears by which of its entries, the gravest first (PD11 §9). */
export const labels = enforced(
  "PD11 §9",
  "Labels",
  () =>
    "The label of an agent follows from the entries against it. The label is in default if an entry is unsatisfied. Otherwise it is qualified if an entry is disputed, attested and unconfirmed, notified, pending, or past its time without a record. Otherwise it is good. If no entry in the Register counts, the label says that there is no record.",
)

/** The passings that time alone has made in the entries against an agent although no passing is recorded yet. */
interface Closed {
  /** Whether the time fixed of an open entry has passed. */
  readonly open: boolean
  /** Whether the window of a notified entry has closed. */
  readonly notified: boolean
  /** Whether the windows of all attested entries have closed. */
  readonly attested: boolean
}

/** How many entries have each status now. A window that has closed counts as passed, even though the store has not recorded that yet. */
export const countsAt = (counts: Standing.Counts, { open, notified, attested }: Closed): Standing.Counts => ({
  ...counts,
  open: counts.open - Number(open),
  notified: counts.notified + Number(open) - Number(notified),
  unsatisfied: counts.unsatisfied + Number(notified),
  ...(attested ? { attested: 0, satisfied: counts.satisfied + counts.attested } : {}),
})

/** The label of an agent, from the counts of the entries against it by status. A window that has closed counts as passed (PD11 §9). */
export const labelOf = rule(
  ["PD11 §9"],
  (counts: Standing.Counts, closed: Closed): Label => labelOfCounts(countsAt(counts, closed)),
)

/** PD11 §10: how many points an order gives or takes, and when they are given back. */
export const reputation = enforced(
  "PD11 §10",
  "Reputation",
  (t) =>
    `The reputation of every agent begins at zero. An order honoured in full within the time fixed gives ${withSign(t.honouredReputation)}; an entry that becomes unsatisfied gives ${withSign(t.unsatisfiedReputation)}; findings of conduct give what PD4 states. The entries of one judgment that bind a party to one other party give once and take once, however many they are. Between agents of one operator an entry gives and takes nothing, and it says that their operator is the same. Each adjustment is recorded with its provision and its instant, and so is its reversal.`,
)

/** The part of an entry in the reputation of the party bound: the sum of its adjustments that were not reversed. */
export const reputationOf = (adjustments: Entry.Entry["adjustments"]): number => {
  let sum = 0
  for (const { delta, reversedAt } of adjustments) if (reversedAt === null) sum += delta
  return sum
}

/**
 * The points that the entries of one judgment between two parties give and take together: what the best gives, and what the worst takes.
 */
export const reputationTogether = rule(
  ["PD11 §10"],
  (entries: ReadonlyArray<Pick<Entry.Entry, "adjustments">>): number => {
    const each = entries.map(({ adjustments }) => reputationOf(adjustments))
    return Math.max(0, ...each) + Math.min(0, ...each)
  },
)

const reasonOf = (delta: number): string =>
  delta > 0 ? "order honoured in full within the time fixed" : "order unsatisfied after notice"

/** Leaves exactly one adjustment, of `delta` (or no adjustment for 0): an equal one stays, others are reversed, a missing one is given. */
const exactly = (
  adjustments: Entry.Entry["adjustments"],
  delta: number,
  at: Instant,
): Entry.Entry["adjustments"] => {
  if (reputationOf(adjustments) === delta) return adjustments
  const left = adjustments.map((one) => (one.reversedAt === null ? { ...one, reversedAt: at } : one))
  const given: Entry.Adjustment = { delta, reason: reasonOf(delta), rule: "PD11 §10", at, reversedAt: null }
  return delta === 0 ? left : [...left, given]
}

/** The state of an entry after a move: its status, the instant of performance, and the instant of the move. */
interface Left {
  readonly status: Standing.EntryStatus
  readonly performedAt: Instant | null
  readonly at: Instant
}

/** The adjustments of an entry after a move. `entry` is the entry before it. */
export const adjust = rule(
  ["PD11 §6", "PD11 §8", "PD11 §10"],
  (
    entry: Entry.Entry,
    credit: Move["credit"],
    { status, performedAt, at }: Left,
    terms: Terms,
  ): Entry.Entry["adjustments"] => {
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
      case "began":
        return entry.began === "notified"
          ? exactly(adjustments, Math.min(0, reputationOf(adjustments)), at)
          : adjustments
      case "unearned":
        return exactly(adjustments, Math.min(0, reputationOf(adjustments)), at)
      case "reversed":
        return exactly(adjustments, 0, at)
    }
  },
)
