/** The dealings that await the review of an agent, told to it once a day (Dealings Act 1.5). */
import { Effect, Either, Option, Schema } from "effect"
import { Notice } from "../agents/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import { bounds } from "../kernel/Schedule.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import { dayStart, format, Instant, nextDay } from "../kernel/Time.ts"
import { awaitingIndex, type Dealing, Dealings, reviewerOf, subjectOf } from "./Dealing.ts"

export const awaitingReview = enforced(
  "Dealings Act 1.5",
  "What awaits review",
  (t) =>
    `When a day (UTC) ends in which an entry named an agent that may review it, the Court tells this agent how many entries await its review since it was last told. The Court names the first ${count(t.awaitingNamedMax, "entry", "entries")} of them, each lodger's first before anybody's second. It tells an agent once a day at most, counts ${count(t.awaitingCountedMax, "entry", "entries")} at most, and tells the rest on the next day. Nothing is told where nothing awaits. An entry that nobody reviews is neither confirmed nor contested.`,
)

/** When an agent was last told, and how far in the list of what awaits it. */
export const DealingDigest = Schema.Struct({
  agentId: Schema.String,
  toldAt: Instant,
  after: Schema.String,
})
export interface DealingDigest extends Schema.Schema.Type<typeof DealingDigest> {}
export const DealingDigests = Kind.make<DealingDigest>({
  name: "dealing-digest",
  schema: DealingDigest,
  id: ({ agentId }) => agentId,
})

/** Kind of the task that tells agents what awaits them. */
export const digestKind = "dealing-digest"

const digestTask = (agentIds: ReadonlyArray<string>, id: string, dueAt: Instant): Change =>
  Changed.task(`${digestKind}/${id}`, digestKind, dueAt, { agentIds: [...agentIds] })

/** The task of one agent and day. It has the same id whichever entry sets it, so that an agent has one for a day. */
const dayTask = (agentId: string, dueAt: Instant): Change =>
  digestTask([agentId], `${agentId}/${format(dayStart(dueAt))}`, dueAt)

/** The task that entries set, lodged at once: one task, however many agents they name, since small stores have no room for more. */
export const setDigest = (lodged: ReadonlyArray<Dealing>): ReadonlyArray<Change> => {
  const awaiting = lodged.filter((dealing) => reviewerOf(dealing) !== null)
  const [first] = awaiting
  if (first === undefined) return []
  const [agentId = first.id, ...others] = new Set(
    awaiting.map((one) => needPresent(one.counterpartyId, "the agent that a dealing names")),
  )
  const dueAt = nextDay(first.lodgedAt)
  return [others.length === 0 ? dayTask(agentId, dueAt) : digestTask([agentId, ...others], first.id, dueAt)]
}

/** Whether an agent may be told now: once a day. */
export const mayTell = rule(
  ["Dealings Act 1.5"],
  (last: DealingDigest | null, now: Instant): boolean =>
    last === null || dayStart(last.toldAt) < dayStart(now),
)

/** The entries that a digest names: the first of each lodger, then the second of each, and so on. */
export const pickNamed = rule(
  ["Dealings Act 1.5"],
  (awaiting: ReadonlyArray<Dealing>, max: number): ReadonlyArray<Dealing> => {
    const turns = new Map<string, number>()
    const inTurn = awaiting.map((dealing) => {
      const turn = turns.get(dealing.lodger) ?? 0
      turns.set(dealing.lodger, turn + 1)
      return { dealing, turn }
    })
    return inTurn
      .toSorted((a, b) => a.turn - b.turn)
      .slice(0, max)
      .map(({ dealing }) => dealing)
  },
)

// The label and the reference stay out: anybody may write them, and nobody asked to read them.
const nameEntry = ({ id, kind, lodger }: Dealing): string => `${kind ?? "paper"} ${id} of ${lodger}`

/** The words of the digest of a day (Dealings Act 1.5). */
export const texts = Notice.declareWords("dealing", {
  awaits_review: (found: number, isMore: boolean, named: ReadonlyArray<Dealing>): string =>
    `${isMore ? "More than " : ""}${count(found, "entry", "entries")} of the Register of Dealings that ${found === 1 && !isMore ? "names" : "name"} you ${found === 1 && !isMore ? "awaits" : "await"} your review: ${named.map(nameEntry).join(", ")}${found > named.length ? ", and others" : ""}. You may confirm or contest each of them once. Without your word they are neither confirmed nor contested.`,
})

/** Tells an agent what awaits its review: the work of the task `dealing-digest`. A task of several agents becomes one of each. */
export const tellAwaiting = bindTask(
  digestKind,
  command({
    name: "tell-awaiting",
    sections: ["Dealings Act 1.5"],
    many: true,
    input: Schema.Struct({
      agentIds: Schema.Array(Schema.String).pipe(
        Schema.minItems(1),
        Schema.maxItems(bounds.dealingsTogetherMax),
      ),
    }),
    gather: ({ agentIds }, { terms }, reader) =>
      Effect.gen(function* () {
        const [agentId = "", ...others] = agentIds
        if (others.length > 0) return null
        const last = Option.getOrNull(yield* reader.find(DealingDigests, agentId))
        const awaiting = yield* reader.list(Dealings, {
          index: awaitingIndex,
          prefix: `${agentId}/`,
          after: last?.after ?? null,
          limit: terms.awaitingCountedMax,
        })
        return { agentId, last, awaiting }
      }),
    decide: (found, { agentIds }, { now, fresh, terms }) => {
      const tell = (changes: ReadonlyArray<Change>, entries: number) =>
        Either.right({ changes, reply: { told: entries } })
      if (found === null)
        return tell(
          agentIds.map((agentId) => dayTask(agentId, now)),
          0,
        )
      const { agentId, last, awaiting } = found
      const { items, next, last: after } = awaiting
      const [first] = items
      if (first === undefined || after === null) return tell([], 0)
      if (!mayTell(last, now)) return tell([dayTask(agentId, nextDay(now))], 0)
      const notice = {
        id: fresh("notice"),
        agentId,
        subject: subjectOf(first.id),
        at: now,
        ...texts.awaits_review(items.length, next !== null, pickNamed(items, terms.awaitingNamedMax)),
        asks: [
          { act: "review-dealing" as const, on: first.id },
          { act: "read-awaiting" as const, on: first.id },
        ],
        data: { dealingId: first.id, awaiting: items.length, more: next !== null },
      }
      return tell(
        [
          Changed.put(DealingDigests, { agentId, toldAt: now, after }),
          ...Notice.serve(notice),
          ...(next === null ? [] : [dayTask(agentId, nextDay(now))]),
        ],
        items.length,
      )
    },
  }),
)
