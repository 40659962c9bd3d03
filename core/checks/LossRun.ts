/** The statement of losses of an agent, for whoever insures its dealings: what the registers say of it in a range of time (PD11 §14C). */
import { Effect, Schema } from "effect"
import { Agent, IdentityStatus, Standing } from "../agents/index.ts"
import { Behind, Entry, Reputation } from "../compliance/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { oneOf } from "../kernel/Json.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { count, days as daysOf, enforced, rule } from "../kernel/Section.ts"
import {
  days,
  format,
  formatNullable,
  type Instant,
  latestFirst,
  sortable,
  Timestamp,
} from "../kernel/Time.ts"
import { Matter, matters } from "../matters/index.ts"
import { weighAgent } from "./Queries.ts"

/** PD11 §14C: what a statement of losses has, over which range, and what it leaves out. */
export const statementOfLosses = enforced(
  "PD11 §14C",
  "The statement of losses",
  (t) =>
    `Anybody may ask for a statement of what the registers say of an agent in a range of time of at most ${daysOf(t.lossRunDaysMax)}. It counts the claims that were filed in the range and the orders that were delivered in it, by what became of them now, and it adds up the orders to pay. Orders between agents of one operator stand apart, and superseded orders count for nothing. A range begins at enrolment at the earliest, and the statement says when that was. Whatever the range, the statement has the standing of the agent now, so that no range hides an order that is unsatisfied. It gives no score, and no value of a claim. At most ${count(t.lossRunRecordsMax, "claim")} and ${count(t.lossRunRecordsMax, "order")} are counted; a range that has more is refused.`,
)

const describeInt = (description: string) => Schema.Int.annotations({ description })

const Sum = Schema.Struct({
  n: Schema.Int,
  sumCents: describeInt("Of the orders to pay among them, in cents of USD."),
})
type Sum = typeof Sum.Type

const outcomes = [
  "honouredInTime",
  "statedInTime",
  "honouredOtherwise",
  "running",
  "contested",
  "overdue",
  "unsatisfied",
] as const
type Outcome = (typeof outcomes)[number]

/** How an order is counted, whether the party bound alone says that it was performed, and whether it was in time. */
const outcomeOf = (entry: Entry.Entry): Outcome => {
  if (!Reputation.isTimely(entry, entry.performedAt)) return "honouredOtherwise"
  return Reputation.isByWordsAlone(entry) ? "statedInTime" : "honouredInTime"
}

const outcomeAt = (entry: Entry.Entry, now: Instant): Outcome | null => {
  const status = Reputation.statusAt(entry, now)
  switch (status) {
    case "satisfied":
      return outcomeOf(entry)
    case "open":
      return "running"
    case "notified":
      return "overdue"
    case "unsatisfied":
      return "unsatisfied"
    case "superseded":
      return null
    default:
      return "contested"
  }
}

const sumOf = (entries: ReadonlyArray<Entry.Entry>): Sum => ({
  n: entries.length,
  sumCents: entries.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
})

const sumWith = (description: string) => Sum.annotations({ description })

const Orders = Schema.Struct({
  made: sumWith("All orders of the range but those between agents of one operator."),
  honouredInTime: sumWith(
    "Performed within the time fixed, as the party favoured, the chain or the Registrar said.",
  ),
  statedInTime: sumWith("Attested within the time fixed, which nobody confirmed or disputed in time."),
  honouredOtherwise: sumWith("Satisfied late, from an escrow, or at a time that is not known."),
  running: sumWith("The time fixed is running, or an appeal suspends it."),
  contested: sumWith("Attested and unconfirmed, disputed, or left pending by the Registrar."),
  overdue: sumWith("The time fixed has passed, and the time of the notice is running."),
  unsatisfied: sumWith("Not satisfied after notice."),
  sameOperator: sumWith("Orders between agents of one operator, which stand in no other member."),
})

