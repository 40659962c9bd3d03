/** The machine of appeals: what every act on an appeal reads first (the matter with its last appeal), and what it writes. */
import { Effect, Option } from "effect"
import { Delivery, finalEvents } from "../bench/index.ts"
import { gatherEntries, type JudgmentEntries, moveEntries } from "../compliance/index.ts"
import { Judgment, markData } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import * as Machine from "../kernel/Machine.ts"
import { type Next, nextOf } from "../kernel/Moves.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import {
  type Filer,
  Matter,
  matters,
  type OnRecord,
  onRecord,
  Parties,
  serveNotes,
} from "../matters/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import {
  type Appeal,
  Appeals,
  courtName,
  deadlineKind,
  deadlineTask,
  judgeKind,
  judgeTask,
  priceKind,
  priceTask,
  remainingAppellants,
  reviewOf,
  subjectOf,
} from "./Appeal.ts"
import { openNext } from "./Law.ts"
import { acts, appealAfter, effectAt, type Moved, partsOf, passesAt, reading, type Types } from "./Moves.ts"
import { notesOf } from "./Notices.ts"

/** The facts that the public learns about an appeal: its status and its effect on judgments, but not the arguments and not the cost. */
const appealData = (appeal: Appeal, matter: Matter.Matter) => ({
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
 * The task that a new status asks for: the price of the appeal, or the decision of the judge. Neither task is ever cancelled: a task that
 * fires after the appeal has moved on does nothing, and a cancellation would take room in the largest commits.
 */
const follows = (before: Appeal | null, after: Appeal): ReadonlyArray<Change> => {
  const { id, status, leave, noticedAt, hearingAt } = after
  if (before?.status === status) return []
  if (status === "noticed")
    return [Changed.task(priceTask(id), priceKind, leave?.at ?? noticedAt, { appealId: id })]
  if (status !== "hearing") return []
  const since = needPresent(hearingAt, "the instant at which a hearing began")
  return [Changed.task(judgeTask(id), judgeKind, since, { appealId: id })]
}

/** The event of a move. `data` is added to the events of acts. */
const eventOf = (
  { act, move, after, at }: Moved,
  data: { readonly [key: string]: Json },
  matter: Matter.Matter,
) => {
  const more = act === "pass" && move.below === "unchanged" ? {} : data
  const instant = act === "pass" ? at : null
  const told = { ...appealData(after, matter), ...more }
  return Changed.event(`appeal.${move.event}`, subjectOf(after.id), move.sections, told, instant)
}

/** The handle of the party for which an actor acts; null if the actor acts for no party. */
const partyOf = (matter: Matter.Matter, actor: Actor): string | null => {
  const side = Parties.sideOf(matter, actor)
  return side === null ? null : matter[side].handle
}

/** The machine by which appeals move and their moves are recorded. */
export const appeals = Machine.make<Types>({
  acts,
  closed: (appeal, act) => refusal("appeal_state", { status: appeal.status, act }),
  kind: Appeals,
  who: (appeal, actor, matter) => partsOf({ appeal, matter }, actor),
  unknown: (id) => refusal("unknown_appeal", { id }),
  due: {
    kind: deadlineKind,
    task: deadlineTask,
    body: "appealId",
    at: passesAt,
    isLeft: true,
    act: { act: "pass", who: ["clock"] },
  },
  governs: () => [],
  objection: () => null,
  effectAt,
  after: appealAfter,
  beside: {
    gather: ({ matterId }, reader) =>
      Effect.map(reader.find(Matter.Matters, matterId), (found) =>
        needPresent(Option.getOrNull(found), `matter ${matterId}`),
      ),
    changes: () => [],
  },
  follows,
  events: (moves, _context, data, matter) => moves.map((moved) => eventOf(moved, data, matter)),
  // An act right after the passing that was due is served alone.
  notices: (lists, context, matter) =>
    lists
      .flatMap((moves) => moves.slice(-1))
      .flatMap(({ move, after }) => {
        const told = { appeal: after, matter, by: partyOf(matter, context.actor) }
        return serveNotes(matter, notesOf(move.event, told), context)
      }),
})

/** A matter with its last appeal, as stored and as it is once what is due by time has happened, and the judgments in force. */
export interface OnAppeal {
  readonly on: OnRecord
  readonly matter: Matter.Matter
  readonly stored: Appeal | null
  readonly appeal: Appeal | null
  /** The judgment whose orders stand, then the judgments that affirmed it. */
  readonly judgments: ReadonlyArray<Judgment.Judgment>
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
    const judgments = yield* Judgment.needAll(reader, inForce)
    const entries = yield* gatherEntries(reader, judgments[0]?.entries ?? [])
    const appeal = stored === null ? null : appeals.current(stored, context.now)
    return { on, matter, stored, appeal, judgments, entries, terms: on.terms }
  })

export interface OnNamed extends OnAppeal {
  readonly stored: Appeal
  readonly appeal: Appeal
}

/** Like `onAppeal`, but by the id of the appeal. Refused `unknown_appeal`. */
export const onAppealNamed = (reader: Reader, id: string, context: CommandContext, ends = false) =>
  Effect.gen(function* () {
    const stored = yield* appeals.need(reader, id)
    const facts = yield* onAppeal(reader, stored.matterId, context, ends)
    const named: OnNamed = { ...facts, stored, appeal: appeals.current(stored, context.now) }
    return named
  })

/** The last appeal in each of some matters, in their order; null if nobody appealed in the matter. All are read at once. */
export const appealsOf = (
  reader: Reader,
  matters: ReadonlyArray<Matter.Matter>,
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

interface Effects {
  /** The matter after the act; absent if it stays as it is. */
  readonly matter?: Matter.Matter
  /** The claimant's count of matters, if the matter is opened again. */
  readonly filer?: Filer | null
  /** The judgments whose finality or marks the act changes, after it. */
  readonly judgments?: ReadonlyArray<Judgment.Judgment>
  readonly data?: { readonly [key: string]: string | boolean }
}

const changeMatter = ({ on }: OnAppeal, { matter, filer = null }: Effects): ReadonlyArray<Change> =>
  matter === undefined ? [] : matters.changed(on.stored, matter, { filer, suits: null })

/** All changes of the moves of an act: those of the passing that was due come first. */
export const recordAppeal = (
  facts: OnAppeal,
  moves: ReadonlyArray<Moved>,
  effects: Effects,
  context: CommandContext,
): ReadonlyArray<Change> => {
  const { judgments = [], data } = effects
  return [
    ...appeals.record([moves], facts.matter, context, { judgments: judgments.map(markData), ...data }),
    ...changeMatter(facts, effects),
    ...judgments.flatMap((judgment) => [
      Changed.put(Judgment.Judgments, judgment),
      ...finalEvents(judgment, context.now),
    ]),
  ]
}

/** The changes of a party that joins a pending appeal, which is not a move of the appeal. */
export const recordJoining = (
  facts: OnAppeal,
  stored: Appeal,
  after: Appeal,
  matter: Matter.Matter,
  context: CommandContext,
): ReadonlyArray<Change> => {
  const told = { appeal: after, matter: facts.matter, by: partyOf(facts.matter, context.actor) }
  const data = { ...appealData(after, facts.matter), judgments: [] }
  return [
    ...appeals.passed(stored, context.now).map((moved) => eventOf(moved, {}, facts.matter)),
    ...appeals.changed(stored, after, facts.matter),
    Changed.event("appeal.joined", subjectOf(after.id), ["Rule 6.0"], data),
    ...changeMatter(facts, { matter }),
    ...serveNotes(facts.matter, notesOf("joined", told), context),
  ]
}

export const markFinality = (
  judgments: ReadonlyArray<Judgment.Judgment>,
  finality: Judgment.Judgment["finality"],
): ReadonlyArray<Judgment.Judgment> => judgments.map((judgment) => ({ ...judgment, finality }))

/** How the judgment below stands once an appeal has ended. */
interface Standing {
  readonly finality: Judgment.Judgment["finality"]
  /** The other changes of what may still be done about the judgment. */
  readonly review?: Partial<Matter.Review>
  readonly data?: Effects["data"]
}

/**
 * The end of an appeal that leaves the judgment below in force: it was withdrawn, it lapsed, or leave was refused. In each entry the step that
 * was running gets fresh time (PD11 §7). The end of the time to appeal is scheduled once more: a process whose clock is ahead may have run
 * the first task while the appeal was pending, when there was nothing to do.
 */
export const leaveStanding = rule(
  ["Rule 6.1", "Rule 6.2", "Rule 6.3", "PD11 §7"],
  (
    facts: OnAppeal,
    moves: ReadonlyArray<Moved>,
    { finality, review, data }: Standing,
    context: CommandContext,
  ): ReadonlyArray<Change> => {
    const before = reviewOf(facts.matter)
    const matter = { ...facts.matter, review: { ...before, openUntil: finality.until, ...review } }
    const judgments = markFinality(facts.judgments, finality)
    return [
      ...judgments.flatMap(Delivery.awaitFinality),
      ...recordAppeal(facts, moves, { matter, judgments, ...(data === undefined ? {} : { data }) }, context),
      ...moveEntries("resume", finality, facts.entries, context).changes,
    ]
  },
)

export const appealNext = (stored: Appeal, matter: Matter.Matter, now: Instant): ReadonlyArray<Next> =>
  nextOf(reading, { appeal: appeals.current(stored, now), matter })

/** The acts that are awaited on a decided matter: an appeal by a party that may still bring one, and those on its last appeal. */
export const reviewNext = (
  matter: Matter.Matter,
  appeal: Appeal | null,
  now: Instant,
): ReadonlyArray<Next> => [
  ...openNext(matter, now),
  ...(appeal === null ? [] : appealNext(appeal, matter, now)),
]
