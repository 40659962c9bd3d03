import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { format } from "../Time.ts"
import { type Channel, Deliveries, type Delivery, deliveryIndex } from "./Delivery.ts"
import { needAgent } from "./Lookup.ts"

const channelView = (channel: Channel | null) =>
  channel === null
    ? null
    : {
        status: channel.status,
        attempts: channel.attempts.map(({ at, outcome, status }) => ({ at: format(at), outcome, status })),
      }

/** A delivery as its agent and the Registrar read it: never an address, and never what was answered. */
export const deliveryView = ({ id, type, at, service, email }: Delivery) => ({
  id,
  type,
  at: format(at),
  service: channelView(service),
  email: channelView(email),
})
export type DeliveryView = ReturnType<typeof deliveryView>

/** Deliveries are the agent's own; the Registrar reads them too. */
const mayRead = rule(
  ["Rule 2.7", "Constitution 2.1"],
  (actor: Actor, agentId: string): boolean =>
    actor.role === "registrar" || (actor.role === "agent" && actor.id === agentId),
)

/** What was tried beyond an agent's inbox, the latest notice first. */
export const deliveries = (
  reader: Reader,
  handle: string,
  actor: Actor,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<DeliveryView>, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const agent = yield* needAgent(reader, handle)
    if (!mayRead(actor, agent.id)) return yield* refusal("not_own", {})
    const found = yield* reader.list(Deliveries, {
      index: deliveryIndex,
      prefix: `${agent.id}/`,
      ...page,
    })
    return { items: found.items.map(deliveryView), next: found.next }
  })
