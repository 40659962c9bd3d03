/** The Register of Compliance computed again from the public journal alone. */
import { Option, Schema } from "effect"
import { Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type PublicItem, textIn } from "../kernel/Journal.ts"
import { published, type Schedule } from "../kernel/Schedule.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { type Entry, pairOf } from "./Entry.ts"
import { type Recomputed, recompute } from "./Recomputed.ts"
import { type Label, labelOfCounts, statusAt } from "./Reputation.ts"

/** The registers that the rules make of a journal alone, beside which those of the court are laid. */
export interface Registers {
  /** Every entry as the rules compute it, without the words that only its parties read and without ids of operators. */
  readonly entries: ReadonlyMap<string, Entry>
  /** The reputation of every agent named by an enrolment, an entry or a finding, by handle. */
  readonly reputation: ReadonlyMap<string, number>
  /** Where the journal differs from what the rules compute from the items before. */
  readonly faults: ReadonlyArray<string>
  /** The ids of agents by handle, and when each matter was filed. */
  readonly agents: ReadonlyMap<string, string>
  readonly filed: ReadonlyMap<string, Instant>
}

/** The registers before the first item of the journal. */
export const none: Registers = {
  entries: new Map(),
  reputation: new Map(),
  faults: [],
  agents: new Map(),
  filed: new Map(),
}

const after = (subject: string): string => subject.slice(subject.indexOf("/") + 1)

/** The points that the findings of conduct of one judgment took from reputations, or gave back when the judgment fell. No entry moves. */
const Findings = Schema.Struct({
  citation: Schema.String,
  adjustments: Schema.Array(Schema.Struct({ agent: Schema.String, delta: Schema.Int })),
})
const decodeFindings = Schema.decodeUnknownOption(Findings)

const findings = ({ type, subject, at, data }: PublicItem): Recomputed => {
  const told = Option.getOrNull(decodeFindings(data))
  return told !== null && subject === Judgment.subjectOf(told.citation)
    ? { entries: [], deltas: told.adjustments.map(({ agent, delta }) => [agent, delta]), faults: [] }
    : {
        entries: [],
        deltas: [],
        faults: [`${type} of ${subject} at ${format(at)}: it names no adjustments of that judgment`],
      }
}

/**
 * Folds journal items, in their order, into the registers, beginning with `before`. Every move is made again by the rules, with the
 * figures of `schedule`. Items that do not concern the Register of Compliance are passed over.
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
  const pairs = new Map<string, Map<string, Entry>>()
  const keep = (entry: Entry) => {
    entries.set(entry.id, entry)
    const pair = pairs.get(pairOf(entry)) ?? new Map<string, Entry>()
    pairs.set(pairOf(entry), pair.set(entry.id, entry))
  }
  for (const entry of before.entries.values()) keep(entry)
  const add = (handle: string, delta: number) => reputation.set(handle, (reputation.get(handle) ?? 0) + delta)
  const known = {
    entry: (id: string) => entries.get(id),
    together: (entry: Entry) => [...needPresent(pairs.get(pairOf(entry)), "the entries of a pair").values()],
    agentId: (handle: string) => agents.get(handle) ?? null,
    filedAt: (id: string) => filed.get(id),
    terms: schedule.at,
  }
  for (const item of items) {
    if (item.type === "agent.enrolled") {
      agents.set(after(item.subject), textIn(item.data, "id"))
      add(after(item.subject), 0)
    }
    if (item.type === "matter.filed") filed.set(after(item.subject), item.at)
    if (!item.type.startsWith("compliance.")) continue
    const made = item.type === "compliance.adjusted" ? findings(item) : recompute(item, known)
    for (const entry of made.entries) keep(entry)
    for (const [handle, delta] of made.deltas) add(handle, delta)
    faults.push(...made.faults)
  }
  return { entries, reputation, faults, agents, filed }
}

/** The label and reputation of every agent, and how many entries against it have each status, at an instant. */
export const registersAt = (
  { entries, reputation }: Pick<Registers, "entries" | "reputation">,
  now: Instant,
): ReadonlyMap<
  string,
  { readonly label: Label; readonly reputation: number; readonly counts: Standing.Counts }
> => {
  const counts = new Map<string, Record<Standing.EntryStatus, number>>()
  const current = new Map<string, Record<Standing.EntryStatus, number>>()
  const countOf = (of: typeof counts, handle: string) => {
    const known = of.get(handle) ?? { ...Standing.make("", handle).counts }
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
