/** Readings of the Register of Compliance. */
import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { handleClaim } from "../agents/Agent.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import type { Schedule } from "../Schedule.ts"
import { type Driver, type Journalled, limits } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import {
  againstIndex,
  Entries,
  type Entry,
  judgmentSubject,
  newStanding,
  registerIndex,
  type Standing,
  Standings,
  subjectOf,
  windowIndex,
} from "./Entry.ts"
import { historyOf } from "./History.ts"
import { labelOf } from "./Label.ts"
import { complianceSummary, entryView } from "./View.ts"

/** All journal items of one subject, in order. */
export const journalOf = (driver: Pick<Driver, "journal">, subject: string) =>
  Effect.gen(function* () {
    const items: Array<Journalled> = []
    let after: string | null = null
    while (true) {
      const page: { items: ReadonlyArray<Journalled>; next: string | null } = yield* driver.journal({
        subject,
        after,
        limit: limits.pageItems,
      })
      items.push(...page.items)
      if (page.items.length < limits.pageItems || page.next === null) return items
      after = page.next
    }
  })

/** An entry with its history: `GET /compliance/{id}`. Refused `unknown_entry`. */
export const readEntry = (
  reader: Reader,
  driver: Pick<Driver, "journal">,
  id: string,
  viewer: Actor,
  now: Instant,
  schedule: Schedule,
) =>
  Effect.gen(function* () {
    const entry = yield* reader.need(Entries, id, () => refusal("unknown_entry", { id }))
    const own = yield* journalOf(driver, subjectOf(id))
    const shared = yield* journalOf(driver, judgmentSubject(entry.order.citation))
    return { ...entryView(entry, viewer, now, schedule), history: historyOf(id, own, shared) }
  })

/** The entries against an agent whose window has closed by `now` and that no passing has reached yet, oldest first. */
export const dueEntries = (reader: Reader, agentId: string, now: Instant) =>
  Effect.gen(function* () {
    const due: Array<Entry> = []
    let after: string | null = null
    while (true) {
      const page: { items: ReadonlyArray<Entry>; next: string | null } = yield* reader.list(Entries, {
        index: windowIndex,
        prefix: `${agentId}/`,
        after,
        limit: 100,
      })
      const closed = page.items.filter(({ window }) => window !== null && window.closesAt <= now)
      due.push(...closed)
      if (closed.length < page.items.length || page.next === null) return due
      after = page.next
    }
  })

const standingNamed = (reader: Reader, handle: string) =>
  Effect.gen(function* () {
    const agentId = yield* reader.holder(handleClaim(handle))
    if (agentId === null) return yield* refusal("unknown_agent", { handle })
    const found = yield* reader.find(Standings, agentId)
    return Option.getOrElse(found, () => newStanding(agentId, handle))
  })

/** The label of an agent now, from its standing. */
export const readLabel = (reader: Reader, standing: Standing, now: Instant) =>
  Effect.map(dueEntries(reader, standing.agentId, now), (due) => labelOf(standing.counts, due, now))

/** The compliance record of an agent with one page of the entries against it, in the order of delivery. Refused `unknown_agent`. */
export const readCompliance = (
  reader: Reader,
  handle: string,
  page: { readonly after: string | null; readonly limit: number },
  now: Instant,
  schedule: Schedule,
) =>
  Effect.gen(function* () {
    const standing = yield* standingNamed(reader, handle)
    const entries = yield* reader.list(Entries, {
      index: againstIndex,
      prefix: `${standing.agentId}/`,
      ...page,
    })
    const due = yield* dueEntries(reader, standing.agentId, now)
    return complianceSummary(standing, entries, due, now, schedule)
  })

/** One page of the whole Register, in the order of delivery. */
export const readRegister = (
  reader: Reader,
  page: { readonly after: string | null; readonly limit: number },
  viewer: Actor,
  now: Instant,
  schedule: Schedule,
) =>
  Effect.map(reader.list(Entries, { index: registerIndex, prefix: "", ...page }), ({ items, next }) => ({
    items: items.map((entry) => entryView(entry, viewer, now, schedule)),
    nextCursor: next,
  }))
