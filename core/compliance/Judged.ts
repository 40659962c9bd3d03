/** The effects of a judgment on the Register: it opens entries, and an appeal or a vacation moves all of them at once. */
import { Effect, Either, Option } from "effect"
import { type Agent, Standing } from "../agents/index.ts"
import type { Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Schedule, Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import { deadlineKind, deadlineTask, Entries, type Entry } from "./Entry.ts"
import { openedEvent } from "./Journal.ts"
import type { Beside } from "./Moves.ts"
import { entries, standingsAfter } from "./Record.ts"

/** The facts that the Register needs about a judgment. */
export interface JudgmentFacts {
  readonly citation: string
  readonly matterId: string
  /** When the matter was filed: the figures in force then govern its entries (Rule 8.1). */
  readonly filedAt: Instant
  readonly deliveredAt: Instant
  readonly currency: string
  readonly finality: Judgment.Finality
  readonly orders: ReadonlyArray<Judgment.Order>
}

/** The sentence of PD11 §1 that says whether the Register is kept. Orders in matters filed while it is not have no entries (Rule 8.1). */
const inForce = (kept: number): string =>
  kept > 0
    ? "It is kept for matters filed while this Direction is in force."
    : "It is not kept for matters filed now."

/** PD11 §1: what the Register of Compliance is, and of whom it speaks. */
export const register = enforced(
  "PD11 §1",
  "The Register",
  (t) =>
    `The Register of Compliance is the public record of whether orders were honoured. It is how orders are enforced: the Court neither holds nor releases funds. It names the party bound and the party favoured by handle, and never an operator. ${inForce(t.registerInForce)}`,
)

/** Whether orders in matters filed under these figures have entries. */
export const isKept = rule(["PD11 §1"], (terms: Terms): boolean => terms.registerInForce === 1)

type Binding = Judgment.Order & {
  readonly kind: Entry["type"]
  readonly against: Agent.Bound
  readonly inFavourOf: Party
}

/** PD11 §2: for which orders an entry opens, and until when it is to be performed. */
export const openings = enforced(
  "PD11 §2",
  "Opening of entries",
  () =>
    "When a judgment is delivered, an entry opens for every order to pay, to perform or to refrain. A declaration, a dismissal, an order as to costs and a remittal open no entry. The time fixed runs from delivery, in the hours that the judgment states.",
)

/** Declarations, costs, dismissals and remittals open no entry, nor does an order against somebody who is not enrolled. */
export const opens = rule(
  ["PD11 §2", "Rule 2.4"],
  (order: Judgment.Order): order is Binding =>
    (order.kind === "pay" || order.kind === "perform" || order.kind === "refrain") &&
    order.against !== null &&
    order.against.id !== null &&
    order.inFavourOf !== null,
)

/** The agents against whom these orders open entries, each once. `openEntries` needs their standings. */
export const boundAgents = (
  orders: ReadonlyArray<Judgment.Order>,
): ReadonlyArray<{ id: string; handle: string }> => [
  ...new Map(
    orders.filter(opens).map(({ against }) => [against.id, { id: against.id, handle: against.handle }]),
  ).values(),
]

/** Whether the parties of an order have one operator, by the address that each of them stated. */
export const hasOneOperator = rule(
  ["PD11 §10"],
  ({ against, inFavourOf }: Pick<Binding, "against" | "inFavourOf">): boolean =>
    against.operatorId !== null && against.operatorId === inFavourOf.operatorId,
)

/** The entry that an order opens: the time fixed runs from delivery. */
export const openEntry = rule(
  ["PD11 §2"],
  (
    { citation, matterId, filedAt, deliveredAt, currency, finality }: Omit<JudgmentFacts, "orders">,
    order: Pick<Binding, "n" | "kind" | "against" | "inFavourOf" | "amountCents" | "hours"> &
      Pick<Entry, "sameOperator">,
    id: string,
  ): Entry => {
    const dueAt = deliveredAt + hours(order.hours)
    return {
      id,
      citation,
      n: order.n,
      matterId,
      filedAt,
      type: order.kind,
      bound: order.against,
      favoured: order.inFavourOf,
      sameOperator: order.sameOperator,
      amountCents: order.amountCents,
      currency,
      hours: order.hours,
      deliveredAt,
      dueAt,
      status: "open",
      window: { kind: "performance", opensAt: deliveredAt, closesAt: dueAt },
      suspendedSince: null,
      tolled: [],
      performedAt: null,
      silent: false,
      attestation: null,
      dispute: null,
      began: null,
      boundDisputed: false,
      decision: null,
      corrected: false,
      address: null,
      addressChanges: 0,
      adjustments: [],
      finality,
    }
  },
)

interface Opened {
  /** One for each order that opens an entry, in the order of the judgment. */
  readonly entries: ReadonlyArray<Entry>
  /** The standings of those bound after `changes`. If the same decision changes one again, that change comes after these. */
  readonly standings: ReadonlyArray<Standing.Standing>
  readonly changes: ReadonlyArray<Change>
}

/**
 * Opens the entries of a judgment as it is delivered. `id(k)` is a fresh id for the k-th entry opened; `standings` are those of
 * `boundAgents(orders)` (an absent one begins at 0). The changes are two for each entry, one event, and one for each agent bound.
 */
export const openEntries = rule(
  ["PD11 §1", "PD11 §2", "Rule 2.4"],
  (
    facts: JudgmentFacts,
    schedule: Schedule,
    id: (k: number) => string,
    standings: ReadonlyArray<Standing.Standing>,
  ): Opened => {
    const binding = isKept(schedule.at(facts.filedAt)) ? facts.orders.filter(opens) : []
    const entries = binding.map((order, k) =>
      openEntry(facts, { ...order, sameOperator: hasOneOperator(order) }, id(k)),
    )
    const after = new Map(standings.map((standing) => [standing.agentId, standing]))
    for (const { bound } of entries) {
      const standing = after.get(bound.id) ?? Standing.make(bound.id, bound.handle)
      after.set(bound.id, Standing.shift(standing, null, "open", 0))
    }
    const moved = entries.length === 0 ? [] : [...after.values()]
    const [first, ...others] = entries
    return {
      entries,
      standings: [...after.values()],
      changes: [
        ...entries.flatMap((entry) => [
          Changed.put(Entries, entry),
          Changed.task(deadlineTask(entry.id), deadlineKind, entry.dueAt, { entryId: entry.id }),
        ]),
        ...(first === undefined ? [] : [openedEvent([first, ...others])]),
        ...moved.map((standing) => Changed.putLatest(Standing.Standings, standing)),
      ],
    }
  },
)

/** All entries of a judgment, with the standings of those bound. */
export type JudgmentEntries = Beside

/** The entries of a judgment, by the ids that it keeps, and the standings of those bound. */
export const gatherEntries = (reader: Reader, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const found = yield* reader.findAll(Entries, ids)
    const entries = found.map((entry, k) =>
      Option.getOrThrowWith(
        entry,
        () => new Error(`a judgment names the entry ${ids[k]}, which does not exist`),
      ),
    )
    const bound = [...new Map(entries.map((entry) => [entry.bound.id, entry.bound])).values()]
    const gathered: JudgmentEntries = { entries, standings: yield* Standing.readAll(reader, bound) }
    return gathered
  })

