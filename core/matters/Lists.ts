/** The Registrar's lists (PD1 §5): opening the next one, and serving the matters that waited, a few in each commit. */
import { Effect, Either, Option, Schema } from "effect"
import { Agent, Reasoned } from "../agents/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type CommandContext, command } from "../kernel/Command.ts"
import { firstOf, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { Instant, minutes, sortable } from "../kernel/Time.ts"
import { type DocketList, DocketLists, listBeforeFirstMatter, nextList } from "./Docket.ts"
import { advance } from "./Law.ts"
import { type Matter, Matters, queueIndex, subjectOf } from "./Matter.ts"
import { acts } from "./Moves.ts"
import { asksOf, serveNotes, texts, toBoth } from "./Notices.ts"
import { respondentOf } from "./Parties.ts"
import { docketData, matters, staysOpen } from "./Record.ts"
import { isStatedUsedUp, type Share, shareChanges, sharesOf } from "./Shares.ts"

export const queueKind = "matters-serve"

const queueTask = "matters-serve/current"

/** How many matters are served in one commit. Each takes about eight operations of the commit. */
const batch = 5

const currentList = Option.getOrElse(() => listBeforeFirstMatter)

const listSubject = "docket/list"

export const serveLater = (now: Instant): Change => Changed.task(queueTask, queueKind, now, {})

/**
 * The data of a turn's task. If a new capacity asks for the turn, they are the instant from which the capacity is in force, and the instant
 * of the last such turn, which the first turn fixes.
 */
export const QueueTurn = Schema.Struct({
  capacityFrom: Schema.optional(Instant),
  lastAt: Schema.optional(Instant),
})
export type QueueTurn = typeof QueueTurn.Type

/** The task of the turns that a new capacity asks for. */
export const capacityTask = (from: Instant): string => `${queueKind}/${sortable(from)}`

/** How far the clocks of two processes may be apart. */
const clocksDiffer = minutes(10)

/** The time between two turns that a new capacity asks for. */
const lookAgain = minutes(5)

/**
 * Asks for turns from the instant at which a new capacity comes into force until every process, whatever its clock, knows of it. A
 * matter that one of them queues meanwhile behind the old capacity is then served too.
 */
export const serveFrom = (from: Instant): Change =>
  Changed.task(capacityTask(from), queueKind, from, { capacityFrom: from } satisfies QueueTurn)

/**
 * The next turn that a new capacity asks for. The time in which every process learns of it runs from the first turn, since the capacity
 * may have been committed long after the instant from which it is in force.
 */
const nextTurn = ({ capacityFrom, lastAt }: QueueTurn, now: Instant): ReadonlyArray<Change> => {
  if (capacityFrom === undefined) return []
  const last = lastAt ?? Math.max(capacityFrom, now) + clocksDiffer
  if (now >= last) return []
  const turn = { capacityFrom, lastAt: last } satisfies QueueTurn
  return [Changed.task(capacityTask(capacityFrom), queueKind, Math.min(now + lookAgain, last), turn)]
}

const turnsAfter = (turn: QueueTurn, more: boolean, now: Instant): ReadonlyArray<Change> => [
  ...(more ? [serveLater(now)] : []),
  ...nextTurn(turn, now),
]

export interface Opening {
  readonly list: DocketList
  /** Whether the operators that are only stated have their share of the list. */
  readonly statedUsedUp: boolean
}

/**
 * Serves the matters that wait while the current list has room, or opens the next list once it is full or the share of the operators
 * that are only stated is used up. Refused `list_not_full` if there is room for everybody and no matter waits. Tasks serve the queue, a few matters in each commit.
 */
export const openList = command({
  name: "open-list",
  sections: ["PD1 §5", "Constitution 2.1"],
  input: Reasoned,
  gather: (_input, { terms }, reader) =>
    Effect.gen(function* () {
      const list = currentList(yield* reader.find(DocketLists, listBeforeFirstMatter.id))
      return { list, statedUsedUp: yield* isStatedUsedUp(reader, list.list, terms) }
    }),
  decide: ({ list, statedUsedUp }: Opening, { reasons }, { actor, now, terms }) => {
    const capacity = terms.listCapacityMatters
    const free = list.placed < capacity
    const room = free && (list.queued > 0 || !statedUsedUp)
    const refused = firstOf([
      when(actor.role !== "registrar", "registrar_only", {}),
      when(room && list.queued === 0, "list_not_full", {}),
    ])
    return Either.map(refused, () => {
      const current = room ? list : nextList(list)
      const { list: number, placed, queued } = current
      const event = room ? "registrar.list_served" : "registrar.list_opened"
      return {
        changes: [
          ...(room ? [] : [Changed.put(DocketLists, current)]),
          Changed.event(event, listSubject, ["PD1 §5"], { number, capacity, reasons: reasons ?? null }),
          ...(queued === 0 ? [] : [serveLater(now)]),
        ],
        reply: { list: { number, capacity, open: placed, queued } },
      }
    })
  },
})

interface Waiting {
  readonly matter: Matter
  /** The agent that holds the respondent's handle now: enrolment counts at service, not at filing (Rule 2.4). */
  readonly respondent: Agent.Agent | null
}

export interface ServingFacts {
  readonly list: DocketList
  readonly waiting: ReadonlyArray<Waiting>
  /** The shares against which the waiting matters count. */
  readonly shares: ReadonlyArray<Share>
}

const [listing] = acts["list/open"].moves

export const serveWaiting = rule(
  ["PD1 §5", "Rule 2.4", "Rule 2.7"],
  ({ matter, respondent }: Waiting, list: number, context: CommandContext): Matter => {
    const placed: Matter = {
      ...matter,
      list,
      respondent: respondentOf(matter.respondent.handle, respondent),
    }
    return advance(placed, listing, context.now, context.schedule.at(matter.filedAt))
  },
)

/**
 * Serves the first matters that wait, in the order of filing, while the list has room; asks for another turn while more wait. If a process
 * dies in a turn, another leases the task again, and no matter is served twice.
 */
export const serveQueued = bindTask(
  queueKind,
  command({
    name: "serve-queued",
    sections: ["PD1 §5", "Rule 2.7"],
    input: QueueTurn,
    gather: (_turn, { terms }, reader) =>
      Effect.gen(function* () {
        const list = currentList(yield* reader.find(DocketLists, listBeforeFirstMatter.id))
        const room = Math.min(batch, terms.listCapacityMatters - list.placed)
        if (room <= 0) return { list, waiting: [], shares: [] }
        const query = { index: queueIndex, prefix: "", after: null, limit: room }
        const { items } = yield* reader.list(Matters, query)
        const found = yield* reader.findAll(
          Matters,
          items.map(({ id }) => id),
        )
        const queued = found.flatMap(Option.toArray).filter(({ status }) => status === "queued")
        const waiting = yield* Effect.forEach(queued, (matter) =>
          Effect.map(Agent.findByHandle(reader, matter.respondent.handle), (agent) => ({
            matter,
            respondent: Option.getOrNull(agent),
          })),
        )
        return { list, waiting, shares: yield* sharesOf(reader, queued, list.list) }
      }),
    decide: ({ list, waiting, shares }: ServingFacts, turn, context) => {
      const served = waiting.length
      const queued = Math.max(0, list.queued - served)
      const placed = list.placed + served
      const more = served > 0 && queued > 0 && placed < context.terms.listCapacityMatters
      const changes = waiting.flatMap((one): ReadonlyArray<Change> => {
        const after = serveWaiting(one, list.list, context)
        const notes = toBoth(texts.served(after, "list"), asksOf(after))
        return [
          Changed.event("matter.served", subjectOf(after.id), ["PD1 §5", "Rule 2.7"], docketData(after)),
          ...matters.changed(one.matter, after, staysOpen),
          ...serveNotes(after, notes, context),
        ]
      })
      return Either.right({
        changes: [
          ...(served === 0 ? [] : [Changed.put(DocketLists, { ...list, placed, queued })]),
          ...changes,
          ...shareChanges(
            shares,
            waiting.map(({ matter }) => matter),
            "serve",
          ),
          ...turnsAfter(turn, more, context.now),
        ],
        reply: { served, queued },
      })
    },
  }),
)