/** Orders by what became of them. Superseded ones count for nothing. */
export const ordersBy = rule(
  ["PD11 §14C"],
  (entries: ReadonlyArray<Entry.Entry>, now: Instant): typeof Orders.Type => {
    const counted = entries.filter((entry) => outcomeAt(entry, now) !== null)
    const others = counted.filter(({ sameOperator }) => !sameOperator)
    const sumAs = (outcome: Outcome) => sumOf(others.filter((entry) => outcomeAt(entry, now) === outcome))
    return {
      made: sumOf(others),
      honouredInTime: sumAs("honouredInTime"),
      statedInTime: sumAs("statedInTime"),
      honouredOtherwise: sumAs("honouredOtherwise"),
      running: sumAs("running"),
      contested: sumAs("contested"),
      overdue: sumAs("overdue"),
      unsatisfied: sumAs("unsatisfied"),
      sameOperator: sumOf(counted.filter(({ sameOperator }) => sameOperator)),
    }
  },
)

const Claims = Schema.Struct({
  filed: Schema.Int,
  undecided: Schema.Int,
  decided: Schema.Int,
  ended: describeInt("Discontinued or lapsed without a judgment."),
})

const claimsIn = (all: ReadonlyArray<Matter.Matter>): typeof Claims.Type => {
  const decided = all.filter(({ status }) => status === "decided").length
  const undecided = all.filter(({ endedAt }) => endedAt === null).length
  return { filed: all.length, undecided, decided, ended: all.length - decided - undecided }
}

/** A statement of losses, as the public reads it; sums are in cents of USD. */
export const LossRun = Schema.Struct({
  handle: Schema.String,
  operatorIdentity: IdentityStatus,
  enrolledAt: Timestamp,
  from: Timestamp,
  to: Schema.NullOr(Timestamp).annotations({ description: "The end, not included; null: up to `asOf`." }),
  dealings: Schema.Struct({ lodged: Schema.Int, reviewed: Schema.Int }).annotations({
    description: "How many papers it lodged and reviewed in the Register of Dealings since enrolment.",
  }),
  claims: Schema.Struct({ against: Claims, brought: Claims }),
  orders: Orders,
  standing: Schema.Struct({
    label: oneOf(...Reputation.Label.literals),
    reputation: Schema.Int,
    counts: Schema.Record({ key: Schema.String, value: Schema.Int }),
    behind: Behind,
    overdueCents: Schema.Int,
  }).annotations({ description: "The whole record at `asOf`, whatever the range." }),
  asOf: Timestamp,
}).annotations({ identifier: "LossRun" })
// Mapped, so that it has a name, which editors show in place of its members.
export type LossRun = { readonly [K in keyof typeof LossRun.Type]: (typeof LossRun.Type)[K] }

interface Asked {
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

/** A range of instants: `from` is in it, `end` is not. `to` is null if it goes on until now. */
interface Range {
  readonly from: Instant
  readonly to: Instant | null
  readonly end: Instant
}

/** The range of a statement. Refused `range_empty` if it has no instant after enrolment and up to now, `range_too_long` if it is too long. */
export const rangeOf = rule(
  ["PD11 §14C"],
  ({ from: asked, to: until }: Asked, enrolledAt: Instant, now: Instant): Range | Refusal => {
    const from = Math.max(asked ?? enrolledAt, enrolledAt)
    const to = until === undefined || until > now ? null : until
    const end = to ?? now + 1
    if (from >= end) return refusal("range_empty", { enrolledAt: format(enrolledAt), now: format(now) })
    const { lossRunDaysMax: max } = bounds
    return end - from > days(max) + 1 ? refusal("range_too_long", { max }) : { from, to, end }
  },
)

const max = bounds.lossRunRecordsMax

/** The entries against an agent of a range, at most one more than are counted. */
const entriesIn = Effect.fnUntraced(function* (
  reader: Reader,
  { agentId, counts }: Standing.Standing,
  { from, end }: Range,
) {
  // A store of an earlier version lacks the index of the latest entries; few entries are read by the other one.
  const few = Object.values(counts).reduce((sum, n) => sum + n, 0) <= max
  const prefix = `${agentId}/`
  const { items } = yield* reader.list(Entry.Entries, {
    index: few ? Entry.againstIndex : Entry.latestIndex,
    prefix,
    // The later an instant, the earlier its key: this one is just before all keys of instants before `end`.
    after: few ? null : `${prefix}${latestFirst(end - 1)}`,
    limit: max + 1,
  })
  return items.filter(({ deliveredAt }) => deliveredAt >= from && deliveredAt < end)
})

/** The matters of a party from a number on, at most one more than are counted. */
const mattersFrom = (reader: Reader, agentId: string, number: number, limit: number) =>
  Effect.map(
    reader.list(Matter.Matters, {
      index: Matter.partyIndex,
      prefix: `${agentId}/`,
      after: `${agentId}/${sortable(number)}`,
      limit,
    }),
    ({ items }) => items,
  )

/**
 * The matters of a party that were filed at an instant or later. Numbers follow the order of filing, so that the first of them is looked
 * for by halves where the party has more matters than are counted.
 */
const mattersSince = Effect.fnUntraced(function* (reader: Reader, agentId: string, from: Instant) {
  const earliest = yield* mattersFrom(reader, agentId, 0, max + 1)
  const [first] = earliest
  if (first === undefined || earliest.length <= max || first.filedAt >= from) return earliest
  const isBefore = (number: number) =>
    Effect.map(
      mattersFrom(reader, agentId, number, 1),
      ([found]) => found !== undefined && found.filedAt < from,
    )
  let low = first.number
  let step = 1
  while (yield* isBefore(low + step)) {
    low += step
    step *= 2
  }
  let high = low + step
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (yield* isBefore(middle)) low = middle
    else high = middle
  }
  return yield* mattersFrom(reader, agentId, high, max + 1)
})

