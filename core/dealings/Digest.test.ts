/** The dealings that await the review of an agent, told to it once a day. */
import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { noticesTo } from "../agents/testing/Inbox.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, nextDay } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { tasksOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import { clock, stage } from "../testing/Stage.ts"
import { notarise, notariseBatch, reviewDealing } from "./Commands.ts"
import type { NotaryEntry } from "./Dealing.ts"
import { tellAwaiting } from "./Digest.ts"

const sha256 = "ab".repeat(32)
const decode = Schema.decodeUnknownSync(tellAwaiting.input)

const court = () => {
  const staged = stage()
  const { driver, now, run } = staged
  /** Fires the tasks of digests that are due, until no task is due. Gives their number. */
  const fire = async (): Promise<number> => {
    const kinds = [tellAwaiting.taskKind]
    const until = now() + 1_000
    const leased = await Effect.runPromise(driver.lease({ kinds, worker: "w", now: now(), until, limit: 1 }))
    for (const { id, token, body } of leased)
      await Effect.runPromise(run(tellAwaiting, decode(body), clock, [{ id, token }]))
    return leased.length === 0 ? 0 : leased.length + (await fire())
  }
  /** The notices of dealings that an agent got, oldest first. */
  const told = async (agentId: string) =>
    (await staged.read((reader) => noticesTo(reader, agentId))).filter(
      ({ type }) => type === "dealing.awaits_review",
    )
  /** Moves the clock to the end of the day. */
  const endDay = () => staged.advance(nextDay(now()) - now())
  return { ...staged, endDay, fire, told }
}

const papers = (count: number, counterparty: string): ReadonlyArray<NotaryEntry> =>
  Array.from({ length: count }, (_, i) => ({ sha256: i.toString(16).padStart(64, "0"), counterparty }))

