/** Notices carried beyond the inbox, on the memory store: deliveries, digests, challenges of an address, and links of notes. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { enrol } from "../enrolment/index.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { days, minutes } from "../kernel/Time.ts"
import { enrolment } from "../testing/Agents.ts"
import { put } from "../testing/Put.ts"
import { clock, stage } from "../testing/Stage.ts"
import { Acceptances, acceptAgent } from "./Acceptance.ts"
import { Agents } from "./Agent.ts"
import { Allowances, digestTask, mailsTo } from "./Allowance.ts"
import { Deliveries, type Round, recordDelivery } from "./Delivery.ts"
import { deliveryView } from "./Queries.ts"
import { challengeTask } from "./Service.ts"

const opened = async () => {
  const court = stage()
  const seller = await court.enrolled("seller", "op-seller")
  const notice = (id: string): Round["notice"] => ({
    id,
    agentId: seller.id,
    type: "matter.filed",
    at: court.now(),
  })
  return { ...court, seller, notice }
}

/** The kinds of the tasks that are due at an instant. */
const dueBy = async ({ driver }: ReturnType<typeof stage>, now: number) => {
  const query = { kinds: null, worker: "w", now, until: now + 1, limit: 99 }
  return (await Effect.runPromise(driver.lease(query))).map(({ kind }) => kind)
}

describe("a notice beyond the inbox", () => {
  it("Rule 2.7A given a day whose e-mails are used up, then the notice is counted for the digest, with those before it", async () => {
    const court = await opened()
    for (const id of ["n1", "n2"])
      await court.act(recordDelivery, { notice: court.notice(id), service: null, email: "in_digest" }, clock)
    const held = await court.read((reader) => reader.find(Allowances, mailsTo("op-seller")))
    expect(Option.map(held, ({ held }) => held)).toEqual(Option.some({ seller: 2 }))
    expect(await dueBy(court, court.now() + days(1))).toContain(digestTask)
  })

  it("Rule 2.7A given an agent that is gone from the register, then nothing is put in a digest", async () => {
    const court = await opened()
    const notice = { ...court.notice("n1"), agentId: "nobody" }
    await court.act(recordDelivery, { notice, service: null, email: "in_digest" }, clock)
    expect(await court.read((reader) => reader.find(Allowances, mailsTo("op-seller")))).toEqual(Option.none())
  })

  it("Rule 2.7 a delivery is read with what was tried on each channel, and without an address", async () => {
    const court = await opened()
    const tried = { outcome: "answered_otherwise", status: 503 } as const
    const { next } = await court.act(
      recordDelivery,
      { notice: court.notice("n1"), service: tried, email: null },
      clock,
    )
    expect(next).toBeGreaterThan(court.now())
    const delivery = await court.read((reader) => reader.find(Deliveries, "n1"))
    expect(Option.map(delivery, deliveryView)).toMatchObject({
      value: {
        service: { status: "pending", attempts: [{ at: "2026-11-20T09:00:00.000Z", ...tried }] },
        email: null,
        nextTryAt: "2026-11-20T09:01:00.000Z",
      },
    })
    // when the address is gone before the next attempt
    court.advance(minutes(5))
    expect(
      await court.act(recordDelivery, { notice: court.notice("n1"), service: null, email: null }, clock),
    ).toEqual({ next: null })
  })
})

describe("an address for notices", () => {
  it("Rule 2.7A given one at enrolment, then it is challenged before a notice is sent there", async () => {
    const court = stage()
    const given = enrolment("seller", { serviceUrl: "https://seller.example/court" })
    await court.act(enrol, given, { role: "public" })
    expect(await dueBy(court, court.now())).toContain(challengeTask)
  })
})

describe("the link of a note", () => {
  const token = "the token of a link"
  const linked = async (changes: object = {}) => {
    const court = await opened()
    const acceptance = {
      id: sha256Hex(token),
      operatorId: "op-seller",
      handle: "seller",
      expiresAt: court.now() + days(14),
      usedFor: null,
      ...changes,
    }
    await court.act(put, [Changed.put(Acceptances, acceptance)], { role: "public" })
    return court
  }
  const anybody = { role: "public" } as const

  it("PD3 §2A given the link of a note, then the agent that the note names is proven, once", async () => {
    const court = await linked()
    expect(await court.act(acceptAgent, { token }, anybody)).toMatchObject({
      handle: "seller",
      operatorIdentity: "proven",
    })
    const { identity } = Option.getOrThrow(await court.read((reader) => reader.find(Agents, court.seller.id)))
    expect(identity).toMatchObject({ status: "proven" })
    expect(await court.codeOf(acceptAgent, { token }, anybody)).toBe("acceptance_unusable")
  })

  it("PD3 §2A given the handle of another agent of the same address, then that one is proven, and one of another address is not", async () => {
    const court = await linked()
    await court.enrolled("second", "op-seller")
    await court.enrolled("third", "op-third")
    expect(await court.codeOf(acceptAgent, { token, handle: "third" }, anybody)).toBe("other_operator")
    expect(await court.act(acceptAgent, { token, handle: "second" }, anybody)).toMatchObject({
      handle: "second",
    })
  })

  it("PD3 §2A an unknown link and an expired one get the same refusal", async () => {
    const court = await linked({ expiresAt: 1 })
    expect(await court.codeOf(acceptAgent, { token }, anybody)).toBe("acceptance_unusable")
    expect(await court.codeOf(acceptAgent, { token: "another" }, anybody)).toBe("acceptance_unusable")
  })
})
