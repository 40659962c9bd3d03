/**
 * The questions about the Register of Compliance, which everybody may ask, with what is shown of an entry and of the compliance record
 * of an agent.
 */
import { Effect, Predicate, Schema } from "effect"
import { Agent, IdentityStatus, Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { listOf, oneOf, word } from "../kernel/Json.ts"
import { Next, nextMax } from "../kernel/Moves.ts"
import { type PageAt, type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { Schedule } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant, sortable, Timestamp } from "../kernel/Time.ts"
import { proveEvent } from "../log/index.ts"
import { compareCursors, type Journalled, limits, type Page } from "../store/Store.ts"
import { Behind, readBehind, readLatest } from "./Behind.ts"
import * as Entry from "./Entry.ts"
import { HistoryItem, historyOf, timeOf } from "./Journal.ts"
import { partOf } from "./Moves.ts"
import { provingText } from "./PaymentAddress.ts"
import { nextOf } from "./Record.ts"
import { countsAt, isDue, Label, labelOf } from "./Reputation.ts"

const { fields } = Entry.Facts
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
  attestation: Schema.NullOr(Schema.Struct({ ...Entry.Attestation.fields, evidence: Schema.NullOr(text) })),
  dispute: Schema.NullOr(
    Schema.Struct({
      ...Entry.Dispute.fields,
      ground: oneOf(...Entry.Ground.literals),
      statement: Schema.NullOr(text),
      /** When the dispute ends by itself; null once it has ended, and while an appeal suspends it. */
      dueAt: Schema.NullOr(fields.dueAt),
    }),
  ),
  decision: Schema.NullOr(
    Schema.Struct({ ...Entry.Decision.fields, status: oneOf(...Entry.Decision.fields.status.literals) }),
  ),
  corrected: fields.corrected,
  address: fields.address,
  adjustments: fields.adjustments.pipe(Schema.maxItems(adjustmentsShown)),
  finality: word(Judgment.FinalityStatus),
  next: listOf(EntryNext, nextMax),
})

const entryViewSchema = Schema.encodedBoundSchema(Shown).annotations({
  identifier: "ComplianceEntry",
})

export interface EntryView extends Schema.Schema.Type<typeof entryViewSchema> {}

/** An entry as the public and its parties read it; only its parties read statements and evidence. */
export const EntryView: Schema.Schema<EntryView> = entryViewSchema

// Mapped, so that it has a name, which editors show in place of its members.
/** How many moves of an entry are shown at most, the latest of them. */
export const historyShown = 50

const entryWithHistorySchema = Schema.encodedBoundSchema(
  Schema.Struct({
    ...Shown.fields,
    history: Schema.Array(HistoryItem).pipe(Schema.maxItems(historyShown)),
    historyCursor: Schema.NullOr(text),
  }),
).annotations({ identifier: "ComplianceEntryWithHistory" })

export interface EntryWithHistory extends Schema.Schema.Type<typeof entryWithHistorySchema> {}

/** An entry with its latest moves, in the order in which it made them. */
export const EntryWithHistory: Schema.Schema<EntryWithHistory> = entryWithHistorySchema

/** Whether a viewer reads the words of attestations and disputes: the parties and the Registrar do, others read the SHA-256 only. */
const mayRead = (entry: Entry.Entry, viewer: Actor): boolean =>
  ["bound", "favoured", "registrar"].includes(partOf(entry, viewer))

const encode = Schema.encodeSync(Shown)

/** An entry as the API shows it to a viewer. Its status is the one recorded; `finality` and `next` are those of `now`. */
export const entryView = rule(
  ["PD11 §1"],
  (entry: Entry.Entry, viewer: Actor, now: Instant, schedule: Schedule): EntryView => {
    const readable = mayRead(entry, viewer)
    const { attestation, dispute } = entry
    const time = timeOf(entry)
    const { window } = time
    return encode({
      ...entry,
      ...time,
      bound: entry.bound.handle,
      favoured: entry.favoured.handle,
      attestation: attestation && { ...attestation, evidence: readable ? attestation.evidence : null },
      dispute: dispute && {
        ...dispute,
        statement: readable ? dispute.statement : null,
        dueAt: window?.kind === "decision" ? window.closesAt : null,
      },
      adjustments: entry.adjustments.slice(-adjustmentsShown),
      finality: Judgment.finalityAt(entry.finality, now),
      next: nextOf(entry, now, schedule.at(entry.filedAt)).map((next) =>
        next.act === "address" ? { ...next, sign: { text: provingText(entry) } } : next,
      ),
    })
  },
)

