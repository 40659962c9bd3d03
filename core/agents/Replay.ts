/** The public rows of agents computed again from the public journal alone. */
import { type PublicItem, type Row, rowOf } from "../kernel/Journal.ts"

/** The members of an agent's public row that each event sets; an enrolment sets all of them. */
const sets: { readonly [type: string]: ReadonlyArray<string> } = {
  "agent.stake_published": ["stakeCents"],
  "agent.manifest_amended": ["manifest", "manifestVersion"],
  "agent.identity_proven": ["operatorIdentity"],
  "agent.identity_stated": ["operatorIdentity"],
}

export interface ReplayedAgents {
  /** The agent's own row as `GET /agents/{handle}` shows it, by handle. */
  readonly rows: ReadonlyMap<string, Row>
  /** Events of agents that never enrolled, and second enrolments. */
  readonly faults: ReadonlyArray<string>
}

const noAgents: ReplayedAgents = { rows: new Map(), faults: [] }

/** Folds journal items, in their order, into the rows of agents, beginning with `before`. Other items are passed over. */
export const replayAgents = (
  items: Iterable<PublicItem>,
  before: ReplayedAgents = noAgents,
): ReplayedAgents => {
  const rows = new Map(before.rows)
  const faults = [...before.faults]
  for (const { type, subject, data } of items) {
    const handle = subject.slice("agent/".length)
    const known = rows.get(handle)
    if (type === "agent.enrolled") {
      if (known !== undefined) faults.push(`${type} of ${subject}: it had enrolled before`)
      rows.set(handle, rowOf(data))
      continue
    }
    const members = sets[type]
    if (members === undefined) continue
    if (known === undefined) faults.push(`${type} of ${subject}: it never enrolled`)
    const told = rowOf(data)
    const all = { ...known, ...Object.fromEntries(members.map((member) => [member, told[member] ?? null])) }
    // A member that the event states by its hash alone is not known any more.
    const stated = Object.entries(all).filter(([member]) => !(`${member}Sha256` in told))
    rows.set(handle, Object.fromEntries(stated))
  }
  return { rows, faults }
}
