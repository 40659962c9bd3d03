/** The machine of matters: what is read before an act, and what every act on a matter writes. */

import { Effect, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Json, oneOf } from "../kernel/Json.ts"
import * as Machine from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule, type SectionId } from "../kernel/Section.ts"
import { type Instant, Stamp } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { callOpensAt } from "./Accounts.ts"
import { type Filer, Filers } from "./Docket.ts"
import { effectAt, matterAfter } from "./Law.ts"
import * as Matter from "./Matter.ts"
import { type MatterAct, type Moved, type Part, partsOf, reading, type Types } from "./Moves.ts"
import { passingNotes, serveNotes } from "./Notices.ts"
import * as Suits from "./Suits.ts"

export const newFiler = (agentId: string): Filer => ({ agentId, open: 0, total: 0 })

/** How many matters the claimant has open, as far as it has filed any; a claimant is always enrolled. */
export const filerOf = (reader: Reader, matter: Matter.Matter) => {
  const id = needPresent(matter.claimant.id, "the claimant")
  return Effect.map(
    reader.find(Filers, id),
    Option.getOrElse(() => newFiler(id)),
  )
}

/** The other records that change if a matter ends, or is opened again. */
const gatherBeside = (matter: Matter.Matter, reader: Reader) =>
  Effect.all({ filer: filerOf(reader, matter), suits: Suits.of(reader, matter) })

/** The Registrar is told if the judge lets its time pass. A task whose matter has moved on does nothing. */
const awaitJudge = (
  { id, status, judgeUntil }: Matter.Matter,
  before: Matter.Matter | null,
): ReadonlyArray<Change> =>
  status === "reserved" && judgeUntil !== undefined && judgeUntil !== before?.judgeUntil
    ? [Changed.task(Matter.overdueTask(id), Matter.overdueKind, judgeUntil, { matterId: id })]
    : []

/** The court's judge is asked while the matter is reserved, and only then. */
const askJudge = (before: Matter.Matter | null, after: Matter.Matter): ReadonlyArray<Change> => {
  if (after.status === "reserved" && before?.status !== "reserved") {
    const since = needPresent(after.reservedAt, `the instant at which matter ${after.id} was reserved`)
    return [Changed.task(Matter.judgeTask(after.id), Matter.judgeKind, since, { matterId: after.id })]
  }
  return before?.status === "reserved" && after.status !== "reserved"
    ? [Changed.cancel(Matter.judgeTask(after.id))]
    : []
}

/** A matter that ends is no longer among its claimant's open matters; a matter that is to be decided again is. */
const countOpen = rule(
  ["PD1 §2"],
  (before: Matter.Matter | null, after: Matter.Matter, filer: Filer | null) => {
    const opens = Number(after.endedAt === null) - Number(before?.endedAt === null)
    return filer === null || before === null || opens === 0
      ? []
      : [Changed.putLatest(Filers, { ...filer, open: Math.max(0, filer.open + opens) })]
  },
)

/** A matter that ends without a judgment frees its dealings. */
const freeDealings = (after: Matter.Matter, suits: Suits.Between | null): ReadonlyArray<Change> =>
  after.status === "discontinued" || after.status === "lapsed"
    ? Suits.freedSuit(suits, after, needPresent(after.endedAt, "the end of a matter"))
    : []

/** The running period, in answers and in the journal. */
export const PeriodView = Schema.Struct({
  step: oneOf(...Matter.PeriodStep.literals),
  opensAt: Stamp,
  closesAt: Stamp,
})

const Told = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  status: Matter.Status,
  track: Schema.String,
  period: Schema.NullOr(PeriodView),
})

/** The public data of an event: where the matter stands, never what was pleaded (PD17 §1). */
export const docketData: (matter: Matter.Matter) => typeof Told.Encoded = Schema.encodeSync(Told)

