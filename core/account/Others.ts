/**
 * The facts of a deal for readers of the record that its judge read. Of other agents they show the facts with which the account reckons,
 * but no name.
 */
import { needPresent } from "../kernel/Defect.ts"
import type { AgentId, Deal, ProvenAddress, Taken, Transaction } from "./Deal.ts"

/**
 * Names for the ids that are not the deal's own. Rules break ties by the order of ids, so each name stands where its id does: behind the
 * same own id, and in the same order among the others.
 */
const namesFor = (ids: ReadonlyArray<string>, own: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const others = [...new Set(ids)].filter((id) => !own.includes(id)).sort()
  const width = String(others.length).length
  const below = (id: string): string => own.reduce((last, one) => (one < id && one > last ? one : last), "")
  return new Map(others.map((id, i) => [id, `${below(id)}!${String(i).padStart(width, "0")}`]))
}

const partsTaken = ({ transactions }: Deal): ReadonlyArray<Taken> =>
  transactions.flatMap(({ elsewhere }) => elsewhere)

/** A deal in which the agents and the deals of others have names in the place of their ids. Its account is the same. */
export const withoutOthers = (deal: Deal): Deal => {
  const stated = partsTaken(deal).flatMap((taken) => (taken.how === "stated" ? [taken.by] : []))
  const { supplier, buyer } = deal.parties
  const agents = namesFor([...deal.proven.map(({ agent }) => agent), ...stated], [supplier, buyer])
  const on = partsTaken(deal).map((taken) => taken.on)
  const deals = namesFor(on, [deal.id])
  const agentOf = (id: AgentId): AgentId => agents.get(id) ?? id
  const renameTaken = (one: Taken): Taken => {
    const on = needPresent(deals.get(one.on), "the name of another deal")
    return one.how === "stated" ? { ...one, on, by: agentOf(one.by) } : { ...one, on }
  }
  const transactions: ReadonlyArray<Transaction> = deal.transactions.map((one) => ({
    ...one,
    elsewhere: one.elsewhere.map(renameTaken),
  }))
  const proven: ReadonlyArray<ProvenAddress> = deal.proven.map((one) => ({
    ...one,
    agent: agentOf(one.agent),
  }))
  return { ...deal, transactions, proven }
}