const mattersIn = Effect.fnUntraced(function* (
  reader: Reader,
  agentId: string,
  { from, end }: Range,
  { now, schedule }: QueryContext,
) {
  const found = yield* mattersSince(reader, agentId, from)
  return found
    .filter(({ filedAt }) => filedAt >= from && filedAt < end)
    .map((matter) => matters.current(matter, now, schedule.at(matter.filedAt)))
})

const isRefusal = (range: Range | Refusal): range is Refusal => "_tag" in range

const publicOf = ({ handle, identity, enrolledAt }: Agent.Agent) => ({
  handle,
  operatorIdentity: identity.status,
  enrolledAt: format(enrolledAt),
})

/**
 * The statement of losses of an agent: `GET /agents/{handle}/loss-run`. Refused `unknown_agent`, `range_empty`, `range_too_long` and
 * `range_too_full`.
 */
export const readLossRun = query({
  name: "read-loss-run",
  read: Effect.fnUntraced(function* (
    { handle, ...asked }: Asked & { readonly handle: string },
    context: QueryContext,
    reader: Reader,
  ) {
    const { now } = context
    const agent = yield* Agent.need(reader, handle)
    const range = rangeOf(asked, agent.enrolledAt, now)
    if (isRefusal(range)) return yield* Effect.fail(range)
    const entries = yield* entriesIn(reader, yield* Standing.read(reader, agent), range)
    const filed = yield* mattersIn(reader, agent.id, range, context)
    if (Math.max(entries.length, filed.length) > max)
      return yield* Effect.fail(refusal("range_too_full", { max }))
    const { counts, behind, reputation, overdueCents } = yield* weighAgent(agent, now, reader)
    const [lodged, reviewed] = yield* reader.tallies([
      Agent.lodgedTally(agent.handle),
      Agent.reviewedTally(agent.handle),
    ])
    return {
      ...publicOf(agent),
      from: format(range.from),
      to: formatNullable(range.to),
      dealings: {
        lodged: needPresent(lodged, "the tally of what an agent lodged"),
        reviewed: needPresent(reviewed, "the tally of what an agent reviewed"),
      },
      claims: {
        against: claimsIn(filed.filter(({ respondent }) => respondent.id === agent.id)),
        brought: claimsIn(filed.filter(({ claimant }) => claimant.id === agent.id)),
      },
      orders: ordersBy(entries, now),
      standing: { label: Reputation.labelOfCounts(counts), reputation, counts, behind, overdueCents },
      asOf: format(now),
    } satisfies LossRun
  }),
})
