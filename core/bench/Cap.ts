/** The cap of the stake over all the matters on one dealing (Rule 5.3). */
import { Effect } from "effect"
import type { Judgment } from "../judgments/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import { type Between, type Matter, type Ordered, stakesAt, takenElsewhere } from "../matters/index.ts"
import { isCapped } from "./Orders.ts"

/** What judgments order each agent to pay within the cap of its stake, in cents. */
export const orderedBy = rule(
  ["Rule 5.3"],
  (judgments: ReadonlyArray<Pick<Judgment, "orders" | "basis">>): ReadonlyArray<Ordered> => {
    const sums = new Map<string, number>()
    for (const { orders, basis } of judgments)
      for (const { kind, against, amountCents } of orders)
        if (against !== null && against.id !== null && amountCents !== null && isCapped(kind, basis))
          sums.set(against.id, (sums.get(against.id) ?? 0) + amountCents)
    return [...sums].map(([agentId, cents]) => ({ agentId, cents }))
  },
)

/**
 * What is left of each stake for a judgment in a matter: less what other matters on its dealing order, and less what those judgments
 * in the matter order that stay in force beside the new one. A judgment that falls gives back what it took.
 */
export const leftOf = rule(
  ["Rule 5.3"],
  (
    stakes: ReadonlyMap<string, number>,
    between: Between | null,
    matterId: string,
    standing: ReadonlyArray<Judgment>,
  ): ReadonlyMap<string, number> => {
    const own = new Map(orderedBy(standing).map(({ agentId, cents }) => [agentId, cents]))
    return new Map(
      [...stakes].map(([agentId, cents]) => [
        agentId,
        Math.max(0, cents - takenElsewhere(between, matterId, agentId) - (own.get(agentId) ?? 0)),
      ]),
    )
  },
)

/** Reads what is left of the stakes of some agents for a judgment in a matter. */
export const gatherLeft = (
  reader: Reader,
  agentIds: ReadonlyArray<string>,
  matter: Matter,
  between: Between | null,
  standing: ReadonlyArray<Judgment> = [],
) =>
  Effect.map(stakesAt(reader, agentIds, matter.stakeAt), (stakes) =>
    leftOf(stakes, between, matter.id, standing),
  )
