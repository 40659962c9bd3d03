/** The law of an entry (PD11 §§3, 5, 6 and 12): how an act, or the passing of time, moves it. */

import type { Standing } from "../agents/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { chars, days, enforced, hours, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Entry } from "./Entry.ts"
import type { ActName, EntryAct, Move, Part } from "./Moves.ts"
import { adjust, beganAfter, isDue, isTimely, timeAfter, undecidedStatus, windowAfter } from "./Reputation.ts"

/** PD11 §3: how performance is attested and confirmed, and what silence then means. */
export const attestation = enforced(
  "PD11 §3",
  "Attestation and confirmation",
  (t) =>
    `The party bound attests performance with its date and evidence, in at most ${chars(t.evidenceCharsMax)}; the date is not in the future. The party favoured then has ${hours(t.attestationDisputeHours)} to dispute; if it does not dispute, the entry is satisfied when they have passed. The party favoured may confirm at once. Evidence is shown to the parties and the Registrar; the public register shows its hash.`,
)

/** PD11 §6: what the Registrar may decide of a disputed entry, and from when. */
export const decision = enforced(
  "PD11 §6",
  "The Registrar's decision",
  (t) =>
    `The Registrar decides on the papers, with reasons of at most ${chars(t.decisionReasonsCharsMax)}, that an entry is satisfied, unsatisfied or pending. After the decision the entry gives exactly the adjustment that its status carries; every other adjustment that it gave is reversed. A correction in a party's favour replaces the entry's status and is marked as a correction.`,
)

/** PD11 §12: what an order that was met from an escrow counts for. */
export const holds = enforced(
  "PD11 §12",
  "Holds",
  () =>
    "An order met in full from an escrow that named this Court as its referee is satisfied from the hold. Nothing is credited for timeliness, and what silence credited is reversed. An entry that the party favoured disputed by asking for the payout, or that the party bound disputes, is satisfied from it too.",
)

const askedStatement = "The party favoured asked for a payout on this judgment (PD2 §6E)."
const askedSha256 = sha256Hex(askedStatement)

/** The dispute of an attestation that a request for a payout is: whoever asks to be paid says that it was not. */
export const disputeByAsking = rule(
  ["PD11 §5A"],
  ({ favoured }: Entry): EntryAct => ({
    act: "dispute",
    who: "favoured",
    dispute: {
      by: favoured.handle,
      ground: "not_performed",
      statement: askedStatement,
      statementSha256: askedSha256,
    },
  }),
)

/** Whether an entry is disputed because the party favoured asked for a payout. */
export const isDisputedByAsking = ({ status, dispute, favoured }: Entry): boolean =>
  status === "disputed" && dispute?.by === favoured.handle && dispute.statementSha256 === askedSha256

/** Whether a payment from a hold may still meet an entry. A dispute by the party bound does not stop what a payout meets (PD11 §5A). */
const isMeetable = (entry: Entry): boolean => {
  const { status, silent, dispute, bound } = entry
  if (status === "satisfied") return silent === true
  return status !== "disputed" || isDisputedByAsking(entry) || dispute?.by === bound.handle
}

/** Whether the party bound has had its one dispute. Entries from before that was kept have their last dispute alone. */
const hasDisputed = ({ boundDisputed, dispute, bound }: Entry): boolean =>
  boundDisputed ?? dispute?.by === bound.handle

/** Why a part may not do an act on an entry as the entry is, whatever the act states: `next` does not name it then. */
export const barAct = rule(
  ["PD11 §5", "PD11 §11"],
  (entry: Entry, act: ActName, who: Part, terms: Terms): Refusal | null => {
    if (act === "dispute") return when(who === "bound" && hasDisputed(entry), "disputed_before", {})
    if (act !== "address") return null
    return when(entry.addressChanges >= terms.entryAddressesMax, "daily_figure", {
      what: "changes of the address of an entry",
      max: terms.entryAddressesMax,
      waitSeconds: null,
    })
  },
)

/** The instant of performance after an act; null if it is not known. */
export const performanceAfter = rule(
  ["PD11 §3", "PD11 §5", "PD11 §6", "PD11 §11", "PD11 §12"],
  ({ performedAt, began }: Entry, act: EntryAct, now: Instant): Instant | null => {
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
      case "pass":
        return began === "notified" ? null : performedAt
      default:
        return performedAt
    }
  },
)

