import { Either } from "effect"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { hours, type Instant } from "../Time.ts"
import type { Attestation, Decision, Dispute, EntryAct, Moved, Part } from "./Act.ts"
import { adjusted, reputationOf } from "./Adjustments.ts"
import type { Entry, EntryStatus, EntryWindow } from "./Entry.ts"
import { dueAfter, suspendedAfter, tolledAfter } from "./Suspension.ts"
import { type Move, moveFrom, transitions } from "./Transitions.ts"

const isOf = (allowed: ReadonlyArray<Part>, who: Part): boolean => allowed.includes(who)

/** When the window that runs has passed; never while suspended. A window closes at its instant. */
export const isDue = (
  entry: Pick<Entry, "suspendedSince"> & { readonly window: { readonly closesAt: Instant } | null },
  now: Instant,
): boolean => entry.window !== null && entry.suspendedSince === null && now >= entry.window.closesAt

const opened = (move: Move, entry: Entry, at: Instant, terms: Terms): EntryWindow | null => {
  switch (move.window) {
    case "closed":
      return null
    case "kept":
      return entry.window
    case "fresh":
      return (
        entry.window && { kind: entry.window.kind, opensAt: at, closesAt: at + hours(terms.resumedHours) }
      )
    case "performance":
      return { kind: "performance", opensAt: at, closesAt: entry.dueAt }
    case "dispute":
      return { kind: "dispute", opensAt: at, closesAt: at + hours(terms.attestationDisputeHours) }
    case "notice":
      return { kind: "notice", opensAt: at, closesAt: at + hours(terms.noticeHours) }
  }
}

/** The instant of performance as the act leaves it. */
const performed = (entry: Entry, act: EntryAct, now: Instant): Instant | null => {
  switch (act.act) {
    case "attest":
      return act.attestation.date
    case "confirm":
      return entry.performedAt ?? now
    case "prove":
      return act.performedAt
    case "decide":
      return act.decision.performedAt ?? entry.performedAt
    case "meet":
      return null
    default:
      return entry.performedAt
  }
}

const statusAfter = (entry: Entry, act: EntryAct, to: Move["to"]): EntryStatus => {
  if (to === "found") return act.act === "decide" ? act.decision.status : entry.status
  return to === "same" ? entry.status : to
}

const finalityAfter = (entry: Entry, act: EntryAct): Entry["finality"] =>
  act.act === "suspend" || act.act === "resume" || act.act === "supersede" ? act.finality : entry.finality

const attested = (stated: Attestation, at: Instant): Entry["attestation"] => ({
  date: stated.date,
  at,
  evidence: stated.evidence,
  evidenceSha256: stated.evidenceSha256,
  sha256: stated.sha256,
})
const disputed = (stated: Dispute, at: Instant): Entry["dispute"] => ({
  by: stated.by,
  ground: stated.ground,
  statement: stated.statement,
  statementSha256: stated.statementSha256,
  at,
})
const decided = (stated: Decision, at: Instant): Entry["decision"] => ({
  status: stated.status,
  reasons: stated.reasons,
  performedAt: stated.performedAt,
  correction: stated.correction,
  at,
})

// Every field by name: one object made at once, several times faster than spreading the entry and writing over it.
const moved = (entry: Entry, act: EntryAct, move: Move, now: Instant, terms: Terms): Moved => {
  const at = move.at === "close" && entry.window !== null ? entry.window.closesAt : now
  const status = statusAfter(entry, act, move.to)
  const performedAt = performed(entry, act, now)
  const adjustments = adjusted(entry, move.credit, status, performedAt, at, terms)
  const after: Entry = {
    id: entry.id,
    citation: entry.citation,
    n: entry.n,
    matterId: entry.matterId,
    filedAt: entry.filedAt,
    type: entry.type,
    bound: entry.bound,
    favoured: entry.favoured,
    amountCents: entry.amountCents,
    currency: entry.currency,
    hours: entry.hours,
    deliveredAt: entry.deliveredAt,
    dueAt: dueAfter(entry, act, now, terms),
    status,
    window: opened(move, entry, at, terms),
    suspendedSince: suspendedAfter(entry, act, now),
    tolled: tolledAfter(entry, act, now),
    performedAt,
    attestation: act.act === "attest" ? attested(act.attestation, now) : entry.attestation,
    dispute: act.act === "dispute" ? disputed(act.dispute, now) : entry.dispute,
    decision: act.act === "decide" ? decided(act.decision, now) : entry.decision,
    corrected: entry.corrected || (act.act === "decide" && act.decision.correction),
    address: act.act === "address" && act.address !== null ? { ...act.address, at: now } : entry.address,
    adjustments,
    finality: finalityAfter(entry, act),
  }
  const delta =
    adjustments === entry.adjustments ? 0 : reputationOf(adjustments) - reputationOf(entry.adjustments)
  return { act: act.act, move, before: entry, entry: after, at, delta }
}

/** What an act states may not lie ahead, and what suspends or resumes must find the contrary. */
const objection = (entry: Entry, act: EntryAct, now: Instant): Refusal | null => {
  switch (act.act) {
    case "attest":
      return act.attestation.date > now ? refusal("future_date", {}) : null
    case "prove":
      return act.performedAt > now ? refusal("future_date", {}) : null
    case "decide":
      return (act.decision.performedAt ?? now) > now ? refusal("future_date", {}) : null
    case "address":
      return act.address === null ? refusal("address_unreadable", {}) : null
    case "pass":
      return isDue(entry, now) ? null : refusal("entry_state", { status: entry.status, act: act.act })
    case "suspend":
      return entry.suspendedSince === null
        ? null
        : refusal("entry_state", { status: "suspended", act: act.act })
    case "resume":
      return entry.suspendedSince !== null
        ? null
        : refusal("entry_state", { status: entry.status, act: act.act })
    default:
      return null
  }
}

/**
 * One move of an entry by the table, or the refusal that the table names. It does not look whether a window has passed:
 * `perform` does. `terms` are the figures in force when the matter was filed.
 */
export const transition = rule(
  ["PD11 §3", "PD11 §4", "PD11 §5", "PD11 §6", "PD11 §7", "PD11 §8", "PD11 §10", "PD11 §11", "PD11 §12"],
  (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Either.Either<Moved, Refusal> => {
    const { who, stranger, refuses } = transitions[act.act]
    if (!isOf(who, act.who)) return Either.left(refusal(stranger, {}))
    const move = moveFrom(act.act, entry.status)
    if (move === undefined) {
      const facts = { status: entry.status, act: act.act }
      return Either.left(refusal(refuses[entry.status] ?? "entry_state", facts))
    }
    const objected = objection(entry, act, now)
    return objected === null ? Either.right(moved(entry, act, move, now, terms)) : Either.left(objected)
  },
)
