/** Invariants of agents, their operators, their notices and their keys. */

import {
  Acceptance,
  Agent,
  records as agentRecords,
  Deliveries,
  Notice,
  Operator,
} from "../../../../core/agents/index.ts"
import { bounds } from "../../../../core/kernel/Schedule.ts"
import { days } from "../../../../core/kernel/Time.ts"
import { count, each, type Invariant, stays } from "../Invariant.ts"
import type { Commit } from "../Watched.ts"
import type { World } from "../World.ts"

type Keyring = typeof agentRecords.Keyrings.schema.Type
const listKeys = ({ current, previous }: Keyring) =>
  [current, previous?.id ?? null].filter((id) => id !== null)

export const agents: ReadonlyArray<Invariant> = [
  stays(Notice.Notices),
  each(
    "an operator has no more agents than it may, and each takes a place of its kind",
    Operator.Operators,
    ({ after: { id, places } }, store) => {
      const here = store.all(Agent.Agents).filter(({ operatorId }) => operatorId === id)
      return (["stated", "proven"] as const).every(
        (status) =>
          places[status] <= bounds.operatorAgentsMax &&
          count(here, ({ identity }) => identity.status === status) <= places[status],
      )
    },
  ),
  each(
    "an address that is only stated gets at most one note in so many days",
    Operator.Operators,
    ({ before, after }, _store, { set }) => {
      const notes = count(set.tasks, ({ kind }) => kind === Acceptance.task)
      if (before?.notedAt === after.notedAt || after.notedAt === null) return notes === 0
      return (
        notes === 1 &&
        (before === null ||
          before.notedAt === null ||
          after.notedAt - before.notedAt >= days(bounds.acceptanceDays))
      )
    },
  ),
  each(
    "no notice is mailed to an address that is not proven for its agent",
    Deliveries,
    ({ before, after }, { find }) => {
      const agent = find(Agent.Agents, after.agentId)
      const first = before === null && after.type !== "court.verification"
      // The agent may have moved to another operator meanwhile; only agents that have not are checked.
      const mailed = (after.email?.attempts.length ?? 0) > 0 && agent?.operatorMovedAt === null
      return !(first && mailed) || agent?.identity.status === "proven"
    },
  ),
  each(
    "an agent holds its handle",
    Agent.Agents,
    ({ after }, { claims }) => claims.get(`handle/${after.handle}`) === after.id,
  ),
  {
    name: "the journal has no e-mail address",
    broken: ({ set }) =>
      set.events.flatMap(({ id, data }) => (JSON.stringify(data).includes("@") ? [id] : [])),
  },
  each(
    "a notice has a task that carries it, except one to the Registrar",
    Notice.Notices,
    ({ after }, _store, { set }) =>
      after.agentId === Notice.registrarInbox || set.tasks.some(({ id }) => id === `notice/${after.id}`),
  ),
]

/**
 * Remembers from the commits which keys have ended. The function that it gives says of a commit whether it used a key that had ended
 * before, or made such a key valid again. (A request may end the key that signs it.)
 */
export const endedKeys = ({ store, asking }: World): ((commit: Commit) => ReadonlyArray<string>) => {
  const ended = new Set<string>()

  /** The keys of the agents whose keys the Registrar revoked, whatever the keyring says. */
  const revoked = ({ set }: Commit): ReadonlyArray<string> =>
    set.events
      .filter(({ type }) => type === "registrar.keys_revoked")
      .flatMap(({ subject }) => {
        const agent = store.all(Agent.Agents).find(({ handle }) => subject === `agent/${handle}`)
        return store.all(agentRecords.Credentials).filter(({ agentId }) => agentId === agent?.id)
      })
      .map(({ id }) => id)

  /** The keys that a keyring no longer names, and the ended keys that it names again. */
  const moved = ({ changed }: Commit) =>
    changed
      .filter(({ put }) => put.ref.kind === agentRecords.Keyrings.name)
      .map(({ put, before }) => {
        // A record's type is its JSON (core/kernel/Kind.ts).
        const now = listKeys(put.body as Keyring)
        const earlier = before === null ? [] : listKeys(before as Keyring)
        return { back: now.filter((id) => ended.has(id)), left: earlier.filter((id) => !now.includes(id)) }
      })

  return (commit) => {
    const key = asking.get(commit.by)
    const rings = moved(commit)
    const wrong = [
      ...(key !== undefined && ended.has(key) ? [`a key that has ended does nothing: ${key}`] : []),
      ...rings
        .flatMap(({ back }) => back)
        .map((id) => `a key that has ended never becomes valid again: ${id}`),
    ]
    for (const id of [...rings.flatMap(({ left }) => left), ...revoked(commit)]) ended.add(id)
    return wrong
  }
}