/** The journal's event of a move; null if the public does not learn of it: nobody but the parties is told of an offer (Rule 4.7). */
const eventOf = ({ act, move, after, at }: Moved, data: { readonly [key: string]: Json }): Change | null => {
  if (act === "consent") return null
  const area = act.startsWith("tenders/") ? "tender" : "matter"
  // Whatever brought it about, a judgment is told of as its delivery is.
  const sections: ReadonlyArray<SectionId> = move.to === "decided" ? ["Rule 5.2"] : move.sections
  const [more, instant] = act === "pass" ? [{}, at] : [data, null]
  const told = { ...docketData(after), ...more }
  return Changed.event(`${area}.${move.event}`, Matter.subjectOf(after.id), sections, told, instant)
}

/** The machine by which matters move and their moves are recorded. */
export const matters = Machine.make<Types>({
  ...reading,
  kind: Matter.Matters,
  who: partsOf,
  unknown: (id) => refusal("unknown_matter", { id }),
  due: {
    kind: Matter.deadlineKind,
    task: Matter.deadlineTask,
    body: "matterId",
    at: ({ period }) => period?.closesAt ?? null,
    act: { act: "pass", who: ["clock"] },
  },
  governs: ({ filedAt }, schedule) => [schedule.at(filedAt)],
  objection: () => null,
  effectAt,
  after: matterAfter,
  follows: (before, after, { filer, suits }) => [
    ...askJudge(before, after),
    ...awaitJudge(after, before),
    ...countOpen(before, after, filer),
    ...freeDealings(after, suits),
  ],
  beside: { gather: gatherBeside, changes: () => [] },
  events: (moves, _context, data) => moves.flatMap((moved) => eventOf(moved, data) ?? []),
  notices: (lists, context) =>
    lists.flatMap((moves) => serveNotes(Machine.afterOf(moves), passingNotes(moves), context)),
})

/**
 * A matter as stored, and as it is once every period that is over has passed. `filer`, its claimant's counter, and `suits`, those on
 * its dealings, are read if the matter may end.
 */
export interface OnRecord {
  readonly stored: Matter.Matter
  readonly matter: Matter.Matter
  /** The figures in force when the matter was filed (Rule 8.1). */
  readonly terms: Terms
  readonly filer: Filer | null
  readonly suits: Suits.Between | null
  /** From when the matter may be called, if the times of its deal still run. It is read for acts after which a call may be named. */
  readonly callOpensAt?: Instant | null
}

/** For a change that neither ends a matter nor opens one again. */
export const staysOpen = { filer: null, suits: null }

/** Reads a matter for an act. `ends`: the act itself may end the matter. */
export const onRecord = (
  reader: Reader,
  id: string,
  { now, schedule }: CommandContext,
  ends = false,
): Effect.Effect<OnRecord, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const stored = yield* matters.need(reader, id)
    const terms = schedule.at(stored.filedAt)
    const matter = matters.current(stored, now, terms)
    const lapses = matter.endedAt !== null && stored.endedAt === null
    const beside = ends || lapses ? yield* gatherBeside(stored, reader) : staysOpen
    return { stored, matter, terms, ...beside }
  })

/** Reads a matter for an act after which `next` may name the call. */
export const onRecordToCall = Effect.fnUntraced(function* (
  reader: Reader,
  id: string,
  context: CommandContext,
  ends = false,
) {
  const on = yield* onRecord(reader, id, context, ends)
  const opensAt = yield* callOpensAt(reader, on.matter, { now: context.now, terms: on.terms })
  return { ...on, callOpensAt: opensAt } satisfies OnRecord
})

/** The moves of an act by an actor, or by whoever has some parts: the passings that are due, then the act. */
export const perform = (
  { stored, matter, terms }: OnRecord,
  act: Omit<MatterAct, "who">,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
  who: ReadonlyArray<Part> = partsOf(matter, actor),
) => matters.perform(stored, { ...act, who }, now, terms)

/** The changes that the due passings make; empty if no passing is due. */
export const passingChanges = (facts: OnRecord, context: CommandContext): ReadonlyArray<Change> => {
  const moves = matters.passed(facts.stored, context.now, facts.terms)
  return moves.length === 0 ? [] : matters.record([moves], facts, context)
}
