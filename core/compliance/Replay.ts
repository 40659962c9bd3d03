/** The Register of Compliance computed again from the public journal alone. */
import { Option, Predicate, Schema } from "effect"
import type { Json } from "../Json.ts"
import { published, type Schedule } from "../Schedule.ts"
import { format, type Instant } from "../Time.ts"
import { type Entry, type EntryStatus, judgmentSubject } from "./Entry.ts"
import { type Recomputed, recompute } from "./Recomputed.ts"
import { type Counts, type Label, labelOfCounts, newStanding } from "./Standing.ts"
import { statusAt } from "./Windows.ts"

/** An item of the public journal, as `GET /journal` gives it or as a store keeps it. */
export interface PublicItem {
  readonly at: Instant
  readonly type: string
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}

export interface Registers {
  /** Every entry as the rules make it, without the words that only its parties read and without ids of operators. */
  readonly entries: ReadonlyMap<string, Entry>
  /** The reputation of every agent named by an enrolment, an entry or a finding, by handle. */
  readonly reputation: ReadonlyMap<string, number>
  /** Where the journal says something else than the rules make of what it said before. */
  readonly faults: ReadonlyArray<string>
  /** The ids of agents by handle, and when each matter was filed. */
  readonly agents: ReadonlyMap<string, string>
  readonly filed: ReadonlyMap<string, Instant>
}

/** Registers of which the journal has said nothing yet. */
export const none: Registers = {
  entries: new Map(),
  reputation: new Map(),
  faults: [],
  agents: new Map(),
  filed: new Map(),
}

const textOf = (data: Json, key: string): string =>
  Predicate.hasProperty(data, key) && typeof data[key] === "string" ? data[key] : ""

const after = (subject: string): string => subject.slice(subject.indexOf("/") + 1)

/** What findings of conduct of one judgment took, or gave back as it fell: no entry moves. */
const Findings = Schema.Struct({
  citation: Schema.String,
  adjustments: Schema.Array(Schema.Struct({ agent: Schema.String, delta: Schema.Int })),
})
const decodeFindings = Schema.decodeUnknownOption(Findings)

const findings = ({ type, subject, at, data }: PublicItem): Recomputed => {
  const told = Option.getOrNull(decodeFindings(data))
  return told !== null && subject === judgmentSubject(told.citation)
    ? { entries: [], deltas: told.adjustments.map(({ agent, delta }) => [agent, delta]), faults: [] }
    : {
        entries: [],
        deltas: [],
        faults: [`${type} of ${subject} at ${format(at)}: it names no adjustments of that judgment`],
      }
}

/**
 * Folds journal items, in their order, into the registers, going on from `before`. Every move is made again by the rules, with the
 * figures of `schedule`; items that the Register of Compliance does not rest on are passed over.
 */
export const replay = (
  items: Iterable<PublicItem>,
  before: Registers = none,
  schedule: Schedule = published,
): Registers => {
  const entries = new Map(before.entries)
  const reputation = new Map(before.reputation)
  const agents = new Map(before.agents)
  const filed = new Map(before.filed)
  const faults = [...before.faults]
  const add = (handle: string, delta: number) => reputation.set(handle, (reputation.get(handle) ?? 0) + delta)
  const known = {
    entry: (id: string) => entries.get(id),
    agentId: (handle: string) => agents.get(handle) ?? null,
    filedAt: (id: string) => filed.get(id),
    terms: schedule.at,
  }
  for (const item of items) {
    if (item.type === "agent.enrolled") {
      agents.set(after(item.subject), textOf(item.data, "id"))
      add(after(item.subject), 0)
    }
    if (item.type === "matter.filed") filed.set(after(item.subject), item.at)
    if (!item.type.startsWith("compliance.")) continue
    const made = item.type === "compliance.adjusted" ? findings(item) : recompute(item, known)
    for (const entry of made.entries) entries.set(entry.id, entry)
    for (const [handle, delta] of made.deltas) add(handle, delta)
    faults.push(...made.faults)
  }
  return { entries, reputation, faults, agents, filed }
}

/** The label and reputation of every agent, and how many entries against it have each status, at an instant. */
export const registersAt = (
  { entries, reputation }: Pick<Registers, "entries" | "reputation">,
  now: Instant,
): ReadonlyMap<string, { readonly label: Label; readonly reputation: number; readonly counts: Counts }> => {
  const counts = new Map<string, Record<EntryStatus, number>>()
  const current = new Map<string, Record<EntryStatus, number>>()
  const countOf = (of: typeof counts, handle: string) => {
    const known = of.get(handle) ?? { ...newStanding("", handle).counts }
    of.set(handle, known)
    return known
  }
  for (const entry of entries.values()) {
    countOf(counts, entry.bound.handle)[entry.status] += 1
    countOf(current, entry.bound.handle)[statusAt(entry, now)] += 1
  }
  return new Map(
    [...reputation].map(([handle, sum]) => [
      handle,
      {
        label: labelOfCounts(countOf(current, handle)),
        reputation: sum,
        counts: countOf(counts, handle),
      },
    ]),
  )
}
