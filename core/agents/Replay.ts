/** The public rows of agents computed again from the public journal alone. */
import { Predicate } from "effect"
import type { PublicItem } from "../compliance/Replay.ts"
import type { Json } from "../Json.ts"

/** The members of an agent's public row that each event sets; an enrolment sets all of them. */
const sets: { readonly [type: string]: ReadonlyArray<string> } = {
  "agent.stake_published": ["stakeCents"],
  "agent.manifest_amended": ["manifest", "manifestVersion"],
  "agent.identity_proven": ["operatorIdentity"],
  "agent.identity_stated": ["operatorIdentity"],
}

type Row = { readonly [member: string]: Json }

export interface ReplayedAgents {
  /** By handle: what `GET /agents/{handle}` says of the agent's own row. */
  readonly rows: ReadonlyMap<string, Row>
  /** Events of agents that never enrolled, and second enrolments. */
  readonly faults: ReadonlyArray<string>
}

const rowOf = (data: Json): Row => (Predicate.isReadonlyRecord(data) ? (data as Row) : {})

/** Folds journal items, in their order, into the rows of agents. Other items are passed over. */
export const replayAgents = (items: Iterable<PublicItem>): ReplayedAgents => {
  const rows = new Map<string, Row>()
  const faults: Array<string> = []
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
    rows.set(handle, {
      ...known,
      ...Object.fromEntries(members.map((member) => [member, told[member] ?? null])),
    })
  }
  return { rows, faults }
}
