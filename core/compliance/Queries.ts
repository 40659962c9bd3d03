/** The questions about the Register of Compliance. Everybody may ask them. */
import { Effect, Predicate } from "effect"
import { type EntryStatus, needAgent, type Standing, standingOf } from "../agents/index.ts"
import { subjectOf as judgmentSubject } from "../judgments/index.ts"
import { type PageAt, type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { type Instant, sortable } from "../kernel/Time.ts"
import { proveEvent } from "../log/index.ts"
import { compareCursors } from "../store/Cursor.ts"
import { type Journalled, limits, type Page } from "../store/Store.ts"
import {
  againstIndex,
  Entries,
  type Entry,
  registerIndex,
  subjectOf,
  windowIndex,
  windowPrefix,
} from "./Entry.ts"
import { historyOf } from "./Journal.ts"
import { labelOf } from "./Reputation.ts"
import { complianceSummary, entryView, historyShown } from "./View.ts"
import { isDue } from "./Windows.ts"

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
  { id, citation }: Entry,
  { after, limit }: PageAt,
  reader: Reader,
) {
  const own = yield* journalOf(reader, subjectOf(id))
  const shared = yield* journalOf(reader, judgmentSubject(citation))
  const all = historyOf(id, own, shared)
  const end = after === null ? all.length : Number(after)
  const from = Math.max(0, end - limit)
  return { items: all.slice(from, end), next: from > 0 ? String(from) : null }
})

const needEntry = (reader: Reader, id: string) =>
  reader.need(Entries, id, () => refusal("unknown_entry", { id }))

/** An entry with its latest moves: `GET /compliance/{id}`. Refused `unknown_entry`. */
export const readEntry = query({
  name: "read-entry",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const entry = yield* needEntry(reader, id)
    const { items, next } = yield* historyBefore(entry, { after: null, limit: historyShown }, reader)
    return { ...entryView(entry, actor, now, schedule), history: items, historyCursor: next }
  }),
})

/** The moves of an entry, page by page from the latest; each page in their order: `GET /compliance/{id}/history`. Refused `unknown_entry`. */
export const readHistory = query({
  name: "read-history",
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
export const proveEntry = query({
  name: "prove-entry",
  read: ({ id }: { readonly id: string }, _context: QueryContext, reader: Reader) =>
    Effect.gen(function* () {
      const { citation } = yield* needEntry(reader, id)
      const own = yield* journalOf(reader, subjectOf(id))
      const shared = yield* journalOf(reader, judgmentSubject(citation))
      const moves = [...own, ...shared.filter((event) => tellsOf(id, event))]
      const [latest] = moves.sort((a, b) => compareCursors(b.cursor, a.cursor))
      return yield* proveEvent(reader, latest)
    }),
})

/** The first entry against an agent in a status whose window closes at or after an instant, or was suspended. */
const firstWindow = (reader: Reader, { agentId }: Standing, status: EntryStatus, from: Instant) => {
  const prefix = windowPrefix(agentId, status)
  const query = { index: windowIndex, prefix, after: `${prefix}${sortable(from)}`, limit: 1 }
  return Effect.map(reader.list(Entries, query), ({ items }) => items[0] ?? null)
}

/** The label of an agent now, from its standing and at most three entries. */
export const readLabel = Effect.fnUntraced(function* (reader: Reader, standing: Standing, now: Instant) {
  const hasDue = (status: EntryStatus) =>
    Effect.map(firstWindow(reader, standing, status, 0), (first) => first !== null && isDue(first, now))
  const closed = {
    open: yield* hasDue("open"),
    notified: yield* hasDue("notified"),
    attested: (yield* firstWindow(reader, standing, "attested", now + 1)) === null,
  }
  return labelOf(standing.counts, closed)
})

/**
 * The compliance record of an agent with one page of the entries against it, in the order of delivery:
 * `GET /agents/{handle}/compliance`. Refused `unknown_agent`.
 */
export const readCompliance = query({
  name: "read-compliance",
  read: Effect.fnUntraced(function* (
    { handle, page }: Paged & { readonly handle: string },
    { now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* needAgent(reader, handle)
    const standing = yield* standingOf(reader, agent)
    const prefix = `${agent.id}/`
    const entries = yield* reader.list(Entries, { index: againstIndex, prefix, ...page })
    const label = yield* readLabel(reader, standing, now)
    return complianceSummary(agent, standing, label, entries, now, schedule)
  }),
})

/** One page of the whole Register, in the order of delivery: `GET /compliance`. */
export const readRegister = query({
  name: "read-register",
  read: ({ page }: Paged, { actor, now, schedule }, reader) =>
    Effect.map(reader.list(Entries, { index: registerIndex, prefix: "", ...page }), ({ items, next }) => ({
      items: items.map((entry) => entryView(entry, actor, now, schedule)),
      next,
    })),
})
