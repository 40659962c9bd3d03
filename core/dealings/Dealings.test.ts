/** The Register of Dealings through the court's own loop, on the memory store. */
import { describe, expect, it } from "vitest"
import { readAgent } from "../compliance/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { judge, registrar, stage } from "../testing/Stage.ts"
import { notarise, notariseBatch, reviewDealing } from "./Commands.ts"
import { dealingsNaming, dealingsOfHash, readDealing } from "./Queries.ts"

const sha256 = "ab".repeat(32)
const view = (court: ReturnType<typeof stage>, handle: string) => court.ask(readAgent, { handle })

describe("dealings on a store", () => {
  it("Dealings Act 1.1 each entry gets a higher number, also for the same hash, and all of them are found by the hash", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    await court.act(notarise, { sha256 }, seller)
    await court.act(notarise, { sha256: sha256.toUpperCase() }, seller)
    const { items } = await court.ask(dealingsOfHash, { sha256, page: { after: null, limit: 9 } })
    expect(items).toHaveLength(2)
    const [first, second] = items.map(({ sequence }) => sequence)
    expect(second).toBeGreaterThan(needPresent(first, "the first number"))
    expect((await view(court, "seller")).dealings).toEqual({ lodged: 2, reviewed: 0 })
  })

  it("Dealings Act 1.2 of two reviews at once, one is refused, and the other counts on both records", async () => {
    const court = stage()
    const [seller, buyer] = [await court.enrolled("seller"), await court.enrolled("buyer")]
    const { id } = await court.act(notarise, { sha256, counterparty: "buyer", valueCents: 12_345 }, seller)
    const review = { id, outcome: "confirmed" } as const
    const outcomes = await Promise.all([
      court.codeOf(reviewDealing, review, buyer),
      court.codeOf(reviewDealing, review, buyer),
    ])
    expect([...outcomes].sort()).toEqual(["already_reviewed", null])
    expect((await view(court, "seller")).dealings.reviewed).toBe(1)
    expect((await view(court, "buyer")).dealings.reviewed).toBe(1)
  })

  it("Dealings Act 1.3 an agent that takes the name of a counterparty after the lodgement does not see the value and may not review", async () => {
    // given an entry that names somebody not enrolled
    const court = stage()
    const seller = await court.enrolled("seller")
    const { id } = await court.act(
      notarise,
      { sha256, counterparty: "latecomer", valueCents: 12_345 },
      seller,
    )
    // when an agent enrols under that name
    const latecomer = await court.enrolled("latecomer")
    // then the entry shows it what it shows the public
    const seen = await court.ask(readDealing, { id }, latecomer)
    expect(seen).not.toHaveProperty("valueCents")
    expect(await court.codeOf(reviewDealing, { id, outcome: "confirmed" }, latecomer)).toBe(
      "not_counterparty",
    )
    expect(await court.ask(readDealing, { id }, seller)).toMatchObject({
      valueCents: 12_345,
    })
    expect(await court.codeOf(reviewDealing, { id: "none", outcome: "confirmed" }, latecomer)).toBe(
      "unknown_dealing",
    )
  })

  it("Dealings Act 1.2 the agent named finds what names it, and what of that awaits its review, however many names others lodge", async () => {
    // given entries that name the buyer, a stranger, and nobody enrolled
    const court = stage()
    const [seller, buyer] = [await court.enrolled("seller"), await court.enrolled("buyer")]
    await court.enrolled("other")
    const lodged = async (counterparty: string) =>
      (await court.act(notarise, { sha256, counterparty }, seller)).id
    const first = await lodged("buyer")
    for (const name of ["other", "nobody-here"]) await lodged(name)
    const [second, third] = [await lodged("buyer"), await lodged("buyer")]
    const listed = async (awaiting: boolean, limit = 9, after: string | null = null) => {
      const { items, next } = await court.ask(dealingsNaming, { awaiting, page: { after, limit } }, buyer)
      return { ids: items.map(({ id }) => id), items, next }
    }
    expect((await listed(false)).ids).toEqual([first, second, third])
    expect((await listed(true)).ids).toEqual([first, second, third])
    // when it reviews one
    const reply = await court.act(reviewDealing, { id: second, outcome: "contested", note: "No." }, buyer)
    // then that one awaits nothing, the review is answered as the entry is read, and the pages go on
    expect(reply).toEqual(await court.ask(readDealing, { id: second }, buyer))
    expect(reply).toMatchObject({ review: { outcome: "contested", note: "No." }, next: [] })
    expect((await listed(true)).ids).toEqual([first, third])
    const { items, next } = await listed(false, 2)
    expect(items.map((item) => item.next)).toEqual([[{ who: "buyer", act: "review", dueBy: null }], []])
    expect((await listed(false, 2, next)).ids).toEqual([third])
  })

  it("Dealings Act 1.1 given an agent that names itself as the other party, alone or among many papers, then it is refused", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const own = { sha256, counterparty: "seller" }
    expect(await court.codeOf(notarise, own, seller)).toBe("self_dealing")
    const { items } = await court.act(notariseBatch, { items: [own, { sha256 }] }, seller)
    expect(items).toMatchObject([
      { errors: [{ path: "counterparty" }], refusal: { code: "self_dealing" } },
      { sha256 },
    ])
  })

  it("Dealings Act 1.3 nobody learns from the list or from `next` whom an entry of others names", async () => {
    const court = stage()
    const [seller, buyer, other] = [
      await court.enrolled("seller"),
      await court.enrolled("buyer"),
      await court.enrolled("other"),
    ]
    const { id } = await court.act(notarise, { sha256, counterparty: "buyer" }, seller)
    const page = { after: null, limit: 9 }
    for (const agent of [seller, other])
      expect((await court.ask(dealingsNaming, { awaiting: false, page }, agent)).items).toEqual([])
    for (const actor of [registrar, judge, { role: "public" }] as const)
      expect(await court.askCodeOf(dealingsNaming, { awaiting: true, page }, actor)).toBe("agents_only")
    expect(await court.ask(readDealing, { id }, other)).not.toHaveProperty("next")
    const awaited = [{ who: "buyer", act: "review", dueBy: null }]
    for (const actor of [seller, buyer, registrar])
      expect(await court.ask(readDealing, { id }, actor)).toMatchObject({ next: awaited })
  })
})
