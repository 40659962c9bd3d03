/** Deliveries: how a notice is carried beyond the inbox, and what was tried. Service is complete without them (Rule 2.7). */
import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Instant, latestFirst, Stamp } from "../kernel/Time.ts"
import { Agents, Channel, Tried, Untried } from "./Agent.ts"
import { Allowances, addToDigest, mailsTo } from "./Allowance.ts"
import { backOff, recordAttempt } from "./Law.ts"
import { noticeTask } from "./Notice.ts"

/**
 * The delivery of one notice or one challenge; its id is the notice's. A channel is null if the agent has no such address.
 * Instants are numbers in the record, RFC 3339 in answers.
 */
export const DeliveryFacts = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** The type of the notice. */
  type: Schema.String,
  /** When the notice was served. */
  at: Stamp,
  service: Schema.NullOr(Channel),
  email: Schema.NullOr(Channel),
})
export const Delivery = Schema.typeSchema(DeliveryFacts)
export type Delivery = typeof Delivery.Type

/** Deliveries of an agent, the latest notice first. */
export const deliveryIndex = "deliveries"
export const Deliveries = Kind.make<Delivery>({
  name: "delivery",
  schema: Delivery,
  id: (delivery) => delivery.id,
  index: ({ id, agentId, at }) => [{ index: deliveryIndex, key: `${agentId}/${latestFirst(at)}/${id}` }],
})

/** A channel after a round that left it alone. Where it was pending, its address is gone, so it is given up. */
const leftAlone = (channel: Channel | null): Channel | null =>
  channel?.status === "pending" ? { ...channel, status: "given_up" } : channel

/** When to try again: `now` and the shortest wait that is due after the last attempt; null if no channel is pending. */
const nextAttempt = (channels: ReadonlyArray<Channel | null>, now: Instant): Instant | null => {
  const waits = channels.flatMap((channel) =>
    channel?.status === "pending"
      ? [needPresent(backOff[channel.attempts.length - 1], "the wait after an attempt")]
      : [],
  )
  return waits.length === 0 ? null : now + Math.min(...waits)
}

/** When a delivery is tried again; null if no channel is pending. The last attempts of all pending channels have one instant. */
export const nextTryOf = ({ service, email }: Pick<Delivery, "service" | "email">): Instant | null => {
  const waiting = [service, email].flatMap((channel) => (channel?.status === "pending" ? [channel] : []))
  const lastAt = Math.max(...waiting.flatMap(({ attempts }) => attempts.map(({ at }) => at)))
  return nextAttempt(waiting, lastAt)
}

const Attempt = Schema.NullOr(Schema.Union(Tried, Untried))

/** What was tried for a notice in one round; null for a channel that was left alone. */
export const Round = Schema.Struct({
  notice: Schema.Struct({ id: Schema.String, agentId: Schema.String, type: Schema.String, at: Instant }),
  service: Attempt,
  email: Attempt,
})
export type Round = typeof Round.Type

/** Records one round of attempts to carry a notice further, and schedules the next round if one is due. */
export const recordDelivery = command({
  name: "record-delivery",
  sections: ["Rule 2.7"],
  input: Round,
  gather: ({ notice, email }, _context, reader) =>
    Effect.gen(function* () {
      const earlier = Option.getOrNull(yield* reader.find(Deliveries, notice.id))
      const agent =
        email === "in_digest" ? Option.getOrNull(yield* reader.find(Agents, notice.agentId)) : null
      const allowance =
        agent === null ? Option.none() : yield* reader.find(Allowances, mailsTo(agent.operatorId))
      return { earlier, agent, allowance }
    }),
  decide: ({ earlier, agent, allowance }, { notice, service, email }, { now }) => {
    const { id, agentId, type, at } = notice
    const after = (channel: Channel | null, attempt: Tried | Untried | null) =>
      attempt === null ? leftAlone(channel) : recordAttempt(channel, attempt, now)
    const delivery = {
      id,
      agentId,
      type,
      at,
      service: after(earlier?.service ?? null, service),
      email: after(earlier?.email ?? null, email),
    }
    const next = nextAttempt([delivery.service, delivery.email], now)
    const again = Changed.task(`${noticeTask}/${id}`, noticeTask, next ?? now, {
      noticeId: id,
    } satisfies Json)
    return Either.right({
      changes: [
        Changed.put(Deliveries, delivery),
        ...(agent === null ? [] : addToDigest(allowance, agent, now)),
        ...(next === null ? [] : [again]),
      ],
      reply: { next },
    })
  },
})
