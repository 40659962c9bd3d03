import { Effect, Either, Option } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import type { Json } from "../Json.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { Agents } from "./Agent.ts"
import { Allowances, digested, mailsTo } from "./Allowance.ts"
import { backOff, type Channel, Deliveries, type Tried, type Untried } from "./Delivery.ts"
import { type Notice, noticeTask } from "./Notice.ts"

/** A channel after one more attempt, or after it was found that none is to be made. */
export const tried = rule(
  ["Rule 2.7"],
  (channel: Channel | null, attempt: Tried | Untried, at: Instant): Channel => {
    const earlier = channel?.attempts ?? []
    if (typeof attempt === "string") return { status: attempt, attempts: earlier }
    const attempts = [...earlier, { at, ...attempt }]
    if (attempt.outcome === "delivered") return { status: "delivered", attempts }
    return { status: attempts.length > backOff.length ? "given_up" : "pending", attempts }
  },
)

/** A channel that waits for an attempt and was given none: its address is gone, and nothing is left to wait for. */
const untried = (channel: Channel | null): Channel | null =>
  channel?.status === "pending" ? { ...channel, status: "given_up" } : channel

/** When to try again: after the wait that follows the last attempt; null where nothing is left to try. */
export const nextAttempt = (channels: ReadonlyArray<Channel | null>, now: Instant): Instant | null => {
  const waits = channels.flatMap((channel) =>
    channel?.status === "pending" ? [backOff[channel.attempts.length - 1] ?? 0] : [],
  )
  return waits.length === 0 ? null : now + Math.min(...waits)
}

/** What was tried for a notice in one round; null where a channel was left alone. */
export interface Round {
  readonly notice: Pick<Notice, "id" | "agentId" | "type" | "at">
  readonly service: Tried | Untried | null
  readonly email: Tried | Untried | null
}

/** Records one round of attempts to carry a notice further, and puts the next round where one is due. */
export const recordDelivery = command({
  name: "record-delivery",
  sections: ["Rule 2.7"],
  gather: ({ notice, email }: Round, _context, reader) =>
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
      attempt === null ? untried(channel) : tried(channel, attempt, now)
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
        ...(agent === null ? [] : digested(allowance, agent, now)),
        ...(next === null ? [] : [again]),
      ],
      reply: { next },
    })
  },
})
