/** What the public journal says of an entry: enough to compute its status, and the label and reputation of the party bound, again. */
import { type Actor, nameOf } from "../Actor.ts"
import { type Change, event } from "../Change.ts"
import type { Json } from "../Json.ts"
import type { SectionId } from "../rulebook/Section.ts"
import { format, formatNullable } from "../Time.ts"
import type { Moved } from "./Act.ts"
import { type Adjustment, type Entry, judgmentSubject, subjectOf } from "./Entry.ts"
import { type ActName, transitions } from "./Transitions.ts"

const windowView = (window: Entry["window"]) =>
  window === null
    ? null
    : { kind: window.kind, opensAt: format(window.opensAt), closesAt: format(window.closesAt) }

/** The time that runs for an entry, as it is shown: an appeal suspends all of it, so that there is none meanwhile (PD11 §7). */
export const timeView = ({ dueAt, window, suspendedSince }: Entry) =>
  suspendedSince === null
    ? { dueAt: format(dueAt), window: windowView(window) }
    : { dueAt: null, window: null }

/** The part of an entry that the registers rest on: every event of an entry carries it. */
const state = (entry: Entry) => ({
  entry: entry.id,
  citation: entry.order.citation,
  n: entry.order.n,
  bound: entry.order.bound.handle,
  favoured: entry.order.favoured.handle,
  status: entry.status,
  ...timeView(entry),
  suspendedSince: formatNullable(entry.suspendedSince),
})

const [opening] = transitions.open.moves

/**
 * The entries that a judgment opens, as one event of that judgment. What a judgment, an appeal or a vacation does, it does to
 * all its entries at one instant, so the journal says it once: the largest judgment replaced on appeal by another as large, with
 * both sets of entries, then fits one commit, and no entry is ever seen in another state than the judgment on which it rests.
 */
export const openedEvent = (entries: readonly [Entry, ...Entry[]]): Change => {
  const [{ order, finality }] = entries
  const { citation, matterId, currency, deliveredAt } = order
  return event(`compliance.${opening.event}`, judgmentSubject(citation), opening.sections, {
    act: "open",
    by: "court",
    citation,
    matterId,
    currency,
    deliveredAt: format(deliveredAt),
    finality: finality.status,
    until: formatNullable(finality.until),
    entries: entries.map((entry) => ({
      ...state(entry),
      from: null,
      delta: 0,
      given: [],
      reversed: [],
      type: entry.order.type,
      amountCents: entry.order.amountCents,
      hours: entry.order.hours,
    })),
  })
}

/** What an act stated, as far as the public may read it: words only by their SHA-256. */
const stated = ({ act, entry }: Moved): { readonly [key: string]: Json } => {
  switch (act) {
    case "attest":
      return entry.attestation === null
        ? {}
        : {
            date: format(entry.attestation.date),
            evidenceSha256: entry.attestation.evidenceSha256,
            sha256: entry.attestation.sha256,
          }
    case "dispute":
      return entry.dispute === null
        ? {}
        : { ground: entry.dispute.ground, statementSha256: entry.dispute.statementSha256 }
    case "decide":
      return entry.decision === null
        ? {}
        : {
            reasons: entry.decision.reasons,
            correction: entry.decision.correction,
            found: formatNullable(entry.decision.performedAt),
          }
    case "address":
      return entry.address === null
        ? {}
        : { network: entry.address.network, asset: entry.address.asset, address: entry.address.address }
    default:
      return {}
  }
}

const brief = ({ delta, reason, rule }: Adjustment) => ({ delta, reason, rule })

/** The adjustments that a move gave and those that it reversed. */
const changed = ({ before, entry }: Moved) => ({
  given: entry.adjustments.slice(before.adjustments.length).map(brief),
  reversed: before.adjustments
    .filter((was, i) => was.reversedAt === null && entry.adjustments[i]?.reversedAt !== null)
    .map(brief),
})

/** What a transition did to an entry. */
const change = (moved: Moved) => ({
  ...state(moved.entry),
  from: moved.before.status,
  delta: moved.delta,
  ...changed(moved),
  performedAt: formatNullable(moved.entry.performedAt),
})

const byJudgment: ReadonlySet<ActName> = new Set(["suspend", "resume", "supersede"])
/** Whether a move came to the entry through its judgment: all entries of the judgment make it together. */
export const isByJudgment = ({ act }: Moved): boolean => byJudgment.has(act)

/** A transition of one entry as the journal keeps it. Passings are the scheduler's. */
const ownEvent = (moved: Moved, actor: Actor): Change => {
  const sections: ReadonlyArray<SectionId> = moved.move.sections
  const by = moved.act === "pass" ? "scheduler" : nameOf(actor)
  return event(
    `compliance.${moved.move.event}`,
    subjectOf(moved.entry.id),
    sections,
    { ...change(moved), act: moved.act, by, ...stated(moved) },
    moved.at,
  )
}

/** What an appeal or a vacation did to the entries of one judgment, as one event of that judgment. */
const sharedEvent = (moves: readonly [Moved, ...Moved[]], actor: Actor): Change => {
  const [{ move, act, at, entry }] = moves
  return event(
    `compliance.${move.event}`,
    judgmentSubject(entry.order.citation),
    move.sections,
    {
      act,
      by: nameOf(actor),
      citation: entry.order.citation,
      finality: entry.finality.status,
      until: formatNullable(entry.finality.until),
      entries: moves.map(change),
    },
    at,
  )
}

/** The events of moves, in order: each entry's own first, then what came to several through their judgment. */
export const movedEvents = (moves: ReadonlyArray<Moved>, actor: Actor): ReadonlyArray<Change> => {
  const shared = new Map<string, [Moved, ...Moved[]]>()
  const own: Array<Change> = []
  for (const moved of moves) {
    const key = `${moved.act}/${moved.entry.order.citation}`
    const group = shared.get(key)
    if (!isByJudgment(moved)) own.push(ownEvent(moved, actor))
    else if (group === undefined) shared.set(key, [moved])
    else group.push(moved)
  }
  return [...own, ...[...shared.values()].map((group) => sharedEvent(group, actor))]
}