/** Refuses an act that the table allows, if what it states is in the future or its own condition is not met. */
export const objection = rule(
  ["PD11 §3", "PD11 §5", "PD11 §6", "PD11 §7", "PD11 §11", "PD11 §12"],
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
        return when(act.address === null, "address_unreadable", {}) ?? barAct(entry, act.act, act.who, terms)
      case "dispute":
        return barAct(entry, act.act, act.who, terms)
      case "pass":
        return isDue(entry, now) ? null : not(status)
      case "meet":
        return isMeetable(entry) ? null : not(status)
      case "suspend":
        return suspendedSince === null ? null : not("suspended")
      case "resume":
        return suspendedSince === null ? not(status) : null
      default:
        return null
    }
  },
)

const statusAfter = ({ to }: Move, entry: Entry, act: EntryAct, at: Instant): Standing.EntryStatus => {
  const { status } = entry
  if (act.act === "decide") return act.decision.status
  if (to === "began") return undecidedStatus(entry, at)
  return to === "same" || to === "found" ? status : to
}

/** The instant at which a move takes effect: the close of its window, or now. */
export const effectAt = ({ window }: Entry, { at }: Move, now: Instant): Instant =>
  at === "close" ? needPresent(window, "the window that closes").closesAt : now

/** PD11 §5: who may dispute an entry, when, how often, and what it stops. */
export const disputes = enforced(
  "PD11 §5",
  "Disputes",
  (t) =>
    `Either party may dispute an entry that is not superseded, on a stated ground and with a statement of at most ${chars(t.statementCharsMax)}. An entry has one dispute at a time, and the party bound disputes it once in all. A dispute that the Registrar has not decided ${days(t.disputeDays)} after it began ends, and the entry is as it was, with fresh time for a step other than the time fixed. If the party favoured disputed what the party bound attested by words, the attestation falls with it: the entry is notified, and the ${hours(t.noticeHours)} of a notice run. While an entry is disputed, it adds nothing to a reputation, and what it added before stays.`,
)

export const disputesAndPayouts = enforced(
  "PD11 §5A",
  "Disputes and payouts",
  () =>
    "A dispute by the party bound does not stop a payout on a final judgment. If the party favoured asks for a payout on the judgment, before or after the party bound attests performance by words, the request disputes the attestation.",
)

const addressAfter = ({ address }: Entry, act: EntryAct, at: Instant): Entry["address"] =>
  act.act === "address"
    ? { ...needPresent(act.address, "the address that is registered"), proven: act.proven, at }
    : address

/** Whether an entry is satisfied by silence alone after a move. A dispute keeps that in mind for as long as it runs. */
const silentAfter = (
  entry: Entry,
  { act }: EntryAct,
  { to }: Move,
  status: Standing.EntryStatus,
): boolean => {
  if (status !== "satisfied" && status !== "disputed") return false
  return act === "dispute" || to === "same" || to === "began" ? entry.silent === true : act === "pass"
}

/**
 * An entry after a move that the law allows. `terms` are the figures in force when the matter was filed. Every member is named, in the
 * order of the record: a million entries move faster that way than by copies (`http/docs/figures.md`).
 */
export const entryAfter = rule(
  ["PD11 §5", "PD11 §7", "PD11 §10"],
  (entry: Entry, act: EntryAct, move: Move, at: Instant, terms: Terms): Entry => {
    const status = statusAfter(move, entry, act, at)
    const performedAt = performanceAfter(entry, act, at)
    const { suspendedSince, tolled, dueAt } = timeAfter(entry, act, at, terms)
    return {
      // The order of the judgment and its parties never change.
      id: entry.id,
      citation: entry.citation,
      n: entry.n,
      matterId: entry.matterId,
      filedAt: entry.filedAt,
      type: entry.type,
      bound: entry.bound,
      favoured: entry.favoured,
      sameOperator: entry.sameOperator,
      amountCents: entry.amountCents,
      currency: entry.currency,
      hours: entry.hours,
      deliveredAt: entry.deliveredAt,
      // Time runs, and the status follows.
      dueAt,
      status,
      window: windowAfter(entry, move, at, terms),
      suspendedSince,
      tolled,
      performedAt,
      silent: silentAfter(entry, act, move, status),
      // The statement of an act stays until another act states it anew.
      attestation: act.act === "attest" ? { ...act.attestation, at } : entry.attestation,
      dispute: act.act === "dispute" ? { ...act.dispute, at } : entry.dispute,
      began: beganAfter(entry, act, status),
      boundDisputed: hasDisputed(entry) || (act.act === "dispute" && act.who === "bound"),
      decision: act.act === "decide" ? { ...act.decision, at } : entry.decision,
      corrected: entry.corrected || (act.act === "decide" && act.decision.correction),
      address: addressAfter(entry, act, at),
      addressChanges: entry.addressChanges + Number(act.act === "address"),
      adjustments: adjust(entry, move.credit, { status, performedAt, at }, terms),
      finality: "finality" in act ? act.finality : entry.finality,
    }
  },
)
