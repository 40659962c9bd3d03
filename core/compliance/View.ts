/** An entry, and the compliance record of an agent, as a viewer reads them. */
import type { Actor } from "../Actor.ts"
import { finalityAt } from "../judgments/Judgment.ts"
import { rule } from "../Rule.ts"
import type { Schedule } from "../Schedule.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import type { Entry } from "./Entry.ts"
import { timeView } from "./Journal.ts"
import { nextOf } from "./Law.ts"
import { partOf } from "./Moves.ts"
import { type Counts, type Label, labelOf, type Standing } from "./Standing.ts"

/** The parties of an entry and the Registrar read what was attested and stated in words; everybody else its SHA-256. */
const mayRead = (entry: Entry, viewer: Actor): boolean =>
  ["bound", "favoured", "registrar"].includes(partOf(entry, viewer))

const attestationView = ({ attestation }: Entry, readable: boolean) =>
  attestation === null
    ? null
    : {
        date: format(attestation.date),
        at: format(attestation.at),
        evidence: readable ? attestation.evidence : null,
        evidenceSha256: attestation.evidenceSha256,
        sha256: attestation.sha256,
      }

const disputeView = ({ dispute }: Entry, readable: boolean) =>
  dispute === null
    ? null
    : {
        by: dispute.by,
        ground: dispute.ground,
        statement: readable ? dispute.statement : null,
        statementSha256: dispute.statementSha256,
        at: format(dispute.at),
      }

const decisionView = ({ decision }: Entry) =>
  decision === null
    ? null
    : {
        status: decision.status,
        reasons: decision.reasons,
        performedAt: formatNullable(decision.performedAt),
        correction: decision.correction,
        at: format(decision.at),
      }

const addressView = ({ address }: Entry) =>
  address === null
    ? null
    : {
        network: address.network,
        asset: address.asset,
        address: address.address,
        at: format(address.at),
      }

/** An entry as the API shows it to a viewer. Its status is the one recorded; `finality` and `next` are those of `now`. */
export const entryView = rule(
  ["PD11 §1"],
  (entry: Entry, viewer: Actor, now: Instant, schedule: Schedule) => {
    const readable = mayRead(entry, viewer)
    return {
      id: entry.id,
      citation: entry.citation,
      n: entry.n,
      type: entry.type,
      bound: entry.bound.handle,
      favoured: entry.favoured.handle,
      amountCents: entry.amountCents,
      currency: entry.currency,
      hours: entry.hours,
      deliveredAt: format(entry.deliveredAt),
      ...timeView(entry),
      status: entry.status,
      suspendedSince: formatNullable(entry.suspendedSince),
      attestation: attestationView(entry, readable),
      dispute: disputeView(entry, readable),
      decision: decisionView(entry),
      corrected: entry.corrected,
      address: addressView(entry),
      adjustments: entry.adjustments.map(({ delta, reason, rule, at, reversedAt }) => ({
        delta,
        reason,
        rule,
        at: format(at),
        reversedAt: formatNullable(reversedAt),
      })),
      finality: finalityAt(entry.finality, now),
      next: nextOf(entry, now, schedule.at(entry.filedAt)).map(({ who, act, dueBy }) => ({
        who,
        act,
        dueBy: formatNullable(dueBy),
      })),
    }
  },
)
export type EntryView = ReturnType<typeof entryView>

export type ComplianceSummary = {
  readonly handle: string
  readonly label: Label
  readonly reputation: number
  readonly counts: Counts
  readonly entries: ReadonlyArray<EntryView>
  readonly next: string | null
  readonly asOf: string
}

/**
 * The compliance record of an agent, as the public reads it: what `GET /agents/{handle}/compliance` signs. `due` are the
 * entries whose window has closed by `now` and is not recorded yet: they count for the label.
 */
export const complianceSummary = (
  standing: Standing,
  page: { readonly items: ReadonlyArray<Entry>; readonly next: string | null },
  due: ReadonlyArray<Entry>,
  now: Instant,
  schedule: Schedule,
): ComplianceSummary => ({
  handle: standing.handle,
  label: labelOf(standing.counts, due, now),
  reputation: standing.reputation,
  counts: standing.counts,
  entries: page.items.map((entry) => entryView(entry, { role: "public" }, now, schedule)),
  next: page.next,
  asOf: format(now),
})
