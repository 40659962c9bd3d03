/** What the public journal says of an entry: enough to compute its status, and the label and reputation of the party bound, again. */
import { type Actor, nameOf } from "../Actor.ts"
import { type Change, event } from "../Change.ts"
import type { Json } from "../Json.ts"
import type { SectionId } from "../rulebook/Section.ts"
import { format, formatNullable } from "../Time.ts"
import type { Moved } from "./Act.ts"
import { type Adjustment, type Entry, subjectOf } from "./Entry.ts"
import { transitions } from "./Transitions.ts"

export const windowView = (window: Entry["window"]) =>
  window === null
    ? null
    : { kind: window.kind, opensAt: format(window.opensAt), closesAt: format(window.closesAt) }

/** The part of an entry that the registers rest on: every event of an entry carries it. */
const state = (entry: Entry) => ({
  entry: entry.id,
  citation: entry.citation,
  n: entry.n,
  bound: entry.bound.handle,
  favoured: entry.favoured.handle,
  status: entry.status,
  dueAt: format(entry.dueAt),
  window: windowView(entry.window),
  suspendedSince: formatNullable(entry.suspendedSince),
})

const [opening] = transitions.open.moves

export const openedEvent = (entry: Entry): Change =>
  event(`compliance.${opening.event}`, subjectOf(entry.id), opening.sections, {
    ...state(entry),
    act: "open",
    by: "court",
    from: null,
    delta: 0,
    given: [],
    reversed: [],
    matterId: entry.matterId,
    type: entry.type,
    amountCents: entry.amountCents,
    currency: entry.currency,
    hours: entry.hours,
    deliveredAt: format(entry.deliveredAt),
  })

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
        : { reasons: entry.decision.reasons, correction: entry.decision.correction }
    case "address":
      return entry.address === null
        ? {}
        : { network: entry.address.network, asset: entry.address.asset, address: entry.address.address }
    case "suspend":
    case "resume":
    case "supersede":
      return { finality: entry.finality.status, until: formatNullable(entry.finality.until) }
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

/** A transition as the journal keeps it; `GET /compliance/{id}` reads its history from these. Passings are the scheduler's. */
export const movedEvent = (moved: Moved, actor: Actor): Change => {
  const sections: ReadonlyArray<SectionId> = moved.move.sections
  return event(
    `compliance.${moved.move.event}`,
    subjectOf(moved.entry.id),
    sections,
    {
      ...state(moved.entry),
      act: moved.act,
      by: moved.act === "pass" ? "scheduler" : nameOf(actor),
      from: moved.before.status,
      delta: moved.delta,
      ...changed(moved),
      performedAt: formatNullable(moved.entry.performedAt),
      ...stated(moved),
    },
    moved.at,
  )
}