const complianceSummarySchema = Schema.Struct({
  handle: text,
  operatorIdentity: IdentityStatus,
  label: oneOf(...Label.literals),
  behind: Behind,
  reputation: Schema.Int,
  counts: Schema.Record({ key: text, value: Schema.Int }),
  entries: Schema.Array(EntryView),
  asOf: Timestamp,
})

export interface ComplianceSummary extends Schema.Schema.Type<typeof complianceSummarySchema> {}
/** The schema of `ComplianceSummary`, with its fields. */
export interface ComplianceSummarySchema extends Schema.Struct<(typeof complianceSummarySchema)["fields"]> {}

/** The compliance record of an agent, as the public reads it. */
export const ComplianceSummary: ComplianceSummarySchema = complianceSummarySchema

type Summary = typeof ComplianceSummary.Type & { readonly next: string | null }

/**
 * The compliance record of an agent, which `GET /agents/{handle}/compliance` signs: its label, reputation and counts rest on all
 * entries against it, of which it has one page.
 */
export const complianceSummary = (
  { handle, identity }: Pick<Agent.Agent, "handle" | "identity">,
  standing: Standing.Standing,
  { label, behind }: { readonly label: Label; readonly behind: Behind },
  page: { readonly items: ReadonlyArray<Entry.Entry>; readonly next: string | null },
  now: Instant,
  schedule: Schedule,
): Summary => ({
  handle,
  operatorIdentity: identity.status,
  label,
  behind,
  reputation: standing.reputation,
  counts: standing.counts,
  entries: page.items.map((entry) => entryView(entry, { role: "public" }, now, schedule)),
  next: page.next,
  asOf: format(now),
})

/** All journal items of one subject, in order. They are few: an entry takes few changes of address, and the Registrar ends each dispute. */
const journalOf = Effect.fnUntraced(function* (reader: Reader, subject: string) {
  const items: Array<Journalled> = []
  for (let after: string | null = null; ; ) {
    const page: Page<Journalled> = yield* reader.journal({ subject, after, limit: limits.pageItems })
    items.push(...page.items)
    if (page.items.length < limits.pageItems || page.next === null) return items
    after = page.next
  }
})

/** The moves of an entry before a position (null: the latest ones), in their order; `next` is the position before which they go on. */
const historyBefore = Effect.fnUntraced(function* (
  { id, citation }: Entry.Entry,
  { after, limit }: PageAt,
  reader: Reader,
) {
  const own = yield* journalOf(reader, Entry.subjectOf(id))
  const shared = yield* journalOf(reader, Judgment.subjectOf(citation))
  const all = historyOf(id, own, shared)
  const end = after === null ? all.length : Number(after)
  const from = Math.max(0, end - limit)
  return { items: all.slice(from, end), next: from > 0 ? String(from) : null }
})

const needEntry = (reader: Reader, id: string) =>
  reader.need(Entry.Entries, id, () => refusal("unknown_entry", { id }))

/** An entry with its latest moves: `GET /compliance/{id}`. Refused `unknown_entry`. */
export const readCompliance = query({
  name: "read-compliance",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const entry = yield* needEntry(reader, id)
    const { items, next } = yield* historyBefore(entry, { after: null, limit: historyShown }, reader)
    const view: EntryWithHistory = {
      ...entryView(entry, actor, now, schedule),
      history: items,
      historyCursor: next,
    }
    return view
  }),
})

/** The moves of an entry, page by page from the latest; each page in their order: `GET /compliance/{id}/history`. Refused `unknown_entry`. */
export const complianceHistory = query({
  name: "compliance-history",
  read: ({ id, page }: Paged & { readonly id: string }, _context: QueryContext, reader: Reader) =>
    Effect.flatMap(needEntry(reader, id), (entry) => historyBefore(entry, page, reader)),
})

