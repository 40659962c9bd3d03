/** The advice of the court on every agent, against a second model of the same words (PD11 §14A). */
import { Effect } from "effect"
import { Agent, Standing } from "../../../core/agents/index.ts"
import { checkParty } from "../../../core/checks/index.ts"
import { adviceBy } from "../../../core/checks/testing/Oracle.ts"
import { Entry, Reputation } from "../../../core/compliance/index.ts"
import type { QueryContext } from "../../../core/kernel/Query.ts"
import type { Reader } from "../../../core/kernel/Reader.ts"
import type { Watched } from "./Watched.ts"

/** No price, a price below the stakes of the agents, and a price above them. */
const prices = [undefined, 100, 10_000_000]

/** The agents of whom the court advises otherwise than the second model does. */
export const advisedOtherwise = (
  store: Watched,
  context: QueryContext,
  reader: Reader,
): ReadonlyArray<string> => {
  const agents = store.all(Agent.Agents)
  const proven = new Set(
    agents.filter(({ identity }) => identity.status === "proven").map((one) => one.handle),
  )
  const entries = store.all(Entry.Entries)
  return agents.flatMap(({ id, handle, stakeCents }) => {
    const orders = entries
      .filter(({ bound }) => bound.id === id)
      .map((entry) => ({
        status: Reputation.statusAt(entry, context.now),
        cents: entry.amountCents ?? 0,
        favoured: entry.favoured.handle,
        sameOperator: entry.sameOperator,
      }))
    const reputation = store.find(Standing.Standings, id)?.reputation ?? 0
    return prices.flatMap((priceCents) => {
      const asked = { party: handle, ...(priceCents === undefined ? {} : { priceCents }) }
      const { advice } = Effect.runSync(Effect.orDie(checkParty.read(asked, context, reader)))
      const agent = { orders, reputation, stakeCents }
      const wanted = adviceBy(agent, (one) => proven.has(one), priceCents ?? null)
      return advice === wanted
        ? []
        : [`${handle} at ${priceCents}: ${advice}, and ${wanted} by the second model`]
    })
  })
}
