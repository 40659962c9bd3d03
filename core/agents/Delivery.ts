/** Deliveries: how a notice is carried beyond the inbox, and what was tried. Service is complete without them (Rule 2.7). */

import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import { Instant, latestFirst, Stamp } from "../kernel/Time.ts"
import { Agents } from "./Agent.ts"
import { Allowances, addToDigest, mailsTo } from "./Allowance.ts"
import { Channel, dueOf, isGone, recordAttempt, Tried, Untried } from "./Channel.ts"
import { carryAt } from "./Notice.ts"

/**
 * The delivery of one notice or one challenge; its id is the notice's. A channel is null if the agent has no such address.
 * Instants are numbers in the record, RFC 3339 in answers.
 */
export const DeliveryFacts = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  type: Schema.String,
  at: Stamp,
  service: Schema.NullOr(Channel),
  email: Schema.NullOr(Channel),
})
export const Delivery = Schema.typeSchema(DeliveryFacts)
export interface Delivery extends Schema.Schema.Type<typeof Delivery> {}

export const deliveryIndex = "deliveries"
/** How each notice was carried beyond the inbox, by the id of the notice, listed by agent from the latest. */
export const Deliveries = Kind.make<Delivery>({
  name: "delivery",
  schema: Delivery,
  id: (delivery) => delivery.id,
  index: ({ id, agentId, at }) => [{ index: deliveryIndex, key: `${agentId}/${latestFirst(at)}/${id}` }],
})

/** Whether a channel is tried in a round at this instant: it is new, or its next attempt is due. */
export const isDue = (channel: Channel | null, now: Instant): boolean => {
  const due = dueOf(channel)
  return channel === null || (due !== null && due <= now)
}

/** A channel after a round that left it alone. Where it was due, its address is gone, so it is given up. */
const leaveAlone = (channel: Channel | null, now: Instant): Channel | null =>
  channel !== null && isDue(channel, now) ? { ...channel, status: "given_up" } : channel

/** When a delivery is tried again: as soon as one of its pending channels is due; null if no channel is pending. */
export const nextTryOf = ({ service, email }: Pick<Delivery, "service" | "email">): Instant | null => {
  const dues = [service, email].flatMap((channel) => dueOf(channel) ?? [])
  return dues.length === 0 ? null : Math.min(...dues)
}

const Attempt = Schema.NullOr(Schema.Union(Tried, Untried))

const roundSchema = Schema.Struct({
  notice: Schema.Struct({ id: Schema.String, agentId: Schema.String, type: Schema.String, at: Instant }),
  service: Attempt,
  email: Attempt,
  calledUrl: Schema.optionalWith(Schema.String, { exact: true }),
})

export type Round = Named<typeof roundSchema.Type>

/** The attempts for a notice in one round; null for a channel that was left alone. */
export const Round: Schema.Schema<Round> = roundSchema
/** Records one round of attempts to carry a notice further, and schedules the next round if one is due. */
export const recordDelivery = command({
  name: "record-delivery",
  sections: ["Rule 2.7"],
  input: Round,
  gather: ({ notice, service, email }, _context, reader) =>
    Effect.gen(function* () {
      const earlier = Option.getOrNull(yield* reader.find(Deliveries, notice.id))
      const concerned = email === "in_digest" || isGone(service)
      const agent = concerned ? Option.getOrNull(yield* reader.find(Agents, notice.agentId)) : null
      const allowance =
        agent === null ? Option.none() : yield* reader.find(Allowances, mailsTo(agent.operatorId))
      return { earlier, agent, allowance }
    }),
  decide: ({ earlier, agent, allowance }, { notice, service, email, calledUrl }, { now }) => {
    const { id, agentId, type, at } = notice
    const after = (channel: Channel | null, attempt: Tried | Untried | null) =>
      attempt === null ? leaveAlone(channel, now) : recordAttempt(channel, attempt, now)
    const delivery: Delivery = {
      id,
      agentId,
      type,
      at,
      service: after(earlier?.service ?? null, service),
      email: after(earlier?.email ?? null, email),
    }
    const next = nextTryOf(delivery)
    return Either.right({
      changes: [
        Changed.put(Deliveries, delivery),
        // The agent may have named another address since the call.
        ...(isGone(service) && agent !== null && agent.serviceUrl === calledUrl
          ? [Changed.put(Agents, { ...agent, serviceGoneAt: now })]
          : []),
        ...(agent !== null && email === "in_digest" ? addToDigest(allowance, agent, now) : []),
        ...(next === null ? [] : [carryAt(notice, next)]),
      ],
      reply: { next },
    })
  },
})