describe("the digest of what awaits review", () => {
  it("Dealings Act 1.5 an agent is told when the day ends, with the entry and how to review it", async () => {
    // given an entry that names an agent, and another that names nobody enrolled
    const { act, advance, enrolled, events, fire, now, told } = court()
    const [seller, buyer] = [await enrolled("seller"), await enrolled("buyer")]
    const { id } = await act(
      notarise,
      { sha256, kind: "invoice", counterparty: "buyer", label: "BUY NOW" },
      seller,
    )
    await act(notarise, { sha256, counterparty: "a stranger" }, seller)
    // when the day has not ended, nothing is told
    advance(nextDay(now()) - now() - 1)
    expect(await fire()).toBe(0)
    // and when it ends
    advance(1)
    expect(await fire()).toBe(1)
    // then the agent named has one notice, without the words of the lodger
    const [notice, ...more] = await told(buyer.id)
    expect([notice?.text, more]).toEqual([
      `1 entry of the Register of Dealings that names you awaits your review: invoice ${id} of seller. You may confirm or contest each of them once. Without your word they are neither confirmed nor contested.`,
      [],
    ])
    expect(notice?.asks?.map(({ act, on }) => [act, on])).toEqual([
      ["review-dealing", id],
      ["read-awaiting", id],
    ])
    expect(notice?.data).toEqual({ dealingId: id, awaiting: 1, more: false })
    expect(await told(seller.id)).toEqual([])
    // and the public journal says nothing of who was named
    expect(JSON.stringify(await events())).not.toContain("awaits_review")
  })

  it("Dealings Act 1.5 nothing is told where nothing awaits, and nothing twice", async () => {
    const { act, advance, endDay, enrolled, fire, told } = court()
    const [seller, buyer] = [await enrolled("seller"), await enrolled("buyer")]
    // given an entry that is reviewed on the same day
    const one = await act(notarise, { sha256, counterparty: "buyer" }, seller)
    await act(reviewDealing, { id: one.id, outcome: "confirmed" }, buyer)
    endDay()
    expect([await fire(), await told(buyer.id)]).toEqual([1, []])
    // when an entry stays without a review for days, and a later one comes
    await act(notarise, { sha256, counterparty: "buyer" }, seller)
    endDay()
    expect([await fire(), (await told(buyer.id)).length]).toEqual([1, 1])
    advance(days(7))
    expect([await fire(), (await told(buyer.id)).length]).toEqual([0, 1])
    const last = await act(notarise, { sha256, counterparty: "buyer" }, seller)
    endDay()
    await fire()
    // then the second notice tells the later one alone
    expect((await told(buyer.id)).map(({ data }) => data.awaiting)).toEqual([1, 1])
    expect((await told(buyer.id))[1]?.data.dealingId).toBe(last.id)
  })

  it("Dealings Act 1.5 thousands of entries make one notice a day, which names others beside their lodger", async () => {
    // given a lodger that names an agent a thousand times, and then two others that name it once
    const { act, advance, endDay, enrolled, fire, told } = court()
    const [flood, buyer] = [await enrolled("flood"), await enrolled("buyer")]
    const others = [await enrolled("honest", "op-2"), await enrolled("second", "op-3")]
    await act(notariseBatch, { items: papers(150, "buyer") }, flood)
    for (const other of others) await act(notarise, { sha256, counterparty: "buyer" }, other)
    await act(notariseBatch, { items: papers(bounds.dealingsTogetherMax, "buyer") }, flood)
    // then one task fires, and one notice is served on the next day and on each day after
    endDay()
    expect(await fire()).toBe(1)
    const [first] = await told(buyer.id)
    expect(first?.text).toMatch(/^More than 200 entries of the Register of Dealings that name you await/)
    expect(first?.text.match(/ of (flood|honest|second)/g)).toEqual([
      " of flood",
      " of honest",
      " of second",
      " of flood",
      " of flood",
    ])
    expect(first?.text).toContain(", and others. ")
    advance(days(1) / 2)
    expect([await fire(), (await told(buyer.id)).length]).toEqual([0, 1])
    for (let day = 0; day < 10; day += 1) {
      endDay()
      await fire()
    }
    // and the notices come to an end, with each entry counted once
    const counted = (await told(buyer.id)).map(({ data }) => Number(data.awaiting))
    expect(counted).toEqual([200, 200, 200, 200, 200, 152])
  })

  it("Dealings Act 1.5 an agent that was told today is told of a late entry tomorrow", async () => {
    const { act, endDay, enrolled, fire, told, run, now } = court()
    const [seller, buyer] = [await enrolled("seller"), await enrolled("buyer")]
    await act(notarise, { sha256, counterparty: "buyer" }, seller)
    endDay()
    await fire()
    await act(notarise, { sha256, counterparty: "buyer" }, seller)
    // when the task of the day before fires once more
    await Effect.runPromise(run(tellAwaiting, { agentIds: [buyer.id] }, clock))
    expect(await told(buyer.id)).toHaveLength(1)
    endDay()
    await fire()
    expect((await told(buyer.id)).map(({ at }) => at)).toEqual([now() - days(1), now()])
  })

  it("Dealings Act 1.5 entries that are lodged at once set one task, whoever they name, and each agent is told once", async () => {
    const { act, endDay, enrolled, fire, told } = court()
    const seller = await enrolled("seller")
    const [one, other] = [await enrolled("one", "op-2"), await enrolled("other", "op-3")]
    const items = [...papers(2, "one"), ...papers(3, "other"), ...papers(1, "nobody")]
    await act(notariseBatch, { items }, seller)
    await act(notarise, { sha256, counterparty: "one" }, seller)
    // when the day ends, the task of several becomes one of each and day
    endDay()
    expect(await fire()).toBe(3)
    expect((await told(one.id)).map(({ data }) => data.awaiting)).toEqual([3])
    expect((await told(other.id)).map(({ data }) => data.awaiting)).toEqual([3])
  })

  it("Dealings Act 1.5 25 entries that name 25 agents still fit a small store, with the task of their digest", () => {
    const lodger = { role: "agent", id: "a", handle: "seller" } as const
    const names = Array.from({ length: 25 }, (_, i) => `agent-${i}`)
    const small = factsOf(
      ...names.map((name) => ({ _tag: "Claim", claim: `handle/${name}`, holder: name }) as const),
    )
    const decided = Either.getOrThrow(
      small.decide(
        notariseBatch,
        { items: names.map((counterparty) => ({ sha256, counterparty })) },
        contextFor(lodger),
      ),
    )
    expect(tasksOf(decided.changes)).toMatchObject([{ dueAt: nextDay(start), body: { agentIds: names } }])
    expect(decided.changes.length).toBeLessThanOrEqual(60)
  })
})
