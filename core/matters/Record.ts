/** Reading a matter before an act, and what every act on it writes. */

import { Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { moveDeadline } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule, type SectionId } from "../kernel/Section.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Filer, Filers } from "./Docket.ts"
import { type Passed, passMatter } from "./Law.ts"
import {
  deadlineKind,
  deadlineTask,
  judgeKind,
  judgeTask,
  type Matter,
  MatterStatus,
  Matters,
  subjectOf,
} from "./Matter.ts"
import { type Note, passingNotes, serveNotes } from "./Notices.ts"
import { type Between, freedSuit, suitsOf } from "./Suits.ts"
import { type MatterView, matterView, PeriodView } from "./View.ts"

/**
 * A matter as stored, and as it is once every period that is over has passed. `filer`, its claimant's counter, and `suits`, those on
 * its dealings, are read if the matter may end.
 */
export interface OnRecord {
  readonly stored: Matter
  readonly passed: Passed
  /** The figures in force when the matter was filed (Rule 8.1). */
  readonly terms: Terms
  readonly filer: Filer | null
  readonly suits: Between | null
}

export const newFiler = (agentId: string): Filer => ({ agentId, open: 0, total: 0 })

/** The counter of the claimant's matters. */
export const filerOf = (reader: Reader, matter: Matter) => {
  const id = needPresent(matter.claimant.id, "the claimant")
  return Effect.map(
    reader.find(Filers, id),
    Option.getOrElse(() => newFiler(id)),
  )
}

/** Reads a matter for an act. `ends`: the act itself may end the matter. */
export const onRecord = (
  reader: Reader,
  id: string,
  { now, schedule }: CommandContext,
  ends = false,
): Effect.Effect<OnRecord, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const stored = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    const terms = schedule.at(stored.filedAt)
    const passed = passMatter(stored, now, terms)
    const lapses = passed.matter.endedAt !== null && stored.endedAt === null
    const counts = ends || lapses
    const filer = counts ? yield* filerOf(reader, stored) : null
    const suits = counts ? yield* suitsOf(reader, stored) : null
    return { stored, passed, terms, filer, suits }
  })

/** The one running deadline of a matter is the end of its period. */
const due = {
  kind: deadlineKind,
  task: deadlineTask,
  body: "matterId",
  at: ({ period }: Matter) => period?.closesAt ?? null,
}

/** The court's judge is asked while the matter is reserved, and only then. */
const askJudge = (before: Matter | null, after: Matter): ReadonlyArray<Change> => {
  if (after.status === "reserved" && before?.status !== "reserved") {
    const since = needPresent(after.reservedAt, `the instant at which matter ${after.id} was reserved`)
    return [Changed.task(judgeTask(after.id), judgeKind, since, { matterId: after.id })]
  }
  return before?.status === "reserved" && after.status !== "reserved"
    ? [Changed.cancel(judgeTask(after.id))]
    : []
}

/** A matter that ends is no longer among its claimant's open matters; a matter that is to be decided again is. */
const counted = rule(["PD1 §2"], (before: Matter | null, after: Matter, filer: Filer | null) => {
  const opens = Number(after.endedAt === null) - Number(before?.endedAt === null)
  return filer === null || before === null || opens === 0
    ? []
    : [Changed.putLatest(Filers, { ...filer, open: Math.max(0, filer.open + opens) })]
})

/** A matter that ends without a judgment frees its dealings. */
const freeDealings = (after: Matter, suits: Between | null): ReadonlyArray<Change> =>
  after.status === "discontinued" || after.status === "lapsed" ? freedSuit(suits, after.id) : []

/** The changes to a matter's record, and the changes that follow: to its deadline, the judge's task and the claimant's counter. */
export const matterChanges = (
  before: Matter | null,
  after: Matter,
  filer: Filer | null,
): ReadonlyArray<Change> => [
  Changed.put(Matters, after),
  ...moveDeadline(due, before, after),
  ...askJudge(before, after),
  ...counted(before, after, filer),
]

const Told = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  status: MatterStatus,
  track: Schema.String,
  period: Schema.NullOr(PeriodView),
})

/** The public data of an event: where the matter stands, never what was pleaded (PD17 §1). */
export const docketData: (matter: Matter) => typeof Told.Encoded = Schema.encodeSync(Told)

/** The passings applied, each as an event at its own instant. */
export const passingEvents = ({ passings }: Passed): ReadonlyArray<Change> =>
  passings.map(({ move, at, matter }) =>
    Changed.event(`matter.${move.event}`, subjectOf(matter.id), move.sections, docketData(matter), at),
  )

/** What one act does: the matter after it, its event, and what is served on whom. */
interface Acted {
  readonly after: Matter
  /** The journal event's type; null for an act that the public does not learn of. */
  readonly event: string | null
  readonly rules: readonly [SectionId, ...SectionId[]]
  /** Added to the event's docket data. */
  readonly data?: { readonly [key: string]: string | number | boolean | null }
  readonly notes: ReadonlyArray<Note>
}

/** All changes of an act: passings first, each at its own instant, then the act itself. */
const changesOf = (
  { stored, passed, filer, suits }: OnRecord,
  { after, event, rules, data, notes }: Acted,
  context: CommandContext,
): ReadonlyArray<Change> => [
  ...passingEvents(passed),
  ...(event === null
    ? []
    : [Changed.event(event, subjectOf(after.id), rules, { ...docketData(after), ...data })]),
  ...matterChanges(stored, after, filer),
  ...freeDealings(after, suits),
  ...serveNotes(after, [...passed.passings.flatMap(passingNotes), ...notes], context),
]

/** Changes of the passings alone: none if nothing was due. */
export const passingChanges = (facts: OnRecord, context: CommandContext): ReadonlyArray<Change> => {
  const { stored, passed, filer, suits } = facts
  if (passed.passings.length === 0) return []
  const notes = passed.passings.flatMap(passingNotes)
  return [
    ...passingEvents(passed),
    ...matterChanges(stored, passed.matter, filer),
    ...freeDealings(passed.matter, suits),
    ...serveNotes(passed.matter, notes, context),
  ]
}

/** The decision of an act on a matter: its changes, and the matter after it as the reply. */
export const decideAct = (
  facts: OnRecord,
  act: Acted,
  context: CommandContext,
  more: ReadonlyArray<Change> = [],
): { readonly changes: ReadonlyArray<Change>; readonly reply: MatterView } => ({
  changes: [...changesOf(facts, act, context), ...more],
  reply: matterView(act.after, context.actor, context.now, facts.terms),
})