export const supersession = enforced(
  "PD11 §8",
  "Supersession",
  () =>
    "If the judgment is superseded or vacated, or is varied, set aside or remitted on appeal, its entries are superseded, and every adjustment under them is reversed. The entries of a new judgment open afresh.",
)

/**
 * Suspends, resumes or supersedes the entries of a judgment, and gives them the finality. A passing that is due comes first. An
 * entry that the act does not concern (superseded, or suspended already) stays as it is. `told` is `nobody` if the command itself
 * serves notices on the parties. The changes are one event for all, and at most three more for each entry.
 */
export const moveEntries = rule(
  ["PD11 §7", "PD11 §8"],
  (
    act: "suspend" | "resume" | "supersede",
    finality: Judgment.Finality,
    beside: JudgmentEntries,
    context: CommandContext,
    told: "parties" | "nobody" = "parties",
  ): Opened => {
    const lists = beside.entries.flatMap((entry) => {
      const terms = context.schedule.at(entry.filedAt)
      const moves = entries.perform(entry, { act, who: "court", finality }, context.now, terms)
      return Either.isRight(moves) ? [moves.right] : []
    })
    return {
      entries: lists.map(afterOf),
      standings: standingsAfter(lists.flat(), beside).standings,
      changes: entries[told === "nobody" ? "written" : "record"](lists, beside, context),
    }
  },
)
