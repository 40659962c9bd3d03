/**
 * The events of entries in the public journal, and the history of an entry, read back from them. The events hold enough to compute
 * the status of an entry, and the label and reputation of the party bound, again.
 */
import { Array as Arr, Predicate, Schema } from "effect"
import { Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import { type Actor, nameOf } from "../kernel/Actor.ts"
import { type EventChange, event } from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { encoderOf } from "../kernel/Encodes.ts"
import { type Json, listOf, oneOf } from "../kernel/Json.ts"
import type { SectionId } from "../kernel/Section.ts"
import { format, type Instant, Timestamp } from "../kernel/Time.ts"
import { type Entry, pairOf, subjectOf } from "./Entry.ts"
import { EventData, type Line } from "./Line.ts"
import { type ActName, acts, type Beside, type Moved } from "./Moves.ts"
import { reputationTogether } from "./Reputation.ts"

/** The time that runs for an entry. An appeal suspends all of it, so no time is shown until the appeal ends (PD11 §7). */
export const timeOf = ({ dueAt, window, suspendedSince }: Entry) =>
  suspendedSince === null ? { dueAt, window } : { dueAt: null, window: null }

const stateOf = (entry: Entry) => ({
  ...entry,
  ...timeOf(entry),
  entry: entry.id,
  bound: entry.bound.handle,
  favoured: entry.favoured.handle,
})

const marksOf = ({ finality: { status, until } }: Entry) => ({ finality: status, until })

const encode = encoderOf(EventData)

const [opening] = acts.open.moves

/**
 * The entries that a judgment opens, as one event of that judgment. A judgment, an appeal or a vacation moves all entries of the
 * judgment at one instant, so the journal has one event for all of them. An appeal that replaces the largest judgment by another
 * as large then fits one commit, and no reader sees an entry in a state that its judgment does not have.
 */
export const openedEvent = (entries: readonly [Entry, ...Entry[]]): EventChange => {
  const [first] = entries
  const data = encode({
    ...first,
    act: "open",
    by: "court",
    ...marksOf(first),
    entries: Arr.map(entries, (entry) => ({
      ...stateOf(entry),
      from: null,
      delta: 0,
      given: [],
      reversed: [],
    })),
  })
  return event(`compliance.${opening.event}`, Judgment.subjectOf(first.citation), opening.sections, data)
}

const findingIn = ({ reasons, correction, performedAt: found }: NonNullable<Entry["decision"]>) => ({
  reasons,
  correction,
  found,
})

/** The statement of an act. The schema of its event takes from it the part that the public may read. */
const statementOf = ({ act, after: { attestation, dispute, decision, address } }: Moved): object | null => {
  switch (act) {
    case "attest":
      return attestation
    case "dispute":
      return dispute
    case "decide":
      return findingIn(needPresent(decision, "the decision"))
    case "address":
      return address
    default:
      return null
  }
}

const byJudgment: ReadonlySet<ActName> = new Set(["suspend", "resume", "supersede"])
/** Whether a move came from the entry's judgment, so that all entries of the judgment made it together. */
export const isByJudgment = ({ act }: Moved): boolean => byJudgment.has(act)

/** A move, and by how much it changes the reputation of the party bound. */
export interface Weighed {
  readonly moved: Moved
  readonly delta: number
}

/**
 * Moves with the change that each of them makes to a reputation, in the order in which the journal tells them: the moves of single entries
 * come before the moves of a judgment's entries together. The entries of one judgment between two parties count together (PD11 §10), so
 * `beside` has the entries that the moves leave as they are.
 */
export const weigh = (
  moves: ReadonlyArray<Moved>,
  { entries }: Pick<Beside, "entries">,
): ReadonlyArray<Weighed> => {
  const pairs = new Map<string, Map<string, Entry>>()
  const put = (entry: Entry) => {
    const pair = pairs.get(pairOf(entry)) ?? new Map<string, Entry>()
    pairs.set(pairOf(entry), pair.set(entry.id, entry))
    return pair
  }
  for (const entry of entries) put(entry)
  for (const { before } of moves.toReversed()) put(before)
  const told = [...moves.filter((moved) => !isByJudgment(moved)), ...moves.filter(isByJudgment)]
  return told.map((moved) => {
    const was = reputationTogether([...put(moved.before).values()])
    return { moved, delta: reputationTogether([...put(moved.after).values()]) - was }
  })
}

const lineOf = ({ moved: { before, after }, delta }: Weighed): Line => ({
  ...stateOf(after),
  from: before.status,
  delta,
  given: after.adjustments.slice(before.adjustments.length),
  reversed: before.adjustments.filter(
    (was, i) => was.reversedAt === null && after.adjustments[i]?.reversedAt !== null,
  ),
})

/**
 * Whom the event of a move names as its actor: the scheduler for every passing, whoever's act brought it, and whoever disputes for a
 * dispute, since an attestation brings the dispute of a party that has asked for a payout.
 */
const actorOf = ({ act, after: { dispute } }: Moved, actor: Actor): string => {
  if (act === "dispute") return needPresent(dispute, "the dispute").by
  return act === "pass" ? "scheduler" : nameOf(actor)
}

const ownEvent = (weighed: Weighed, actor: Actor): EventChange => {
  const { moved } = weighed
  const sections: ReadonlyArray<SectionId> = moved.move.sections
  const by = actorOf(moved, actor)
  return event(
    `compliance.${moved.move.event}`,
    subjectOf(moved.after.id),
    sections,
    encode({ ...lineOf(weighed), ...statementOf(moved), act: moved.act, by }),
    moved.at,
  )
}

/** The changes that an appeal or a vacation made to the entries of one judgment, as one event of that judgment. */
const sharedEvent = (moves: readonly [Weighed, ...Weighed[]], actor: Actor): EventChange => {
  const [
    {
      moved: { move, act, at, after },
    },
  ] = moves
  const data = encode({
    act,
    by: nameOf(actor),
    citation: after.citation,
    ...marksOf(after),
    entries: Arr.map(moves, lineOf),
  })
  return event(`compliance.${move.event}`, Judgment.subjectOf(after.citation), move.sections, data, at)
}

/** The events of moves, in order: first the events of single entries, then the events of a judgment's entries together. */
export const movedEvents = (
  moves: ReadonlyArray<Moved>,
  actor: Actor,
  beside: Pick<Beside, "entries">,
): ReadonlyArray<EventChange> => {
  const shared = new Map<string, [Weighed, ...Weighed[]]>()
  const own: Array<EventChange> = []
  for (const weighed of weigh(moves, beside)) {
    const { moved } = weighed
    const key = `${moved.act}/${moved.after.citation}`
    const group = shared.get(key)
    if (!isByJudgment(moved)) own.push(ownEvent(weighed, actor))
    else if (group === undefined) shared.set(key, [weighed])
    else group.push(weighed)
  }
  return [...own, ...[...shared.values()].map((group) => sharedEvent(group, actor))]
}

/** How many provisions one move may rest on at most. */
export const rulesMax = 20

const historyItemSchema = Schema.Struct({
  at: Timestamp,
  actor: Schema.String,
  act: Schema.String,
  from: Schema.NullOr(oneOf(...Standing.EntryStatus.literals)),
  to: oneOf(...Standing.EntryStatus.literals),
  rule: Schema.String,
  rules: listOf(Schema.String, rulesMax),
  delta: Schema.Int,
})

export interface HistoryItem extends Schema.Schema.Type<typeof historyItemSchema> {}

/** One move of an entry as the public reads it, with the provision by which it moved. */
export const HistoryItem: Schema.Schema<HistoryItem> = historyItemSchema

/** The part of a journal item that a history is made from. */
interface Item {
  readonly at: Instant
  readonly type: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}

interface Told extends HistoryItem {
  readonly instant: Instant
}

const textOf = (data: object, key: string): string | null =>
  Predicate.hasProperty(data, key) && typeof data[key] === "string" ? data[key] : null

/**
 * The part of an item that is about an entry: the item's data, or the entry's line in an event of its judgment; null if the item has no
 * such part.
 */
const linesOf = ({ type, data }: Item, id: string): object | null => {
  if (!type.startsWith("compliance.") || !Predicate.isRecord(data)) return null
  if (!Predicate.hasProperty(data, "entries")) return textOf(data, "entry") === id ? data : null
  const lines = Array.isArray(data.entries) ? data.entries : []
  const line: unknown = lines.find((one) => Predicate.isRecord(one) && textOf(one, "entry") === id)
  return Predicate.isRecord(line) ? { ...line, act: data.act, by: data.by } : null
}

const toldOf = (items: ReadonlyArray<Item>, id: string): ReadonlyArray<Told> =>
  items.flatMap((item) => {
    const line = linesOf(item, id)
    if (line === null) return []
    const delta = Predicate.hasProperty(line, "delta") ? line.delta : 0
    return [
      {
        instant: item.at,
        at: format(item.at),
        actor: textOf(line, "by") ?? "court",
        act: needPresent(textOf(line, "act"), `the act of an item about entry ${id}`),
        from: textOf(line, "from"),
        to: needPresent(textOf(line, "status"), `the status that an item gives entry ${id}`),
        rule: needPresent(item.rules[0], `the rule of an item about entry ${id}`),
        rules: item.rules,
        delta: typeof delta === "number" ? delta : 0,
      },
    ]
  })

const comesFirst = (a: Told | undefined, b: Told | undefined, status: string | null): boolean =>
  b === undefined ||
  (a !== undefined && (a.instant === b.instant ? a.from === status : a.instant < b.instant))

/**
 * The history of an entry from the journal items of its own subject and of its judgment's, each in the order of the journal.
 * They are merged by time. Items of one instant are ordered so that each leaves the status that the one before it reached.
 */
export const historyOf = (
  id: string,
  own: ReadonlyArray<Item>,
  judgment: ReadonlyArray<Item>,
): ReadonlyArray<HistoryItem> => {
  const [first, second] = [[...toldOf(own, id)], [...toldOf(judgment, id)]]
  const merged: Array<HistoryItem> = []
  let status: string | null = null
  while (true) {
    const next: Told | undefined = (comesFirst(first[0], second[0], status) ? first : second).shift()
    if (next === undefined) return merged
    const { instant: _, ...item } = next
    merged.push(item)
    status = item.to
  }
}
