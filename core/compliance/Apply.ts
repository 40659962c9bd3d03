/** Moves the record of an entry: its state by `Step.ts`, and what was stated beside it. */
import { Either } from "effect"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Attestation, Decision, Dispute, EntryAct, Moved } from "./Act.ts"
import { adjusted } from "./Adjustments.ts"
import type { Entry, EntryStatus, EntryWindow } from "./Entry.ts"
import { blank, load, never, type State } from "./State.ts"
import { type Refused, step } from "./Step.ts"
import { type Move, moveFrom } from "./Transitions.ts"

const instant = (at: Instant): Instant | null => (at === never ? null : at)

const windowOf = (entry: Entry, state: State, move: Move): EntryWindow | null => {
  if (state.window === "none") return null
  if (move.window === "kept") return entry.window
  return { kind: state.window, opensAt: state.opensAt, closesAt: state.closesAt }
}

/** Opens a span where the state now is tolled and was not, closes it where it no longer is. */
const spans = ({ tolled }: Entry, before: Instant, { tolledUntil }: State, now: Instant): Entry["tolled"] => {
  if (before === tolledUntil) return tolled
  return tolledUntil === never
    ? [...tolled, { from: now, to: null }]
    : tolled.map((span) => (span.to === null ? { from: span.from, to: tolledUntil } : span))
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
const entryAfter = (
  entry: Entry,
  act: EntryAct,
  move: Move,
  state: State,
  tolledBefore: Instant,
  now: Instant,
): Entry => ({
  id: entry.id,
  order: entry.order,
  dueAt: state.dueAt,
  status: state.status,
  window: windowOf(entry, state, move),
  suspendedSince: instant(state.suspendedSince),
  tolled: spans(entry, tolledBefore, state, now),
  performedAt: instant(state.performedAt),
  attestation: act.act === "attest" ? attested(act.attestation, now) : entry.attestation,
  dispute: act.act === "dispute" ? disputed(act.dispute, now) : entry.dispute,
  decision: act.act === "decide" ? decided(act.decision, now) : entry.decision,
  corrected: entry.corrected || (act.act === "decide" && act.decision.correction),
  address: act.act === "address" && act.address !== null ? { ...act.address, at: now } : entry.address,
  adjustments: adjusted(entry.adjustments, state),
  finality: finalityAfter(entry, act),
})

/** The instant of performance that an act states. */
export const statedBy = (act: EntryAct): Instant => {
  switch (act.act) {
    case "attest":
      return act.attestation.date
    case "prove":
      return act.performedAt
    case "decide":
      return act.decision.performedAt ?? never
    default:
      return never
  }
}
/** The status that an act finds. */
export const foundBy = (act: EntryAct, status: EntryStatus): EntryStatus =>
  act.act === "decide" ? act.decision.status : status

const refusedAs = (code: Refused, entry: Entry, act: EntryAct): Refusal => {
  if (code !== "entry_state" && code !== "already_disputed") return refusal(code, {})
  const twice = act.act === "suspend" && moveFrom("suspend", entry.status)
  return refusal(code, { status: twice ? "suspended" : entry.status, act: act.act })
}

// Filled anew for each move and left behind: a state of its own would cost each move a dozen boxed numbers.
const state = blank()

/**
 * One move of an entry by the table, or the refusal that the table names. It does not look whether a window has passed:
 * `perform` does. `terms` are the figures in force when the matter was filed.
 */
export const transition = rule(
  ["PD11 §3", "PD11 §4", "PD11 §5", "PD11 §6", "PD11 §7", "PD11 §8", "PD11 §10", "PD11 §11", "PD11 §12"],
  (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Either.Either<Moved, Refusal> => {
    load(state, entry)
    const { standing, tolledUntil } = state
    const move = step(state, act.act, act.who, statedBy(act), foundBy(act, entry.status), now, terms)
    if (typeof move === "string") return Either.left(refusedAs(move, entry, act))
    if (act.act === "address" && act.address === null) return Either.left(refusal("address_unreadable", {}))
    const after = entryAfter(entry, act, move, state, tolledUntil, now)
    return Either.right({
      act: act.act,
      move,
      before: entry,
      entry: after,
      at: state.at,
      delta: state.standing - standing,
    })
  },
)
