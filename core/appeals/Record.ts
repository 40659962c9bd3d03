/** Reading a matter and its appeal before an act, and what every act on an appeal writes. */
import { Effect, Option } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { gatherEntries, type JudgmentEntries, moveEntries } from "../compliance/Judged.ts"
import { present } from "../Defect.ts"
import { finalityKind, finalityTask, type Judgment, Judgments, judgmentsOf } from "../judgments/Judgment.ts"
import { finalEvents, markData } from "../judgments/Notices.ts"
import type { Filer } from "../matters/Docket.ts"
import type { Matter } from "../matters/Matter.ts"
import { serveNotes } from "../matters/Notices.ts"
import { matterChanges, type OnRecord, onRecord } from "../matters/Record.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import {
  type Appeal,
  Appeals,
  appealing,
  courtName,
  deadlineKind,
  deadlineTask,
  priceKind,
  priceTask,
  reviewOf,
  subjectOf,
} from "./Appeal.ts"
import { finalityLeft } from "./Law.ts"
import { type AppealEvent, hearingDue, type Move, type Passed, passAppeal } from "./Moves.ts"
import { notesOf } from "./Notices.ts"

/** A matter, with the last appeal in it as time has left it, and what of its judgments is in force. */
export interface OnAppeal {
  readonly on: OnRecord
  readonly matter: Matter
  readonly stored: Appeal | null
  readonly passed: Passed | null
  /** The judgment whose orders stand, then those that affirmed it. */
  readonly judgments: ReadonlyArray<Judgment>
  /** The entries of the judgment whose orders stand. */
  readonly entries: JudgmentEntries
  /** The figures in force when the matter was filed (Rule 8.1). */
  readonly terms: Terms
}

/** Reads a matter for an act on its appeal. `ends`: the act may end the matter or open it again. */
export const onAppeal = (
  reader: Reader,
  matterId: string,
  context: CommandContext,
  ends = false,
): Effect.Effect<OnAppeal, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const on = yield* onRecord(reader, matterId, context, ends)
    const { matter } = on.passed
    const { appealId, inForce } = reviewOf(matter)
    const stored = appealId === null ? null : Option.getOrNull(yield* reader.find(Appeals, appealId))
    const judgments = yield* judgmentsOf(reader, inForce)
    const entries = yield* gatherEntries(reader, judgments[0]?.entries ?? [])
    const passed = stored === null ? null : passAppeal(stored, context.now)
    return { on, matter, stored, passed, judgments, entries, terms: on.terms }
  })

/** A matter read through one appeal of it. */
export interface OnNamed extends OnAppeal {
  readonly stored: Appeal
  readonly passed: Passed
}

/** The same by the id of the appeal. Refused `unknown_appeal`. */
export const onAppealNamed = (reader: Reader, id: string, context: CommandContext, ends = false) =>
  Effect.gen(function* () {
    const appeal = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const facts = yield* onAppeal(reader, appeal.matterId, context, ends)
    return { ...facts, stored: appeal, passed: passAppeal(appeal, context.now) } satisfies OnNamed
  })

/** The last appeal in each of these matters, in order; null where there was none. One reading for all of them. */
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
      return Effect.succeed(present(known.get(review.appealId), `appeal ${review.appealId}`))
    })
  })
}

/** What the public learns of an appeal: where it stands and what it does to judgments, never what was argued or what it costs. */
const appealData = (appeal: Appeal, matter: Matter) => ({
  id: appeal.id,
  matterId: appeal.matterId,
  court: courtName[appeal.court],
  below: appeal.below,
  appellants: appealing(appeal).map(({ side }) => matter[side].handle),
  status: appeal.status,
  outcome: appeal.outcome,
  citation: appeal.citation,
})

/**
 * The work that an appeal now waits for. None is ever cancelled: one that comes when the appeal has moved on finds nothing to do,
 * which costs less than an operation in the commits that have least room.
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

/** What one act adds to an appeal. */
export interface AppealAct {
  readonly after: Appeal
  /** The matter afterwards; absent where it stays as it is. */
  readonly matter?: Matter
  /** Counts its claimant's matters, where it is opened again. */
  readonly filer?: Filer | null
  /** The judgments in force that the act marks anew. */
  readonly judgments?: ReadonlyArray<Judgment>
  /** The move that it makes, or what it adds without one. */
  readonly move: Pick<Move, "sections"> & { readonly event: AppealEvent }
  /** Added to the event's data. */
  readonly data?: { readonly [key: string]: string | boolean }
  /** Handle of the party that acts; null where none does. */
  readonly by: string | null
}

/** The hearing that began before the act, at its own instant. */
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

/** All changes of an act: what time did first, then the act itself. */
export const recordAppeal = (
  facts: OnAppeal,
  { after, matter, filer = null, judgments = [], move, data, by }: AppealAct,
  context: CommandContext,
): ReadonlyArray<Change> => [
  ...passingEvents(facts),
  Changed.put(Appeals, after),
  ...(matter === undefined ? [] : matterChanges(facts.on.stored, matter, filer)),
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

/** The judgments with a finality of their own from now on. */
export const marked = (
  judgments: ReadonlyArray<Judgment>,
  finality: Judgment["finality"],
): ReadonlyArray<Judgment> => judgments.map((judgment) => ({ ...judgment, finality }))

/**
 * Awaits the end of the time to appeal anew: a process whose clock is ahead may have looked for it while the appeal was pending, and
 * found nothing to do.
 */
const awaited = ({ citation, finality: { status, until } }: Judgment): ReadonlyArray<Change> =>
  status === "open to appeal" && until !== null
    ? [Changed.task(finalityTask(citation), finalityKind, until, { citation })]
    : []

/**
 * The end of an appeal that leaves the judgment below in force: withdrawn, or leave refused. The step that was running in each
 * entry has its time afresh (PD11 §7).
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
    const judgments = marked(facts.judgments, finality)
    return [
      ...judgments.flatMap(awaited),
      ...recordAppeal(facts, { ...act, matter, judgments }, context),
      ...moveEntries("resume", finality, facts.entries, context).changes,
    ]
  },
)
