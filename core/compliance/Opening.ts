import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { Finality } from "../judgments/Finality.ts"
import type { Order } from "../judgments/Judgment.ts"
import type { Party } from "../Party.ts"
import { rule } from "../Rule.ts"
import type { Schedule, Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import {
  type Bound,
  deadlineKind,
  deadlineTask,
  Entries,
  type Entry,
  type EntryOrder,
  newStanding,
  type Standing,
  Standings,
} from "./Entry.ts"
import { openedEvent } from "./Recorded.ts"
import { shift } from "./Standing.ts"
import { blank } from "./State.ts"
import { begin } from "./Step.ts"

/** What the Register needs to know of a judgment. */
export interface JudgmentFacts {
  readonly citation: string
  readonly matterId: string
  /** When the matter was filed: the figures in force then govern its entries (Rule 8.1). */
  readonly filedAt: Instant
  readonly deliveredAt: Instant
  readonly currency: string
  readonly finality: Finality
  readonly orders: ReadonlyArray<Order>
}

export interface Opened {
  /** One for each order that opens an entry, in the order of the judgment. */
  readonly entries: ReadonlyArray<Entry>
  /** The standings of those bound, afterwards; a later change of one is put after `changes`. */
  readonly standings: ReadonlyArray<Standing>
  readonly changes: ReadonlyArray<Change>
}

/** Whether orders in matters filed under these figures have entries (PD11 §1). */
export const isKept = (terms: Terms): boolean => terms.registerInForce === 1

type Binding = Order & {
  readonly kind: EntryOrder["type"]
  readonly against: Bound
  readonly inFavourOf: Party
}

const opens = (order: Order): order is Binding =>
  (order.kind === "pay" || order.kind === "perform" || order.kind === "refrain") &&
  order.against !== null &&
  order.against.id !== null &&
  order.inFavourOf !== null

/** The agents against whom these orders open entries, each once: those whose standings `openEntries` needs. */
export const boundBy = (orders: ReadonlyArray<Order>): ReadonlyArray<{ id: string; handle: string }> => [
  ...new Map(
    orders.filter(opens).map(({ against }) => [against.id, { id: against.id, handle: against.handle }]),
  ).values(),
]

const state = blank()
// Millions of entries may be alive at once, and most never have any.
const none: readonly [] = []

/** The entry that an order opens: the time fixed runs from delivery (PD11 §2). */
export const opened = (
  facts: Omit<JudgmentFacts, "orders">,
  order: Pick<Binding, "n" | "kind" | "against" | "inFavourOf" | "amountCents" | "hours">,
  id: string,
  terms: Terms,
): Entry => {
  begin(state, facts.deliveredAt, order.hours, terms)
  const { dueAt, status, opensAt, closesAt } = state
  return {
    id,
    order: {
      citation: facts.citation,
      n: order.n,
      matterId: facts.matterId,
      filedAt: facts.filedAt,
      type: order.kind,
      bound: order.against,
      favoured: order.inFavourOf,
      amountCents: order.amountCents,
      currency: facts.currency,
      hours: order.hours,
      deliveredAt: facts.deliveredAt,
    },
    dueAt,
    status,
    window: { kind: "performance", opensAt, closesAt },
    suspendedSince: null,
    tolled: none,
    performedAt: null,
    attestation: null,
    dispute: null,
    decision: null,
    corrected: false,
    address: null,
    adjustments: none,
    finality: facts.finality,
  }
}

/**
 * Opens an entry for every order to pay, perform or refrain when judgment is delivered (PD11 §2). Declarations, costs,
 * dismissals and remittals open none, nor does an order against somebody not enrolled (Rule 2.4). `id(k)` is a fresh id for
 * the k-th entry opened; `standings` are those of `boundBy(orders)` (absent ones begin at 0). Takes two operations an entry,
 * one for their event and one for each agent bound.
 */
export const openEntries = rule(
  ["PD11 §1", "PD11 §2", "Rule 2.4"],
  (
    facts: JudgmentFacts,
    schedule: Schedule,
    id: (k: number) => string,
    standings: ReadonlyArray<Standing>,
  ): Opened => {
    const terms = schedule.at(facts.filedAt)
    const binding = isKept(terms) ? facts.orders.filter(opens) : []
    const entries = binding.map((order, k) => opened(facts, order, id(k), terms))
    const after = new Map(standings.map((standing) => [standing.agentId, standing]))
    for (const { order } of entries) {
      const { bound } = order
      const standing = after.get(bound.id) ?? newStanding(bound.id, bound.handle)
      after.set(bound.id, shift(standing, null, "open", 0))
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
        ...moved.map((standing) => Changed.putLatest(Standings, standing)),
      ],
    }
  },
)
