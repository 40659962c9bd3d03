/** The law of an entry (PD11 §§3, 5, 6 and 12): how an act, or the passing of time, moves it. */

import { Either } from "effect"
import type { EntryStatus } from "../agents/Standing.ts"
import { present } from "../kernel/Defect.ts"
import * as Machine from "../kernel/Moves.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import { chars, enforced, hours, rule } from "../rulebook/Section.ts"
import type { Entry } from "./Entry.ts"
import { type EntryAct, type Move, type Moved, machine } from "./Moves.ts"
import { adjusted, reputationOf } from "./Reputation.ts"
import { isDue, isTimely, timeAfter, windowAfter } from "./Windows.ts"

export const attestation = enforced(
  "PD11 §3",
  "Attestation and confirmation",
  (t) =>
    `The party bound attests performance with its date and evidence, in at most ${chars(t.evidenceCharsMax)}; the date is not in the future. The party favoured then has ${hours(t.attestationDisputeHours)} to dispute; if it does not dispute, the entry is satisfied when they have passed. The party favoured may confirm at once. Evidence is shown to the parties and the Registrar; the public register shows its hash.`,
)

export const decision = enforced(
  "PD11 §6",
  "The Registrar's decision",
  (t) =>
    `The Registrar decides on the papers, with reasons of at most ${chars(t.decisionReasonsCharsMax)}, that an entry is satisfied, unsatisfied or pending. After the decision the entry gives exactly the adjustment that its status carries; every other adjustment that it gave is reversed. A correction in a party's favour replaces the entry's status and is marked as a correction.`,
)

export const holds = enforced(
  "PD11 §12",
  "Holds",
  () =>
    "An order met in full from an escrow that named this Court as its referee is satisfied from the hold. Nothing is credited for timeliness.",
)

/** The instant of performance after an act; null if it is not known. */
export const performedAfter = rule(
  ["PD11 §3", "PD11 §6", "PD11 §11", "PD11 §12"],
  ({ performedAt }: Entry, act: EntryAct, now: Instant): Instant | null => {
    switch (act.act) {
      case "attest":
        return act.attestation.date
      case "prove":
        return act.performedAt
      case "confirm":
        return performedAt ?? now
      case "decide":
        return act.decision.performedAt ?? performedAt
      case "meet":
        return null
      default:
        return performedAt
    }
  },
)

/** The members of an entry that an act states. */
const statedBy = (entry: Entry, act: EntryAct, at: Instant): Partial<Entry> => {
  switch (act.act) {
    case "attest":
      return { attestation: { ...act.attestation, at } }
    case "dispute":
      return { dispute: { ...act.dispute, at } }
    case "decide":
      return {
        decision: { ...act.decision, at },
        corrected: entry.corrected || act.decision.correction,
      }
    case "address":
      return {
        address: { ...present(act.address, "the address that is registered"), proven: act.proven, at },
        addressChanges: entry.addressChanges + 1,
      }
    case "suspend":
    case "resume":
    case "supersede":
      return { finality: act.finality }
    default:
      return {}
  }
}

