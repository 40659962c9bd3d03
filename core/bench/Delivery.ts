/**
 * Delivering a judgment: what it rests on, such as what the cap of the stake leaves over all the matters on one dealing, and what it
 * changes, all in one commit (Rule 5.2 to Rule 5.6).
 */

import { Effect, Either } from "effect"
import { Determination } from "../account/index.ts"
import { type Agent, type Notice, Standing } from "../agents/index.ts"
import { openEntries } from "../compliance/index.ts"
import { AppealFees, Judges, Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext, Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { Account, MagistrateFee } from "../ledger/index.ts"
import {
  acts,
  type Matter,
  matters,
  type OnRecord,
  perform,
  readPleading,
  Suits,
  stakesAt,
} from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import {
  type Composed,
  type ComposeFacts,
  checkSize,
  compose,
  type DeliveryFacts,
  type Manner,
} from "./Compose.ts"
import { giveConduct } from "./Conduct.ts"
import type { Draft } from "./Judge.ts"
import { bearerOf, checkDraft } from "./Law.ts"
import { appealCost, deliveredEvent, notices, supersedeByRehearing } from "./Notices.ts"
import * as Orders from "./Orders.ts"

/** The sum that judgments order each agent to pay within the cap of its stake, in cents. */
export const orderedBy = rule(
  ["Rule 5.3A"],
  (judgments: ReadonlyArray<Pick<Judgment.Judgment, "orders" | "basis">>): ReadonlyArray<Suits.Ordered> => {
    const sums = new Map<string, number>()
    for (const { orders, basis } of judgments)
      for (const { kind, against, amountCents } of orders)
        if (against !== null && against.id !== null && amountCents !== null && Orders.isCapped(kind, basis))
          sums.set(against.id, (sums.get(against.id) ?? 0) + amountCents)
    return [...sums].map(([agentId, cents]) => ({ agentId, cents }))
  },
)

/**
 * The part of each stake that is left for a judgment in a matter: less the sums that other matters on its dealing order, and less the sums
 * of those judgments in the matter that stay in force beside the new one. A judgment that falls gives back what it took.
 */
export const leftOf = rule(
  ["Rule 5.3A"],
  (
    stakes: ReadonlyMap<string, number>,
    between: Suits.Between | null,
    matterId: string,
    standing: ReadonlyArray<Judgment.Judgment>,
  ): ReadonlyMap<string, number> => {
    const own = new Map(orderedBy(standing).map(({ agentId, cents }) => [agentId, cents]))
    return new Map(
      [...stakes].map(([agentId, cents]) => [
        agentId,
        Math.max(0, cents - Suits.takenElsewhere(between, matterId, agentId) - (own.get(agentId) ?? 0)),
      ]),
    )
  },
)

/** Reads what is left of the stakes of some agents for a judgment in a matter. */
export const gatherLeft = (
  reader: Reader,
  agentIds: ReadonlyArray<string>,
  matter: Matter.Matter,
  between: Suits.Between | null,
  standing: ReadonlyArray<Judgment.Judgment> = [],
) =>
  Effect.map(stakesAt(reader, agentIds, matter.stakeAt), (stakes) =>
    leftOf(stakes, between, matter.id, standing),
  )

/** The orders that the claim of a matter seeks, read from its pleading. */
export const soughtOf = (reader: Reader, { claim }: Pick<Matter.Matter, "claim">) =>
  Effect.map(readPleading(reader, claim), ({ orders }) =>
    needPresent(orders, "the orders that a claim seeks"),
  )

/** An agent that appears as respondent by this act, and the judge that drafts, if a judge does. */
interface Delivering {
  readonly appearing?: Agent.Agent | null
  readonly by?: Judges.Name | null
}

/** Reads the record, standings and counters on which a delivery in this matter rests. */
export const gatherDelivery = (
  reader: Reader,
  on: OnRecord,
  { now }: CommandContext,
  { appearing = null, by = null }: Delivering = {},
): Effect.Effect<DeliveryFacts, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const agents = [on.stored.claimant, on.stored.respondent, appearing].flatMap((party) =>
      party === null || party.id === null ? [] : [{ id: party.id, handle: party.handle }],
    )
    const counter = yield* reader.find(Judgment.SeriesCounters, `MC/${Judgment.yearOf(now)}`)
    const standings = yield* Standing.readAll(reader, agents)
    const ids = agents.map(({ id }) => id)
    const stakes = yield* gatherLeft(reader, ids, on.stored, on.suits)
    const fee = yield* MagistrateFee.gather(reader, ids, now, on.terms)
    const reheard = yield* Judgment.needAll(reader, on.stored.review?.reheard ?? [])
    const sought = yield* soughtOf(reader, on.stored)
    const accountOf = yield* accountSought(reader, on.stored)
    const charged = yield* Account.chargedIn(reader, on.stored.id, ids)
    const appealFees = yield* AppealFees.readFees(reader)
    return {
      ...on,
      counter,
      standings,
      stakes,
      fee,
      sought,
      accountOf,
      reheard,
      charged,
      appealFees,
      by: by === null ? null : yield* Judges.seat(reader, by),
    } satisfies DeliveryFacts
  })

