/** The public record of an agent: its own row, its label and reputation, its dealings, and the orders made against it (Rule 2.1, PD11 §9). */
import { Array as Arr, Effect, Option, Schema } from "effect"
import { Heartbeats, lodgedTally, Manifest, needAgent, Provenance, reviewedTally } from "../agents/Agent.ts"
import { type EntryStatus, newStanding, Standings } from "../agents/Standing.ts"
import { IdentityStatus, publicRow } from "../agents/View.ts"
import { present } from "../Defect.ts"
import { oneOf } from "../Json.ts"
import { againstIndex, type Judgment, Judgments } from "../judgments/Judgment.ts"
import { type QueryContext, query } from "../Query.ts"
import { everything, type Reader } from "../Reader.ts"
import { format, formatNullable, Timestamp } from "../Time.ts"
import { Entries } from "./Entry.ts"
import { readLabel } from "./Queries.ts"
import { Label } from "./Reputation.ts"

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

const text = Schema.String

const OrderView = Schema.Struct({
  citation: text,
  n: Schema.Int,
  kind: text,
  text,
  amountCents: Schema.NullOr(Schema.Int),
  status: Schema.NullOr(text),
  deliveredAt: Timestamp,
})

/** The public record of an agent. */
export const AgentView = Schema.Struct({
  id: text,
  handle: text,
  did: Schema.NullOr(text),
  enrolledAt: Timestamp,
  manifest: Manifest,
  manifestVersion: Schema.Int,
  provenance: Provenance,
  stakeCents: Schema.Int,
  operatorIdentity: IdentityStatus,
  label: oneOf(...Label.literals),
  reputation: Schema.Int,
  dealings: Schema.Struct({ lodged: Schema.Int, reviewed: Schema.Int }),
  orders: Schema.Array(OrderView),
  lastHeartbeatAt: Schema.NullOr(Timestamp),
}).annotations({ identifier: "AgentRecord" })

export type AgentView = typeof AgentView.Type

const ordersAgainst = Effect.fnUntraced(function* (reader: Reader, agentId: string) {
  const judgments = yield* everything(reader, Judgments, againstIndex, `${agentId}/`)
  const entries = yield* reader.findAll(
    Entries,
    judgments.flatMap((judgment) => judgment.entries),
  )
  // An entry that somebody took out of the store is passed over, so that the record can still be read; `replay` reports it.
  const statuses = new Map(
    Arr.getSomes(entries).map(({ citation, n, status }) => [`${citation}/${n}`, status] as const),
  )
  return judgments.flatMap((judgment) => orderViews(agentId, judgment, statuses))
})

/** The public record of an agent: `GET /agents/{handle}`. */
export const readAgent = query({
  name: "read-agent",
  read: Effect.fnUntraced(function* (
    { handle }: { readonly handle: string },
    { now }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* needAgent(reader, handle)
    const standing = Option.getOrElse(yield* reader.find(Standings, agent.id), () =>
      newStanding(agent.id, handle),
    )
    const beat = yield* reader.find(Heartbeats, agent.id)
    const [lodged, reviewed] = yield* reader.tallies([lodgedTally(handle), reviewedTally(handle)])
    return {
      ...publicRow(agent),
      label: yield* readLabel(reader, standing, now),
      reputation: standing.reputation,
      dealings: {
        lodged: present(lodged, "the tally of what an agent lodged"),
        reviewed: present(reviewed, "the tally of what an agent reviewed"),
      },
      orders: yield* ordersAgainst(reader, agent.id),
      lastHeartbeatAt: formatNullable(Option.getOrNull(beat)?.at ?? null),
    }
  }),
})
