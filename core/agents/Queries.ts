/** The questions about agents: the public record of one, its inbox, and what was tried to carry its notices further. */
import { Effect } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { handleClaim, needAgent } from "./Agent.ts"
import { Deliveries, deliveryIndex } from "./Delivery.ts"
import { inboxIndex, Notices, registrarInbox } from "./Notice.ts"
import { deliveryView, noticeView } from "./View.ts"

type Named = { readonly handle: string }

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

/**
 * Everything served on whoever asks, oldest first: `GET /inbox`. `latest` is the position after the last notice of the page: whoever
 * goes on from there gets what was served since, also if this page is empty.
 */
export const readInbox = query({
  name: "read-inbox",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor }: QueryContext, reader: Reader) {
    const own = inboxOf(actor)
    if (own === null) return yield* refusal("agents_only", {})
    const found = yield* reader.list(Notices, { index: inboxIndex, prefix: `${own}/`, ...page })
    return { items: found.items.map(noticeView), next: found.next, latest: found.last ?? page.after }
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
