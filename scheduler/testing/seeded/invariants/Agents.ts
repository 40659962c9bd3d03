/** What every commit must leave true of agents, their operators and what is served on them. */

import { Agents } from "../../../../core/agents/Agent.ts"
import { Deliveries } from "../../../../core/agents/Delivery.ts"
import { Notices, registrarInbox } from "../../../../core/agents/Notice.ts"
import { acceptanceTask, Operators } from "../../../../core/agents/Operator.ts"
import { bounds } from "../../../../core/Schedule.ts"
import { days } from "../../../../core/Time.ts"
import { count, each, type Invariant, stays } from "../Invariant.ts"

export const agents: ReadonlyArray<Invariant> = [
  stays(Notices),
  each(
    "an operator has no more agents than it may, and each takes a place of its kind",
    Operators,
    ({ after: { id, places } }, store) => {
      const here = store.all(Agents).filter(({ operatorId }) => operatorId === id)
      return (["stated", "proven"] as const).every(
        (status) =>
          places[status] <= bounds.operatorAgentsMax &&
          count(here, ({ identity }) => identity.status === status) <= places[status],
      )
    },
  ),
  each(
    "to an address that is only stated one note goes in so many days",
    Operators,
    ({ before, after }, _store, { set }) => {
      const notes = count(set.tasks, ({ kind }) => kind === acceptanceTask)
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
      const agent = find(Agents, after.agentId)
      const first = before === null && after.type !== "court.verification"
      // The agent may have moved since the call was made: only what stood still is judged.
      const mailed = (after.email?.attempts.length ?? 0) > 0 && agent?.operatorMovedAt === null
      return !(first && mailed) || agent?.identity.status === "proven"
    },
  ),
  each(
    "an agent holds its handle",
    Agents,
    ({ after }, { claims }) => claims.get(`handle/${after.handle}`) === after.id,
  ),
  {
    name: "the journal knows no operator",
    broken: ({ set }) =>
      set.events.flatMap(({ id, data }) => (JSON.stringify(data).includes("@") ? [id] : [])),
  },
  each(
    "a notice is carried further, save one to the Registrar",
    Notices,
    ({ after }, _store, { set }) =>
      after.agentId === registrarInbox || set.tasks.some(({ id }) => id === `notice/${after.id}`),
  ),
]
