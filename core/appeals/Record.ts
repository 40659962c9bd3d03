/** What every act on an appeal reads first (the matter with its last appeal), and what it writes. */
import { Effect, Option } from "effect"
import { awaitFinality, finalEvents } from "../bench/index.ts"
import { gatherEntries, type JudgmentEntries, moveEntries } from "../compliance/index.ts"
import { type Judgment, Judgments, judgmentsOf, markData } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { type Filer, type Matter, matters, type OnRecord, onRecord, serveNotes } from "../matters/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import {
  type Appeal,
  Appeals,
  courtName,
  deadlineKind,
  deadlineTask,
  priceKind,
  priceTask,
  remainingAppellants,
  reviewOf,
  subjectOf,
} from "./Appeal.ts"
import { finalityLeft } from "./Law.ts"
import { type AppealEvent, hearingDue, type Move, type Passed, passAppeal } from "./Moves.ts"
import { notesOf } from "./Notices.ts"

/** A matter with its last appeal, both as stored and after the passing that is due, and the judgments in force. */
export interface OnAppeal {
  readonly on: OnRecord
  readonly matter: Matter
  readonly stored: Appeal | null
  readonly passed: Passed | null
  /** The judgment whose orders stand, then the judgments that affirmed it. */
  readonly judgments: ReadonlyArray<Judgment>
  /** The entries of the judgment whose orders stand. */
  readonly entries: JudgmentEntries
  /** The figures in force when the matter was filed (Rule 8.1). */
  readonly terms: Terms
}

/** Reads a matter for an act on its appeal. `ends` says whether the act may end the matter or open it again. */
export const onAppeal = (
  reader: Reader,
  matterId: string,
  context: CommandContext,
  ends = false,
): Effect.Effect<OnAppeal, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const on = yield* onRecord(reader, matterId, context, ends)
    const { matter } = on
    const { appealId, inForce } = reviewOf(matter)
    const stored = appealId === null ? null : Option.getOrNull(yield* reader.find(Appeals, appealId))
    const judgments = yield* judgmentsOf(reader, inForce)
    const entries = yield* gatherEntries(reader, judgments[0]?.entries ?? [])
    const passed = stored === null ? null : passAppeal(stored, context.now)
    return { on, matter, stored, passed, judgments, entries, terms: on.terms }
  })

/** A matter with the appeal whose id was given. */
export interface OnNamed extends OnAppeal {
  readonly stored: Appeal
  readonly passed: Passed
}

/** Like `onAppeal`, but by the id of the appeal. Refused `unknown_appeal`. */
export const onAppealNamed = (reader: Reader, id: string, context: CommandContext, ends = false) =>
  Effect.gen(function* () {
    const appeal = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const facts = yield* onAppeal(reader, appeal.matterId, context, ends)
    return { ...facts, stored: appeal, passed: passAppeal(appeal, context.now) } satisfies OnNamed
  })

/** The last appeal in each of some matters, in their order; null if there was none. All are read at once. */
export const appealsOf = (
  reader: Reader,
  matters: ReadonlyArray<Matter>,
): Effect.Effect<ReadonlyArray<Appeal | null>, StoreUnavailable> => {
  const ids = matters.flatMap(({ review }) => (review?.appealId == null ? [] : [review.appealId]))
  if (ids.length === 0) return Effect.succeed(matters.map(() => null))
  return Effect.flatMap(reader.findAll(Appeals, ids), (found) => {
    const known = new Map(found.flatMap(Option.toArray).map((appeal) => [appeal.id, appeal]))
    return Effect.forEach(matters, ({ review }) => {
      if (review?.appealId == null) return Effect.succeed(null)
      return Effect.succeed(needPresent(known.get(review.appealId), `appeal ${review.appealId}`))
    })
  })
}

/** What the public learns about an appeal: its status and its effect on judgments, but not the arguments and not the cost. */
const appealData = (appeal: Appeal, matter: Matter) => ({
  id: appeal.id,
  matterId: appeal.matterId,
  court: courtName[appeal.court],
  below: appeal.below,
  appellants: remainingAppellants(appeal).map(({ side }) => matter[side].handle),
  status: appeal.status,
  outcome: appeal.outcome,
  citation: appeal.citation,
})

