import { Either, Option } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import type { Json } from "../Json.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { backOff, type Channel, Deliveries, type Tried } from "./Delivery.ts"
import { noticeTask } from "./Notice.ts"

/** A channel after one more attempt. */
export const tried = rule(["Rule 2.7"], (channel: Channel | null, attempt: Tried, at: Instant): Channel => {
  const earlier = channel?.attempts ?? []
  if (attempt.outcome === "not_configured") return { status: "not_sent", attempts: earlier }
  const attempts = [...earlier, { at, ...attempt }]
  if (attempt.outcome === "delivered") return { status: "delivered", attempts }
  return { status: attempts.length > backOff.length ? "given_up" : "pending", attempts }
})

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

/** Records one round of attempts to carry a notice further, and puts the next round where one is due. */
export const recordDelivery = command({
  name: "record-delivery",
  sections: ["Rule 2.7"],
  gather: (
    input: { readonly noticeId: string; readonly service: Tried | null; readonly email: Tried | null },
    _context,
    reader,
  ) => reader.find(Deliveries, input.noticeId),
  decide: (found, { noticeId, service, email }, { now }) => {
    const earlier = Option.getOrNull(found)
    const delivery = {
      id: noticeId,
      service:
        service === null ? untried(earlier?.service ?? null) : tried(earlier?.service ?? null, service, now),
      email: email === null ? untried(earlier?.email ?? null) : tried(earlier?.email ?? null, email, now),
    }
    const next = nextAttempt([delivery.service, delivery.email], now)
    const again = Changed.task(`${noticeTask}/${noticeId}`, noticeTask, next ?? now, {
      noticeId,
    } satisfies Json)
    return Either.right({
      changes: [Changed.put(Deliveries, delivery), ...(next === null ? [] : [again])],
      reply: { next },
    })
  },
})
