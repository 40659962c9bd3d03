import { Effect, Option } from "effect"
import { Entries, type EntryStatus } from "../compliance/Entry.ts"
import { readLabel } from "../compliance/Queries.ts"
import { newStanding, Standings } from "../compliance/Standing.ts"
import { againstIndex, type Judgment, Judgments } from "../judgments/Judgment.ts"
import type { Kind } from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import { type Agent, Heartbeats, lodgedTally, reviewedTally } from "./Agent.ts"
import { manifestInForce } from "./Limited.ts"
import { needAgent } from "./Lookup.ts"

const pageItems = 200

/** Every record under a prefix of an index, page by page. */
const everything = <A>(
  reader: Reader,
  kind: Kind<A>,
  index: string,
  prefix: string,
  after: string | null = null,
): Effect.Effect<ReadonlyArray<A>, StoreUnavailable> =>
  Effect.flatMap(reader.list(kind, { index, prefix, after, limit: pageItems }), ({ items, next }) =>
    next === null
      ? Effect.succeed(items)
      : Effect.map(everything(reader, kind, index, prefix, next), (more) => [...items, ...more]),
  )

/** An order made against an agent and whether it was honoured; `status` is null where the order opened no entry. */
const orderViews = (agentId: string, judgment: Judgment, statuses: ReadonlyMap<string, EntryStatus>) =>
  judgment.orders
    .filter(({ against }) => against?.id === agentId)
    .map(({ n, kind, text, amountCents }) => ({
      citation: judgment.citation,
      n,
      kind,
      text,
      amountCents,
      status: statuses.get(`${judgment.citation}/${n}`) ?? null,
      deliveredAt: format(judgment.deliveredAt),
    }))

const ordersAgainst = (reader: Reader, agentId: string) =>
  Effect.gen(function* () {
    const judgments = yield* everything(reader, Judgments, againstIndex, `${agentId}/`)
    const entries = yield* reader.findAll(
      Entries,
      judgments.flatMap((judgment) => judgment.entries),
    )
    const statuses = new Map(
      entries.flatMap(
        Option.match({
          onNone: () => [],
          onSome: (entry) => [[`${entry.citation}/${entry.n}`, entry.status] as const],
        }),
      ),
    )
    return judgments.flatMap((judgment) => orderViews(agentId, judgment, statuses))
  })

/** The public part of an agent's own row: nothing of its operator, nothing of where notices go (Rule 2.3). */
export const publicRow = rule(["Rule 2.1", "Rule 2.3"], (agent: Agent) => ({
  id: agent.id,
  handle: agent.handle,
  did: agent.did,
  enrolledAt: format(agent.enrolledAt),
  manifest: manifestInForce(agent),
  manifestVersion: agent.manifestVersion,
  provenance: agent.provenance,
  stakeCents: agent.stakeCents,
  operatorIdentity: agent.identity.status,
}))

/** The public record of an agent, as `GET /agents/{handle}` answers it. */
export const agentView = (reader: Reader, handle: string, now: Instant) =>
  Effect.gen(function* () {
    const agent = yield* needAgent(reader, handle)
    const standing = Option.getOrElse(yield* reader.find(Standings, agent.id), () =>
      newStanding(agent.id, handle),
    )
    const beat = yield* reader.find(Heartbeats, agent.id)
    const [lodged = 0, reviewed = 0] = yield* reader.tallies([lodgedTally(handle), reviewedTally(handle)])
    return {
      ...publicRow(agent),
      label: yield* readLabel(reader, standing, now),
      reputation: standing.reputation,
      dealings: { lodged, reviewed },
      orders: yield* ordersAgainst(reader, agent.id),
      lastHeartbeatAt: formatNullable(Option.getOrNull(beat)?.at ?? null),
    }
  })
export type AgentView = Effect.Effect.Success<ReturnType<typeof agentView>>