/**
 * The tasks that an appeal needs after an act. None is ever cancelled: a task that fires after the appeal has moved on does nothing,
 * and a cancellation would take room in the largest commits.
 */
const tasks = (before: Appeal | null, after: Appeal, now: Instant): ReadonlyArray<Change> => {
  if (before?.status === after.status) return []
  const body = { appealId: after.id }
  const deadline = Changed.task(deadlineTask(after.id), deadlineKind, hearingDue(after) ?? now, body)
  switch (after.status) {
    case "noticed":
      return [Changed.task(priceTask(after.id), priceKind, now, body), deadline]
    case "stated":
      return [deadline]
    default:
      return []
  }
}

/** What one act does to an appeal. */
interface AppealAct {
  readonly after: Appeal
  /** The matter after the act; absent if it stays as it is. */
  readonly matter?: Matter
  /** The claimant's count of matters, if the matter is opened again. */
  readonly filer?: Filer | null
  /** The judgments whose finality or marks the act changes, after it. */
  readonly judgments?: ReadonlyArray<Judgment>
  /** The move that the act makes; for `joined`, which makes none, its event and sections. */
  readonly move: Pick<Move, "sections"> & { readonly event: AppealEvent }
  /** Added to the event's data. */
  readonly data?: { readonly [key: string]: string | boolean }
  /** Handle of the party that acts; null if none does. */
  readonly by: string | null
}

/** The event of a hearing that began, without being recorded, before the act. It has its own instant. */
export const passingEvents = ({ passed, matter }: OnAppeal): ReadonlyArray<Change> =>
  passed === null || passed.at === null
    ? []
    : [
        Changed.event(
          "appeal.hearing",
          subjectOf(passed.appeal.id),
          passed.appeal.statement === null ? ["Rule 6.2", "PD2 §5"] : ["Rule 6.2"],
          appealData(passed.appeal, matter),
          passed.at,
        ),
      ]

/** All changes of an act: first those of the passing that was due, then those of the act. */
export const recordAppeal = (
  facts: OnAppeal,
  { after, matter, filer = null, judgments = [], move, data, by }: AppealAct,
  context: CommandContext,
): ReadonlyArray<Change> => [
  ...passingEvents(facts),
  Changed.put(Appeals, after),
  ...(matter === undefined ? [] : matters.changed(facts.on.stored, matter, { filer, suits: null })),
  ...judgments.map((judgment) => Changed.put(Judgments, judgment)),
  Changed.event(`appeal.${move.event}`, subjectOf(after.id), move.sections, {
    ...appealData(after, facts.matter),
    judgments: judgments.map(markData),
    ...data,
  }),
  ...judgments.flatMap((judgment) => finalEvents(judgment, context.now)),
  ...tasks(facts.stored, after, context.now),
  ...serveNotes(facts.matter, notesOf(move.event, { appeal: after, matter: facts.matter, by }), context),
]

/** The judgments with a new finality. */
export const markFinality = (
  judgments: ReadonlyArray<Judgment>,
  finality: Judgment["finality"],
): ReadonlyArray<Judgment> => judgments.map((judgment) => ({ ...judgment, finality }))

/**
 * The end of an appeal that leaves the judgment below in force: it was withdrawn, or leave was refused. In each entry the step that
 * was running gets fresh time (PD11 §7). The end of the time to appeal is scheduled once more: a process whose clock is ahead may have run
 * the first task while the appeal was pending, when there was nothing to do.
 */
export const leaveStanding = rule(
  ["Rule 6.1", "Rule 6.2", "PD11 §7"],
  (
    facts: OnAppeal,
    act: Pick<AppealAct, "after" | "move" | "by" | "data">,
    context: CommandContext,
  ): ReadonlyArray<Change> => {
    const before = reviewOf(facts.matter)
    const finality = finalityLeft(facts.matter, before, context.now)
    const matter = { ...facts.matter, review: { ...before, openUntil: finality.until } }
    const judgments = markFinality(facts.judgments, finality)
    return [
      ...judgments.flatMap(awaitFinality),
      ...recordAppeal(facts, { ...act, matter, judgments }, context),
      ...moveEntries("resume", finality, facts.entries, context).changes,
    ]
  },
)