/** Refuses an act that the table allows, where what it states is in the future or its own condition is not met. */
export const objection = rule(
  ["PD11 §3", "PD11 §6", "PD11 §7", "PD11 §11"],
  (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Refusal | null => {
    const { status, window, suspendedSince } = entry
    const not = (shown: string) => refusal("entry_state", { status: shown, act: act.act })
    switch (act.act) {
      case "attest":
        return when(act.attestation.date > now, "future_date", {})
      case "decide":
        return when((act.decision.performedAt ?? now) > now, "future_date", {})
      case "prove": {
        if (act.performedAt > now) return refusal("future_date", {})
        // A reading counts as of its block's time: a notice or an attestation after that instant doesn't exclude it.
        const wasOpen = window === null || act.performedAt < window.opensAt
        return status === "open" || (wasOpen && isTimely(entry, act.performedAt)) ? null : not(status)
      }
      case "address":
        return (
          when(act.address === null, "address_unreadable", {}) ??
          when(entry.addressChanges >= terms.entryAddressesMax, "daily_figure", {
            what: "changes of the address of an entry",
            max: terms.entryAddressesMax,
            waitSeconds: null,
          })
        )
      case "pass":
        return isDue(entry, now) ? null : not(status)
      case "suspend":
        return suspendedSince === null ? null : not("suspended")
      case "resume":
        return suspendedSince === null ? not(status) : null
      default:
        return null
    }
  },
)

const statusAfter = ({ to }: Move, { status }: Entry, act: EntryAct): EntryStatus => {
  if (act.act === "decide") return act.decision.status
  return to === "same" || to === "found" ? status : to
}

/** The instant at which a move takes effect. */
const effectOf = (entry: Entry, { at }: Move, now: Instant): Instant =>
  at === "close" ? present(entry.window, "the window that closes").closesAt : now

/** An entry after a move that the law allows. */
const moved = (entry: Entry, act: EntryAct, move: Move, now: Instant, terms: Terms): Moved => {
  const at = effectOf(entry, move, now)
  const status = statusAfter(move, entry, act)
  const performedAt = performedAfter(entry, act, now)
  const { suspendedSince, tolled, dueAt } = timeAfter(entry, act, now, terms)
  const after: Entry = {
    ...entry,
    ...statedBy(entry, act, now),
    status,
    performedAt,
    suspendedSince,
    tolled,
    dueAt,
    window: windowAfter(entry, move, at, terms),
    adjustments: adjusted(entry, move.credit, { status, performedAt, at }, terms),
  }
  const delta = reputationOf(after.adjustments) - reputationOf(entry.adjustments)
  return { act: act.act, move, who: act.who, before: entry, after, at, delta }
}

export const disputes = enforced(
  "PD11 §5",
  "Disputes",
  (t) =>
    `Either party may dispute an entry that is not superseded, on a stated ground and with a statement of at most ${chars(t.statementCharsMax)}. An entry has one dispute at a time. While an entry is disputed, it adds nothing to a reputation, and what it added before stays.`,
)

/**
 * One move of an entry by the table, or the refusal that the law has for it. It doesn't check whether a window has passed, as
 * `perform` does. `terms` are the figures in force when the matter was filed.
 */
export const transition = rule(
  ["PD11 §5"],
  (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Either.Either<Moved, Refusal> =>
    Either.flatMap(Machine.allowed(machine, entry, act.act, [act.who]), (move) => {
      const refused = objection(entry, act, now, terms)
      return refused === null ? Either.right(moved(entry, act, move, now, terms)) : Either.left(refused)
    }),
)

/** The move that time alone has made by `now`, whether or not a scheduler has recorded it; null where none is due. */
export const passing = rule(
  ["PD11 §3", "PD11 §4"],
  (entry: Entry, now: Instant, terms: Terms): Moved | null =>
    // A notice window opens at the commit, so no second passing can be due in the same one.
    isDue(entry, now) ? Either.getOrNull(transition(entry, { act: "pass", who: "clock" }, now, terms)) : null,
)

/**
 * An act as the court receives it: the passing that is due comes first, then the act is judged on the entry after it. Gives both
 * moves in order, or the refusal of the act alone.
 */
export const perform = rule(
  ["PD11 §3", "PD11 §4"],
  (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Either.Either<ReadonlyArray<Moved>, Refusal> => {
    const passed = passing(entry, now, terms)
    return Either.map(transition(passed?.after ?? entry, act, now, terms), (done) =>
      passed === null ? [done] : [passed, done],
    )
  },
)

/**
 * The acts that are awaited now. `dueBy` is the instant at which the running window closes, for the acts that it awaits. It is null
 * while a window has passed and that is not recorded, since the time of the next window runs from a notice that is yet to be served.
 */
export const nextOf = (entry: Entry, now: Instant, terms: Terms): ReadonlyArray<Machine.Next> => {
  const passed = passing(entry, now, terms)
  return passed === null
    ? Machine.nextOf(machine, entry)
    : Machine.nextOf({ ...machine, dueBy: () => null }, passed.after)
}