/**
 * How the suit of a matter stands after judgments. A judgment that leaves something without a decision bars no later claim, but on a
 * quote whose account it determines, which is decided once: else whoever adds an order that nothing carries keeps it open (PD15 §11A).
 */
export const suitAfter = rule(
  ["PD15 §11A"],
  (judgments: ReadonlyArray<Judgment.Judgment>): Suits.SuitAfter => {
    if (!judgments.some(Judgment.leavesUndecided)) return "decided"
    return { bars: [...new Set(judgments.flatMap(Judgment.determinedQuotes).map(Suits.quoteKey))] }
  },
)

/** Records a judgment as it is delivered; a reported judgment takes the next number of its year. */
const recordNew = (judgment: Judgment.Judgment): Change =>
  judgment.marks.reported
    ? Changed.put(Judgment.Judgments, judgment, { series: Judgment.reportSeries(judgment.year) })
    : Changed.put(Judgment.Judgments, judgment)

/** Orders that decide nothing of an account: a dismissal without a decision, and a remittal. */
const decidesNothing = ({ kind, decided }: Draft["orders"][number]): boolean =>
  kind === "remit" || (kind === "dismiss" && decided === false)

/** Refuses a draft on an account that does not state what it determines of it, unless it decides nothing. */
export const determinationWanted = rule(
  ["PD15 §11"],
  ({ orders, determinations = [] }: Draft, quote: DeliveryFacts["accountOf"]): Refusal | null =>
    quote === null || orders.every(decidesNothing) ? null : Determination.check(quote, determinations),
)

/** The quote whose account a claim asks for, if PD15 was in force at its filing. */
export const accountSought = (reader: Reader, { quoteId, account, underPD15 }: Matter.Matter) =>
  quoteId === null || account !== true || underPD15 !== true
    ? Effect.succeed(null)
    : Effect.map(quotes.need(reader, quoteId), ({ id, priceCents }) => ({ id, priceCents }))

/** The judgment that a draft makes, or the first refusal of its words and its orders. */
export const composeChecked = (
  draft: Draft,
  manner: Manner,
  facts: ComposeFacts,
  matter: Matter.Matter,
  now: Instant,
): Either.Either<Composed, Refusal> =>
  Either.gen(function* () {
    yield* checkDraft(draft, matter)
    yield* Orders.check(draft.orders, matter)
    if (manner.basis !== "consent") {
      yield* Orders.checkPrayer(draft, facts.sought)
      // An affirmed judgment has stated what it determines.
      if (manner.appeal?.outcome !== "affirmed") yield* firstOf([determinationWanted(draft, facts.accountOf)])
    }
    const composed = compose(draft, manner, facts, matter, now)
    yield* checkSize(composed)
    return composed
  })

/** Publishes a judgment: its text and seal, its number, its record and its event. */
export const publish = (
  judgment: Judgment.Judgment,
  { payload, counter }: Composed,
): ReadonlyArray<Change> => [
  Changed.blob(judgment.payloadSha256, payload),
  Changed.seal(judgment.citation, payload),
  Changed.put(Judgment.SeriesCounters, counter),
  recordNew(judgment),
  deliveredEvent(judgment),
]

/** The reply to an act that delivers a judgment; `deliveredAt` is an instant in RFC 3339. */
export type Delivered = { readonly citation: string; readonly matterId: string; readonly deliveredAt: string }

