/** The delivery of a notice: attempts, waits and their end. */
import { Either, Option } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf, tasksOf } from "../testing/Decisions.ts"
import { Untried } from "./Agent.ts"
import { Deliveries, type Delivery, nextTryOf, recordDelivery } from "./Delivery.ts"
import { backOff } from "./Law.ts"

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

  it("Rule 2.7 the channel that failed is tried again, and the one that delivered is not", () => {
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
})
