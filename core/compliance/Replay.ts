/** The registers computed again from the public journal alone. */
import { Either, ParseResult, Predicate, Schema } from "effect"
import type { Json } from "../Json.ts"
import { CorruptRecord } from "../Kind.ts"
import { DateTime, type Instant } from "../Time.ts"
import { EntryStatus, newStanding, WindowKind } from "./Entry.ts"
import { type Counts, type Label, labelOfCounts } from "./Label.ts"
import { statusAt } from "./Passing.ts"

/** An item of the public journal, as `GET /journal` gives it or as a store keeps it. */
export interface PublicItem {
  readonly type: string
  readonly subject: string
  readonly data: Json
}

/** What a register keeps of one entry. */
export interface ReplayedEntry {
  readonly id: string
  readonly citation: string
  readonly n: number
  readonly bound: string
  readonly status: EntryStatus
  readonly window: { readonly kind: WindowKind; readonly closesAt: Instant } | null
  readonly suspendedSince: Instant | null
}

export interface Registers {
  readonly entries: ReadonlyMap<string, ReplayedEntry>
  /** The reputation of every agent named by an enrolment, an entry or a finding, by handle. */
  readonly reputation: ReadonlyMap<string, number>
}

const EntryEvent = Schema.Struct({
  entry: Schema.String,
  citation: Schema.String,
  n: Schema.Int,
  bound: Schema.String,
  status: EntryStatus,
  window: Schema.NullOr(Schema.Struct({ kind: WindowKind, opensAt: DateTime, closesAt: DateTime })),
  suspendedSince: Schema.NullOr(DateTime),
  delta: Schema.Int,
})
const AdjustedEvent = Schema.Struct({ agent: Schema.String, delta: Schema.Int })

const reader = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return ({ type, subject, data }: PublicItem): A =>
    Either.getOrThrowWith(
      decode(data),
      (error) =>
        new CorruptRecord(`${type} of ${subject}: ${ParseResult.TreeFormatter.formatErrorSync(error)}`),
    )
}
/** Entries that moved through their judgment stand together in one event of it. */
const SharedEvent = Schema.Struct({ entries: Schema.Array(EntryEvent) })
const readOwn = reader(EntryEvent)
const readShared = reader(SharedEvent)
const readEntries = (item: PublicItem) =>
  Predicate.hasProperty(item.data, "entries") ? readShared(item).entries : [readOwn(item)]
const readAdjusted = reader(AdjustedEvent)

/** Folds journal items, in their order, into the registers. Items that no register rests on are passed over. */
export const replay = (items: Iterable<PublicItem>): Registers => {
  const entries = new Map<string, ReplayedEntry>()
  const reputation = new Map<string, number>()
  const add = (handle: string, delta: number) => reputation.set(handle, (reputation.get(handle) ?? 0) + delta)
  for (const item of items) {
    if (item.type === "agent.enrolled") add(item.subject.slice("agent/".length), 0)
    if (!item.type.startsWith("compliance.")) continue
    if (item.type === "compliance.adjusted") {
      const { agent, delta } = readAdjusted(item)
      add(agent, delta)
      continue
    }
    for (const { entry: id, delta, ...rest } of readEntries(item)) {
      entries.set(id, { id, ...rest })
      add(rest.bound, delta)
    }
  }
  return { entries, reputation }
}

/** The label and reputation of every agent, and how many entries against it have each status, at an instant. */
export const registersAt = (
  { entries, reputation }: Registers,
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
    countOf(counts, entry.bound)[entry.status] += 1
    countOf(current, entry.bound)[statusAt(entry, now)] += 1
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