/** The moves that end a matter as decided by a judgment, or the refusal of the rules. */
const movesToDecided = (
  facts: DeliveryFacts,
  matter: Matter.Matter,
  act: Manner["act"],
  { citation, finality }: Judgment.Judgment,
  context: CommandContext,
) => {
  const review: Matter.Review = {
    inForce: [citation],
    openUntil: finality.until,
    appealed: [],
    appealId: matter.review?.appealId ?? null,
    reheard: [],
  }
  return perform(facts, { act, writes: () => ({ ...matter, citation, review }) }, context, acts[act].who)
}

/** The task that records finality, if the time to appeal still runs. */
export const awaitFinality = ({ citation, finality }: Judgment.Judgment): ReadonlyArray<Change> =>
  finality.until === null
    ? []
    : [Changed.task(Judgment.finalityTask(citation), Judgment.finalityKind, finality.until, { citation })]

/** Ids for the entries that a judgment opens. They ascend, so that lists show the entries in the order of the orders. */
export const entryIds = (
  { orders }: Pick<Judgment.Judgment, "orders">,
  fresh: CommandContext["fresh"],
): ((k: number) => string) => {
  const ids = orders.map((_, k) => fresh("entry", k)).sort()
  return (k) => needPresent(ids[k], `entry ${k + 1} of ${ids.length} orders`)
}

const feeCharged = (judgment: Judgment.Judgment, matter: Matter.Matter, fresh: CommandContext["fresh"]) => ({
  id: fresh("charge"),
  costCents: judgment.costCents,
  bearer: bearerOf(judgment, matter),
  subject: Judgment.subjectOf(judgment.citation),
  at: judgment.deliveredAt,
})

/** The words about the cost of an appeal from a judgment, and the act that begins it; empty if the judgment is final. */
const howToAppeal = (
  judgment: Judgment.Judgment,
  { appealFees }: DeliveryFacts,
): [more?: string, asks?: ReadonlyArray<Notice.Asked>] =>
  judgment.finality.until === null
    ? []
    : [appealCost(judgment, appealFees), [{ act: "appeal", on: judgment.matterId }]]

/** Counts a judgment for the judge that drafted it, by the time that it took from the reservation. */
const countDecided = (
  by: Judges.Seat | null,
  { reservedAt }: Matter.Matter,
  now: Instant,
): ReadonlyArray<Change> => {
  if (by === null) return []
  const since = needPresent(reservedAt, "when a matter was reserved")
  return Judges.countWork(by, now, [`decided/${Judges.spanOf(now - since)}`])
}

/**
 * Everything that delivering a draft changes, or the first refusal. `matter` is the matter with every passing applied and, if the
 * respondent appears by the act, with its appearance.
 */
export const deliver = rule(
  ["Rule 5.2", "Rule 5.4", "Rule 5.6"],
  (
    draft: Draft,
    manner: Manner,
    facts: DeliveryFacts,
    context: CommandContext,
    matter: Matter.Matter = facts.matter,
  ): Either.Either<Decision<Delivered>, Refusal> =>
    Either.gen(function* () {
      const composed = yield* composeChecked(draft, manner, facts, matter, context.now)
      const { now, fresh, schedule } = context
      const made = { ...composed.judgment, filedAt: matter.filedAt }
      const opened = openEntries(made, schedule, entryIds(made, fresh), facts.standings)
      const judgment = { ...composed.judgment, entries: opened.entries.map((entry) => entry.id) }
      const { citation } = judgment
      const moves = yield* movesToDecided(facts, matter, manner.act, judgment, context)
      return {
        changes: [
          ...matters.written([moves], facts, context, { citation }),
          ...Suits.decidedSuit(facts.suits, matter, suitAfter([judgment]), orderedBy([judgment]), now),
          ...publish(judgment, composed),
          ...supersedeByRehearing(facts.reheard, citation),
          ...opened.changes,
          ...giveConduct(judgment, opened.standings).changes,
          ...notices(judgment, opened.entries, fresh, ...howToAppeal(judgment, facts)),
          ...awaitFinality(judgment),
          ...countDecided(facts.by, matter, now),
          ...MagistrateFee.charge(facts.fee, facts.charged, feeCharged(judgment, matter, fresh), facts.terms),
        ],
        reply: { citation, matterId: judgment.matterId, deliveredAt: format(now) },
      }
    }),
)
