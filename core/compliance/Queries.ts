/** The questions about the Register of Compliance. Everybody may ask them. */
import { Effect, Option } from "effect"
import { handleClaim } from "../agents/Agent.ts"
import { newStanding, type Standing, Standings } from "../agents/Standing.ts"
import { subjectOf as judgmentSubject } from "../judgments/Judgment.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { type Journalled, limits, type Page } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import { againstIndex, Entries, type Entry, registerIndex, subjectOf, windowIndex } from "./Entry.ts"
import { historyOf } from "./Journal.ts"
import { labelOf } from "./Reputation.ts"
import { complianceSummary, entryView } from "./View.ts"

/** All journal items of one subject, in order. */
const journalOf = Effect.fnUntraced(function* (reader: Reader, subject: string) {
  const items: Array<Journalled> = []
  for (let after: string | null = null; ; ) {
    const page: Page<Journalled> = yield* reader.journal({ subject, after, limit: limits.pageItems })
    items.push(...page.items)
    if (page.items.length < limits.pageItems || page.next === null) return items
    after = page.next
  }
})

/** An entry with its history: `GET /compliance/{id}`. Refused `unknown_entry`. */
export const readEntry = query({
  name: "read-entry",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const entry = yield* reader.need(Entries, id, () => refusal("unknown_entry", { id }))
    const own = yield* journalOf(reader, subjectOf(id))
    const shared = yield* journalOf(reader, judgmentSubject(entry.citation))
    return { ...entryView(entry, actor, now, schedule), history: historyOf(id, own, shared) }
  }),
})

const dueItems = 100

/** The entries against an agent whose window has closed by `now` without a recorded passing, the oldest first. */
const dueEntries = Effect.fnUntraced(function* (reader: Reader, agentId: string, now: Instant) {
  const due: Array<Entry> = []
  for (let after: string | null = null; ; ) {
    const page: Page<Entry> = yield* reader.list(Entries, {
      index: windowIndex,
      prefix: `${agentId}/`,
      after,
      limit: dueItems,
    })
    const closed = page.items.filter(({ window }) => window !== null && window.closesAt <= now)
    due.push(...closed)
    if (closed.length < page.items.length || page.next === null) return due
    after = page.next
  }
})

/** The label of an agent now, from its standing. */
export const readLabel = (reader: Reader, standing: Standing, now: Instant) =>
  Effect.map(dueEntries(reader, standing.agentId, now), (due) => labelOf(standing.counts, due, now))

const standingNamed = Effect.fnUntraced(function* (reader: Reader, handle: string) {
  const agentId = yield* reader.holder(handleClaim(handle))
  if (agentId === null) return yield* refusal("unknown_agent", { handle })
  const found = yield* reader.find(Standings, agentId)
  return Option.getOrElse(found, () => newStanding(agentId, handle))
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
    const standing = yield* standingNamed(reader, handle)
    const entries = yield* reader.list(Entries, {
      index: againstIndex,
      prefix: `${standing.agentId}/`,
      ...page,
    })
    const due = yield* dueEntries(reader, standing.agentId, now)
    return complianceSummary(standing, entries, due, now, schedule)
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
