import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { readAgent } from "../compliance/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { bounds } from "../kernel/Schedule.ts"
import { contextFor } from "../testing/Context.ts"
import { codeOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import { stage } from "../testing/Stage.ts"
import { readBatchOf } from "./Batch.ts"
import { notarise, notariseBatch } from "./Commands.ts"
import type { NotaryEntry } from "./Dealing.ts"
import { dealingsNaming, dealingsOfHash, readDealing } from "./Queries.ts"

const sha256 = "ab".repeat(32)
const unfit = { errors: [{ path: "sha256", message: "is required" }] }
const page = { after: null, limit: 100 }
const agent: Actor = { role: "agent", id: "a", handle: "seller" }
const papers = (count: number): ReadonlyArray<NotaryEntry> =>
  Array.from({ length: count }, (_, i) => ({ sha256: i.toString(16).padStart(64, "0") }))

/** The lodgements in the journal, without what is different for each entry. */
const lodgements = async ({ driver }: ReturnType<typeof stage>) => {
  const { items } = await Effect.runPromise(driver.journal({ subject: null, after: null, limit: 1000 }))
  return items
    .filter(({ type }) => type === "dealing.lodged")
    .map(({ at, rules, data }) => ({ at, rules, data: { ...Object(data), id: "" } }))
}

describe("papers lodged together", () => {
  it("Dealings Act 1.1A are recorded as each would be alone: entry, number, event and count", async () => {
    // given two courts, and entries of every form
    const [one, other] = [stage(), stage()]
    const entries: ReadonlyArray<NotaryEntry> = [
      { sha256: sha256.toUpperCase(), kind: "delivery", counterparty: "buyer", valueCents: 12 },
      { sha256, label: "The same paper", counterparty: "a stranger" },
      { sha256: "cd".repeat(32), ref: "order-1", dealingAt: Date.UTC(2026, 10, 1) },
    ]
    for (const court of [one, other]) await court.enrolled("buyer")
    // when one lodges them together and the other one after another
    const seller = await one.enrolled("seller")
    const { items } = await one.act(notariseBatch, { items: entries }, seller)
    const alone = await other.enrolled("seller")
    for (const entry of entries) await other.act(notarise, entry, alone)
    // then their registers and journals are the same
    expect(await lodgements(one)).toEqual(await lodgements(other))
    expect(items).toHaveLength(entries.length)
    expect((await one.ask(readAgent, { handle: "seller" })).dealings).toEqual({ lodged: 3, reviewed: 0 })
    const found = await one.ask(dealingsOfHash, { sha256, page }, seller)
    expect(found.items.map(({ sequence, label }) => [sequence, label])).toEqual([
      [1, null],
      [2, "The same paper"],
    ])
  })

  it("Dealings Act 1.1A are judged each by itself: what does not fit is answered in its place, and the others are entered", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const { items } = await court.act(notariseBatch, { items: [unfit, { sha256 }, unfit] }, seller)
    expect(items).toEqual([unfit, expect.objectContaining({ sha256 }), unfit])
    expect(await lodgements(court)).toHaveLength(1)
  })

  it("Dealings Act 1.1B are read as one batch, in their order and without what was refused; an entry lodged alone has no batch", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const other = "cd".repeat(32)
    const { items, batch } = await court.act(
      notariseBatch,
      { items: [{ sha256 }, unfit, { sha256: other }] },
      seller,
    )
    expect(batch).toMatchObject({ lodger: "seller", size: 2 })
    const id = (at: number): string => String(Object(items[at]).id)
    const read = await court.ask(readBatchOf, { id: id(2) })
    expect(read).toMatchObject({
      batch: batch?.id,
      index: 1,
      entries: [
        { id: id(0), sequence: 1, sha256 },
        { id: id(2), sequence: 2, sha256: other },
      ],
    })
    expect(await court.ask(readDealing, { id: id(0) })).toMatchObject({
      inBatch: { batch: batch?.id, index: 0 },
    })
    const alone = await court.act(notarise, { sha256 }, seller)
    expect(await court.ask(readBatchOf, { id: alone.id })).toBeNull()
    expect(await court.ask(readDealing, { id: alone.id })).not.toHaveProperty("inBatch")
    await expect(court.ask(readBatchOf, { id: "nothing" })).rejects.toThrow("nothing")
  })

  it("Dealings Act 1.5 name one agent without taking turns: acts of different lodgers write no record and no name in common", () => {
    // given two lodgers whose papers name the same agent
    const written = (lodger: string, n: number) => {
      const actor: Actor = { role: "agent", id: lodger, handle: lodger }
      const fresh = (name: string) => `${name}-${n}`
      const decision = notarise.decide(
        "buyer-1",
        { sha256, counterparty: "buyer" },
        { ...contextFor(actor), fresh },
      )
      return Either.getOrThrow(decision).changes.flatMap((change) => {
        if (change._tag === "Put") return [`${change.kind}/${change.id}`]
        return change._tag === "Claim" || change._tag === "Release" ? [change.claim] : []
      })
    }
    // then a store can record both at the same time
    const [first, second] = [written("seller", 1), written("other", 2)]
    expect(first).toEqual(["dealing/dealing-1"])
    expect(second).toEqual(["dealing/dealing-2"])
  })

  it("Dealings Act 1.1B have no receipt if nothing was entered", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    expect(await court.act(notariseBatch, { items: [unfit] }, seller)).toMatchObject({ batch: null })
  })

  it("Dealings Act 1.2 are found by the agent that each names", async () => {
    const court = stage()
    const [seller, buyer] = [await court.enrolled("seller"), await court.enrolled("buyer")]
    const items = [{ sha256, counterparty: "buyer" }, { sha256 }, { sha256, counterparty: "buyer" }]
    await court.act(notariseBatch, { items }, seller)
    expect((await court.ask(dealingsNaming, { awaiting: true, page }, buyer)).items).toHaveLength(2)
  })

  it("Dealings Act 1.1A may be a thousand in a store that takes large change sets, and no more", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const most = bounds.dealingsTogetherMax
    await court.act(notariseBatch, { items: papers(most) }, seller)
    expect((await court.ask(readAgent, { handle: "seller" })).dealings.lodged).toBe(most)
    expect(await court.codeOf(notariseBatch, { items: papers(most + 1) }, seller)).toBe("InvalidInput")
    expect(await court.codeOf(notariseBatch, { items: [] }, seller)).toBe("InvalidInput")
  })

  it("Dealings Act 1.1A are at most 25 in another store, whatever did not fit beside them", () => {
    const small = factsOf()
    const lodge = (items: ReadonlyArray<NotaryEntry | typeof unfit>) =>
      small.decide(notariseBatch, { items }, contextFor(agent))
    expect(Either.isRight(lodge([...papers(25), unfit]))).toBe(true)
    expect(codeOf(lodge(papers(26)))).toBe("batch_too_large")
  })

  it("PD1 §1 are lodged by an agent only", () => {
    const asked = factsOf().decide(notariseBatch, { items: papers(1) }, contextFor({ role: "registrar" }))
    expect(codeOf(asked)).toBe("agents_only")
  })
})
