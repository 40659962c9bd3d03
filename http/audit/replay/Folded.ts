/** The state of the registers that follows from the public journal. */

import { replayAgents } from "../../../core/agents/index.ts"
import {
  type Entry,
  type HistoryItem,
  historyOf,
  type Registers,
  replay,
} from "../../../core/compliance/index.ts"
import { type ReplayedDealings, replayDealings } from "../../../core/dealings/index.ts"
import { type ReplayedJudges, replayJudges } from "../../../core/docket/index.ts"
import { type ReplayedJudgment, replayJudgments } from "../../../core/judgments/index.ts"
import type { PublicItem } from "../../../core/kernel/Journal.ts"

type ReplayedAgents = ReturnType<typeof replayAgents>
type ReplayedJudgments = ReturnType<typeof replayJudgments>
type OrderMade = ReplayedJudgment["orders"][number] & Pick<ReplayedJudgment, "citation" | "deliveredAt">

/** The registers that follow from events, of entries, of judgments and of agents. */
export interface Followed {
  readonly registers: Registers
  readonly judgments: ReplayedJudgments
  readonly agents: ReplayedAgents
}

export const nothing: Followed = {
  registers: replay([]),
  judgments: replayJudgments([]),
  agents: replayAgents([]),
}

/** The faults of earlier events were told, and are not told again. */
export const forgetFaults = <State extends object>(
  state: State,
): State & { readonly faults: readonly [] } => ({
  ...state,
  faults: [],
})

/** The registers after further events, with the faults of these alone. */
export const followItems = (before: Followed, items: ReadonlyArray<PublicItem>): Followed => ({
  registers: replay(items, forgetFaults(before.registers)),
  judgments: replayJudgments(items, forgetFaults(before.judgments)),
  agents: replayAgents(items, forgetFaults(before.agents)),
})

export interface State extends Followed {
  readonly dealings: Pick<ReplayedDealings, "lodged">
  /** The entries against the agent of a handle, and the orders against the agent of an id. */
  readonly entriesOf: (handle: string) => ReadonlyArray<Entry.Entry>
  readonly ordersOf: (agentId: unknown) => ReadonlyArray<OrderMade>
}

export interface Folded extends State {
  readonly items: number
  readonly dealings: ReplayedDealings
  readonly judges: ReplayedJudges
  readonly history: (id: string, citation: string) => ReadonlyArray<HistoryItem>
  /** The places where the journal contradicts the rules or itself. */
  readonly faults: ReadonlyArray<string>
}

const ordersIn = ({ judgments }: ReplayedJudgments): ReadonlyArray<OrderMade> =>
  [...judgments.values()].flatMap(({ citation, deliveredAt, orders }) =>
    orders.map((order) => ({ ...order, citation, deliveredAt })),
  )

const groups = <Key, A>(items: Iterable<A>, keyOf: (item: A) => Key): ReadonlyMap<Key, ReadonlyArray<A>> => {
  const found = new Map<Key, Array<A>>()
  for (const item of items) {
    const group = found.get(keyOf(item))
    if (group === undefined) found.set(keyOf(item), [item])
    else group.push(item)
  }
  return found
}

/** Handles that acted or are bound by an order although they never enrolled. A respondent need not have enrolled (Rule 2.4). */
const findUnenrolled = (
  { rows }: ReplayedAgents,
  { registers, judgments, dealings }: Pick<Folded, "registers" | "judgments" | "dealings">,
): ReadonlyArray<string> => {
  const acting = new Set([
    ...dealings.lodged.keys(),
    ...[...registers.entries.values()].map(({ bound }) => bound.handle),
    ...[...judgments.judgments.values()].map(({ claimant }) => claimant),
  ])
  return [...acting]
    .filter((handle) => !rows.has(handle))
    .map((handle) => `${handle}: the journal has its acts or its orders, and not its enrolment`)
}

export const ofAgents = (
  registers: Registers,
  judgments: ReplayedJudgments,
): Pick<State, "entriesOf" | "ordersOf"> => {
  const entries = groups(registers.entries.values(), ({ bound }) => bound.handle)
  const orders = groups<unknown, OrderMade>(ordersIn(judgments), ({ against }) => against)
  return {
    entriesOf: (handle) => entries.get(handle) ?? [],
    ordersOf: (agentId) => orders.get(agentId) ?? [],
  }
}

export const fold = (items: ReadonlyArray<PublicItem>): Folded => {
  const bySubject = groups(items, ({ subject }) => subject)
  const of = (subject: string) => bySubject.get(subject) ?? []
  const { registers, judgments, agents } = followItems(nothing, items)
  const dealings = replayDealings(items)
  const judges = replayJudges(items)
  return {
    items: items.length,
    registers,
    judgments,
    agents,
    dealings,
    judges,
    history: (id, citation) => historyOf(id, of(`entry/${id}`), of(`judgment/${citation}`)),
    ...ofAgents(registers, judgments),
    faults: [
      ...[registers, judgments, agents, dealings, judges].flatMap(({ faults }) => faults),
      ...findUnenrolled(agents, { registers, judgments, dealings }),
    ],
  }
}
