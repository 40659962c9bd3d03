/** The delivery of a notice: attempts, waits and their end. */
import { Either, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { days, minutes } from "../kernel/Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf, tasksOf } from "../testing/Decisions.ts"
import { Agents } from "./Agent.ts"
import { backOff, longestWait, Untried } from "./Channel.ts"
import { Deliveries, type Delivery, isDue, nextTryOf, recordDelivery } from "./Delivery.ts"

const answered = (status: number) => ({ outcome: "answered_otherwise" as const, status })
const delivered = { outcome: "delivered" as const, status: 200 }

const notice = { id: "n", agentId: "agent-1", type: "matter.served", at: start }
/** The delivery and the next round after one round of attempts. */
const round = (
  earlier: Delivery | null,
  tried: Pick<Parameters<typeof recordDelivery.decide>[1], "service" | "email">,
  now: number,
) => {
  const decision = Either.getOrThrow(
    recordDelivery.decide(
      { earlier, agent: null, allowance: Option.none() },
      { notice, ...tried },
      contextFor({ role: "scheduler" }, now),
    ),
  )
  const delivery = needPresent(putsOf(Deliveries, decision.changes)[0], "the delivery")
  return { delivery, dueAt: tasksOf(decision.changes)[0]?.dueAt ?? null }
}

describe("the delivery of a notice", () => {
  it("Rule 2.7 a call that fails is tried again after each wait in turn, then given up", () => {
    // given a service URL that always answers 500
    let now = start
    let delivery: Delivery | null = null
    const waits: Array<number> = []
    // when each round is run at its own time
    for (;;) {
      const after = round(delivery, { service: answered(500), email: null }, now)
      delivery = after.delivery
      // the answer about the delivery names the instant of the task
      expect(nextTryOf(after.delivery)).toBe(after.dueAt)
      if (after.dueAt === null) break
      waits.push(after.dueAt - now)
      now = after.dueAt
    }
    // then the waits are those of the table, and the channel is given up with every attempt on record
    expect(waits).toEqual(backOff)
    expect(delivery.service?.status).toBe("given_up")
    expect(delivery.service?.attempts).toHaveLength(backOff.length + 1)
  })

  it("Rule 2.7 a notice that was delivered is not tried again", () => {
    const { delivery, dueAt } = round(null, { service: delivered, email: null }, start)
    expect(delivery.service).toEqual({ status: "delivered", attempts: [{ at: start, ...delivered }] })
    expect(dueAt).toBeNull()
  })

  it("Rule 2.7 the channel that failed is tried again, and the channel that delivered is not", () => {
    const first = round(null, { service: answered(503), email: delivered }, start)
    expect(first.dueAt).toBe(start + needPresent(backOff[0], "the first wait"))
    expect(nextTryOf(first.delivery)).toBe(first.dueAt)
    const second = round(
      first.delivery,
      { service: delivered, email: null },
      needPresent(first.dueAt, "a task"),
    )
    expect(second.delivery.email).toEqual(first.delivery.email)
    expect(second.delivery.service?.attempts.map(({ status }) => status)).toEqual([503, 200])
    expect(second.dueAt).toBeNull()
  })

  it("Rule 2.7 a channel whose address is gone before the next attempt is given up, and no task waits for it", () => {
    const first = round(null, { service: answered(503), email: delivered }, start)
    expect(nextTryOf(first.delivery)).toBe(first.dueAt)
    const second = round(first.delivery, { service: null, email: null }, needPresent(first.dueAt, "a task"))
    expect(second.delivery.service).toEqual({ ...first.delivery.service, status: "given_up" })
    expect(second.delivery.email).toEqual(first.delivery.email)
    expect(second.dueAt).toBeNull()
  })

  it.each(Untried.literals)(
    "Rule 2.7 a channel on which nothing is tried is recorded as %s, and no task waits for it",
    (why) => {
      const { delivery, dueAt } = round(null, { service: null, email: why }, start)
      expect(delivery).toEqual({ ...notice, service: null, email: { status: why, attempts: [] } })
      expect(dueAt).toBeNull()
      // what was tried before stays on record
      const first = round(null, { service: null, email: answered(451) }, start)
      expect(nextTryOf(first.delivery)).toBe(first.dueAt)
      const second = round(first.delivery, { service: null, email: why }, needPresent(first.dueAt, "a task"))
      expect(second.delivery.email).toEqual({ ...first.delivery.email, status: why })
    },
  )

  it("Rule 2.7 a receiver that answers 429 or 503 is called when it asks, never before the Court's own wait, and after a day at most", () => {
    expect(longestWait).toBe(days(1))
    const busy = fc.constantFrom(429, 503)
    const asked = fc.oneof(fc.integer({ min: 0, max: 3 * days(1) }), fc.constant(Number.MAX_SAFE_INTEGER))
    fc.assert(
      fc.property(busy, asked, (status, retryAfterMs) => {
        const service = { ...answered(status), retryAfterMs }
        const { delivery, dueAt } = round(null, { service, email: null }, start)
        const own = needPresent(backOff[0], "the first wait")
        expect(dueAt).toBe(start + Math.max(own, Math.min(retryAfterMs, days(1))))
        expect(nextTryOf(delivery)).toBe(dueAt)
        expect(delivery.service?.attempts).toEqual([{ at: start, ...answered(status) }])
      }),
    )
    // any other answer has no say
    const other = round(null, { service: { ...answered(500), retryAfterMs: days(1) }, email: null }, start)
    expect(other.dueAt).toBe(start + needPresent(backOff[0], "the first wait"))
  })

  it("Rule 2.7 given a receiver that asked for a wait, then the other channel goes on, and the receiver is left alone until then", () => {
    const wait = minutes(60)
    const first = round(
      null,
      { service: { ...answered(429), retryAfterMs: wait }, email: answered(451) },
      start,
    )
    const mailAt = start + needPresent(backOff[0], "the first wait")
    expect(first.dueAt).toBe(mailAt)
    expect([isDue(first.delivery.service, mailAt), isDue(first.delivery.email, mailAt)]).toEqual([
      false,
      true,
    ])
    const second = round(first.delivery, { service: null, email: delivered }, mailAt)
    expect(second.delivery.service).toEqual(first.delivery.service)
    expect(second.dueAt).toBe(start + wait)
    expect([start + wait - 1, start + wait].map((at) => isDue(second.delivery.service, at))).toEqual([
      false,
      true,
    ])
    const third = round(second.delivery, { service: delivered, email: null }, start + wait)
    expect(third.dueAt).toBeNull()
    expect(third.delivery.service?.status).toBe("delivered")
  })

  it("Rule 2.7 given a service that answers 410, then its agent's service is gone, unless the agent named another address since", () => {
    const url = "https://a.example/hook"
    const gone = (serviceUrl: string | null) =>
      Either.getOrThrow(
        recordDelivery.decide(
          { earlier: null, agent: agent("seller", { serviceUrl }), allowance: Option.none() },
          { notice, service: answered(410), email: null, calledUrl: url },
          contextFor({ role: "scheduler" }),
        ),
      ).changes
    const [delivery] = putsOf(Deliveries, gone(url))
    expect(delivery?.service).toEqual({ status: "gone", attempts: [{ at: start, ...answered(410) }] })
    expect(tasksOf(gone(url))).toEqual([])
    expect(putsOf(Agents, gone(url))).toEqual([agent("seller", { serviceUrl: url, serviceGoneAt: start })])
    for (const other of ["https://b.example/hook", null]) expect(putsOf(Agents, gone(other))).toEqual([])
  })
})