/** Whether an event of a judgment says what became of an entry. */
const tellsOf = (id: string, event: { readonly data: unknown }): boolean => {
  const lines = Predicate.hasProperty(event.data, "entries") ? event.data.entries : null
  return (
    Array.isArray(lines) && lines.some((line) => Predicate.hasProperty(line, "entry") && line.entry === id)
  )
}

/** The proof that the log has the latest move of an entry: `GET /compliance/{id}/proof`. Refused `unknown_entry`. */
export const proveCompliance = query({
  name: "prove-compliance",
  read: ({ id }: { readonly id: string }, _context: QueryContext, reader: Reader) =>
    Effect.gen(function* () {
      const { citation } = yield* needEntry(reader, id)
      const own = yield* journalOf(reader, Entry.subjectOf(id))
      const shared = yield* journalOf(reader, Judgment.subjectOf(citation))
      const moves = [...own, ...shared.filter((event) => tellsOf(id, event))]
      const [latest] = moves.sort((a, b) => compareCursors(b.cursor, a.cursor))
      return yield* proveEvent(reader, latest)
    }),
})

/** The first entry against an agent in a status whose window closes at or after an instant, or was suspended. */
const firstWindow = (
  reader: Reader,
  { agentId }: Standing.Standing,
  status: Standing.EntryStatus,
  from: Instant,
) => {
  const prefix = Entry.windowPrefix(agentId, status)
  const query = { index: Entry.windowIndex, prefix, after: `${prefix}${sortable(from)}`, limit: 1 }
  return Effect.map(reader.list(Entry.Entries, query), ({ items }) => items[0] ?? null)
}

/** The passings that time alone has made in the entries against an agent, from at most three of them. */
const readClosed = Effect.fnUntraced(function* (reader: Reader, standing: Standing.Standing, now: Instant) {
  const hasDue = (status: Standing.EntryStatus) =>
    Effect.map(firstWindow(reader, standing, status, 0), (first) => first !== null && isDue(first, now))
  return {
    open: yield* hasDue("open"),
    notified: yield* hasDue("notified"),
    attested: (yield* firstWindow(reader, standing, "attested", now + 1)) === null,
  }
})

/** How many entries against an agent have each status now. At least one is counted as passed where windows have closed. */
export const readCounts = (reader: Reader, standing: Standing.Standing, now: Instant) =>
  Effect.map(readClosed(reader, standing, now), (closed) => countsAt(standing.counts, closed))

/** The label of an agent now, from its standing and at most three entries. */
export const readLabel = (reader: Reader, standing: Standing.Standing, now: Instant) =>
  Effect.map(readClosed(reader, standing, now), (closed) => labelOf(standing.counts, closed))

/**
 * The compliance record of an agent with one page of the entries against it, in the order of delivery:
 * `GET /agents/{handle}/compliance`. Refused `unknown_agent`.
 */
export const checkCompliance = query({
  name: "check-compliance",
  read: Effect.fnUntraced(function* (
    { handle, page }: Paged & { readonly handle: string },
    { now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* Agent.need(reader, handle)
    const standing = yield* Standing.read(reader, agent)
    const prefix = `${agent.id}/`
    const entries = yield* reader.list(Entry.Entries, { index: Entry.againstIndex, prefix, ...page })
    const label = yield* readLabel(reader, standing, now)
    const behind = yield* readBehind(reader, yield* readLatest(reader, standing), now)
    return complianceSummary(agent, standing, { label, behind }, entries, now, schedule)
  }),
})

/** One page of the whole Register, in the order of delivery: `GET /compliance`. */
export const listCompliance = query({
  name: "list-compliance",
  read: ({ page }: Paged, { actor, now, schedule }, reader) =>
    Effect.map(
      reader.list(Entry.Entries, { index: Entry.registerIndex, prefix: "", ...page }),
      ({ items, next }) => ({
        items: items.map((entry) => entryView(entry, actor, now, schedule)),
        next,
      }),
    ),
})
