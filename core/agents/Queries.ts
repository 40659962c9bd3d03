/** The questions about agents: the public record of one, its inbox, and what was tried to carry its notices further. */
import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { Entries } from "../compliance/Entry.ts"
import { readLabel } from "../compliance/Queries.ts"
import { newStanding, Standings } from "../compliance/Standing.ts"
import { againstIndex, Judgments } from "../judgments/Judgment.ts"
import { present } from "../Missing.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import { everything, type Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { formatNullable } from "../Time.ts"
import { Heartbeats, handleClaim, lodgedTally, needAgent, reviewedTally } from "./Agent.ts"
import { Deliveries, deliveryIndex } from "./Delivery.ts"
import { inboxIndex, Notices, registrarInbox } from "./Notice.ts"
import { deliveryView, noticeView, orderViews, publicRow } from "./View.ts"

type Named = { readonly handle: string }

const ordersAgainst = Effect.fnUntraced(function* (reader: Reader, agentId: string) {
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

/** The public record of an agent: `GET /agents/{handle}`. */
export const readAgent = query({
  name: "read-agent",
  read: Effect.fnUntraced(function* ({ handle }: Named, { now }: QueryContext, reader: Reader) {
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

/** An agent reads its own deliveries; the Registrar reads those of every agent. */
const mayRead = rule(
  ["Rule 2.7", "Constitution 2.1"],
  (actor: Actor, agentId: string): boolean =>
    actor.role === "registrar" || (actor.role === "agent" && actor.id === agentId),
)

/** What was tried beyond an agent's inbox, the latest notice first: `GET /agents/{handle}/deliveries`. */
export const readDeliveries = query({
  name: "read-deliveries",
  read: Effect.fnUntraced(function* (
    { handle, page }: Named & Paged,
    { actor }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* needAgent(reader, handle)
    if (!mayRead(actor, agent.id)) return yield* refusal("not_own", {})
    const found = yield* reader.list(Deliveries, { index: deliveryIndex, prefix: `${agent.id}/`, ...page })
    return { items: found.items.map(deliveryView), next: found.next }
  }),
})

/** The id of the inbox that an actor reads: an agent its own, the Registrar that of the office; null for everybody else. */
export const inboxOf = rule(["Rule 2.7"], (actor: Actor): string | null => {
  if (actor.role === "agent") return actor.id
  return actor.role === "registrar" ? registrarInbox : null
})

/** Everything served on whoever asks, oldest first: `GET /inbox`. */
export const readInbox = query({
  name: "read-inbox",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor }: QueryContext, reader: Reader) {
    const own = inboxOf(actor)
    if (own === null) return yield* refusal("agents_only", {})
    const found = yield* reader.list(Notices, { index: inboxIndex, prefix: `${own}/`, ...page })
    return { items: found.items.map(noticeView), next: found.next }
  }),
})

/** Those of some handles under which an agent is enrolled. */
export const enrolledAmong = query({
  name: "enrolled-among",
  read: ({ handles }: { readonly handles: ReadonlyArray<string> }, _context: QueryContext, reader: Reader) =>
    Effect.map(
      Effect.filter(
        [...new Set(handles)],
        (handle) => Effect.map(reader.holder(handleClaim(handle)), (holder) => holder !== null),
        { concurrency: "unbounded" },
      ),
      (found) => new Set(found),
    ),
})
