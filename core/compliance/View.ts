/** An entry, and the compliance record of an agent, as a viewer reads them. */
import { Schema } from "effect"
import { type Agent, IdentityStatus, type Standing } from "../agents/index.ts"
import { FinalityStatus, finalityAt } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { listOf, oneOf, word } from "../kernel/Json.ts"
import { Next, nextMax } from "../kernel/Moves.ts"
import type { Schedule } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant, Timestamp } from "../kernel/Time.ts"
import { Attestation, Decision, Dispute, type Entry, EntryFacts, EntryGround } from "./Entry.ts"
import { HistoryItem, timeOf } from "./Journal.ts"
import { partOf } from "./Moves.ts"
import { provingText } from "./PaymentAddress.ts"
import { nextOf } from "./Record.ts"
import { Label } from "./Reputation.ts"

const { fields } = EntryFacts
const text = Schema.String

/** How many adjustments of an entry are shown. Its history has all of them. */
const adjustmentsShown = 20

/** An act that is awaited. `sign` has the text whose signature by an address proves that the party favoured is paid there. */
const EntryNext = Schema.Struct({
  ...Next.fields,
  sign: Schema.optionalWith(Schema.Struct({ text }), { exact: true }),
}).annotations({ identifier: "ComplianceNext" })

const Shown = Schema.Struct({
  id: fields.id,
  citation: fields.citation,
  n: fields.n,
  type: fields.type,
  bound: text,
  favoured: text,
  sameOperator: fields.sameOperator,
  amountCents: fields.amountCents,
  currency: fields.currency,
  hours: fields.hours,
  deliveredAt: fields.deliveredAt,
  dueAt: Schema.NullOr(fields.dueAt),
  status: fields.status,
  window: fields.window,
  suspendedSince: fields.suspendedSince,
  attestation: Schema.NullOr(Schema.Struct({ ...Attestation.fields, evidence: Schema.NullOr(text) })),
  dispute: Schema.NullOr(
    Schema.Struct({
      ...Dispute.fields,
      ground: oneOf(...EntryGround.literals),
      statement: Schema.NullOr(text),
    }),
  ),
  decision: Schema.NullOr(
    Schema.Struct({ ...Decision.fields, status: oneOf(...Decision.fields.status.literals) }),
  ),
  corrected: fields.corrected,
  address: fields.address,
  /** The latest ones. */
  adjustments: fields.adjustments.pipe(Schema.maxItems(adjustmentsShown)),
  finality: word(FinalityStatus),
  next: listOf(EntryNext, nextMax),
})

/** An entry as answers carry it. */
export const EntryView = Schema.encodedBoundSchema(Shown).annotations({
  identifier: "ComplianceEntry",
})
export type EntryView = typeof EntryView.Type

/** How many moves an entry shows beside itself. */
export const historyShown = 50

/** An entry with its latest moves, in the order in which it made them. */
export const EntryWithHistory = Schema.encodedBoundSchema(
  Schema.Struct({
    ...Shown.fields,
    history: Schema.Array(HistoryItem).pipe(Schema.maxItems(historyShown)),
    historyCursor: Schema.NullOr(text),
  }),
).annotations({ identifier: "ComplianceEntryWithHistory" })

/** Whether a viewer reads the words of attestations and disputes: the parties and the Registrar do, others read the SHA-256 only. */
const mayRead = (entry: Entry, viewer: Actor): boolean =>
  ["bound", "favoured", "registrar"].includes(partOf(entry, viewer))

const encode = Schema.encodeSync(Shown)

/** An entry as the API shows it to a viewer. Its status is the one recorded; `finality` and `next` are those of `now`. */
export const entryView = rule(
  ["PD11 §1"],
  (entry: Entry, viewer: Actor, now: Instant, schedule: Schedule): EntryView => {
    const readable = mayRead(entry, viewer)
    const { attestation, dispute } = entry
    return encode({
      ...entry,
      ...timeOf(entry),
      bound: entry.bound.handle,
      favoured: entry.favoured.handle,
      attestation: attestation && { ...attestation, evidence: readable ? attestation.evidence : null },
      dispute: dispute && { ...dispute, statement: readable ? dispute.statement : null },
      adjustments: entry.adjustments.slice(-adjustmentsShown),
      finality: finalityAt(entry.finality, now),
      next: nextOf(entry, now, schedule.at(entry.filedAt)).map((next) =>
        next.act === "address" ? { ...next, sign: { text: provingText(entry) } } : next,
      ),
    })
  },
)

/** The compliance record of an agent, as the public reads it. */
export const ComplianceSummary = Schema.Struct({
  handle: text,
  operatorIdentity: IdentityStatus,
  label: oneOf(...Label.literals),
  reputation: Schema.Int,
  /** How many entries have each status. */
  counts: Schema.Record({ key: text, value: Schema.Int }),
  entries: Schema.Array(EntryView),
  asOf: Timestamp,
})
type Summary = typeof ComplianceSummary.Type & { readonly next: string | null }

/**
 * The compliance record of an agent, which `GET /agents/{handle}/compliance` signs: its label, reputation and counts rest on all
 * entries against it, of which it has one page.
 */
export const complianceSummary = (
  { handle, identity }: Pick<Agent, "handle" | "identity">,
  standing: Standing,
  label: Label,
  page: { readonly items: ReadonlyArray<Entry>; readonly next: string | null },
  now: Instant,
  schedule: Schedule,
): Summary => ({
  handle,
  operatorIdentity: identity.status,
  label,
  reputation: standing.reputation,
  counts: standing.counts,
  entries: page.items.map((entry) => entryView(entry, { role: "public" }, now, schedule)),
  next: page.next,
  asOf: format(now),
})
