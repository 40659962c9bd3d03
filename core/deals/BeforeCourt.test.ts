/** The facts that matters and judgments add to the account of a quote. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { vacateJudgment } from "../appeals/index.ts"
import { attestCompliance, confirmCompliance, records as entryRecords } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import { discontinue, fileDefence, fileMatter, type Pleading } from "../matters/index.ts"
import { beforeAccounts, dealt, quotes as ids } from "../matters/testing/Dealt.ts"
import { quotes } from "../quotes/index.ts"
import { claim } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { beforeCourt, suitOnQuote } from "./BeforeCourt.ts"

const plead = { facts: [], evidence: [], rules: [], authorities: [] }
const denies = ["delivery"] as const

const sought = (changes: Partial<Pleading.OrderSought> = {}): Pleading.OrderSought => ({
  kind: "pay",
  text: "Pay.",
  amountCents: 4_000,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [],
  ...changes,
})
const ofBuyer = sought({ cause: "account" })
const ofSeller = sought({ cause: "account", against: "buyer", inFavourOf: "seller" })

const court = async () => {
  const made = await dealt(undefined, beforeAccounts)
  const { agents } = made
  const facts = (id: string = ids.q, judged: string | null = null) =>
    made.read((reader) =>
      Effect.flatMap(quotes.need(reader, id), ({ supplier, buyer: { party } }) =>
        beforeCourt(reader, suitOnQuote(supplier, needPresent(party, "the buyer"), id), judged),
      ),
    )
  const sues = async (
    of: "buyer" | "seller",
    orders: ReadonlyArray<Pleading.OrderSought>,
    more: Partial<Pleading.Pleading> = {},
  ) => {
    const filing = made.against(of, { quoteId: ids.q, claim: claim({ orders, ...more }) })
    const { matter } = await made.act(fileMatter, filing, agents[of])
    const filedAt = made.now()
    made.advance(1000)
    return { id: matter.id, filedAt }
  }
  const defends = async (of: "buyer" | "seller", id: string, more: Partial<Pleading.Pleading> = {}) => {
    await made.act(fileDefence, { id, ...plead, ...more }, agents[of])
    return made.now()
  }
  return { ...made, facts, sues, defends }
}

describe("what is before the court", () => {
  it("PD15 §3 given no matter, then nothing is added", async () => {
    const { facts } = await court()
    expect(await facts()).toEqual({ matter: null, earlier: [], pending: [] })
  })

  it("PD15 §4 given a claim of the buyer, then only the buyer has pleaded until the supplier defends", async () => {
    const { facts, sues, defends } = await court()
    const { id, filedAt } = await sues("buyer", [ofBuyer])
    const matter = { id, filedAt, claimant: "buyer", deniedAt: null, admits: [] }
    expect((await facts()).matter).toEqual({ ...matter, pleads: { buyer: filedAt, supplier: null } })
    const defended = await defends("seller", id)
    expect((await facts()).matter).toEqual({ ...matter, pleads: { buyer: filedAt, supplier: defended } })
  })

  it("PD15 §4 given a buyer that denies the delivery in its claim, then it is denied from the filing", async () => {
    const { facts, sues } = await court()
    const { filedAt } = await sues("buyer", [ofBuyer], { denies })
    expect((await facts()).matter?.deniedAt).toBe(filedAt)
  })

  it("PD15 §4 given a supplier that sues, and a buyer that denies the delivery in its defence, then it is denied from the defence", async () => {
    const { facts, sues, defends } = await court()
    const { id, filedAt } = await sues("seller", [ofSeller])
    expect((await facts()).matter).toMatchObject({ claimant: "supplier", deniedAt: null })
    const defended = await defends("buyer", id, { denies })
    const pleads = { supplier: filedAt, buyer: defended }
    expect((await facts()).matter).toMatchObject({ claimant: "supplier", pleads, deniedAt: defended })
  })

  it("PD15 §9 given a denial that a later text of the defence repeats, then it stands since the first; and one taken back does not", async () => {
    const { facts, sues, defends, advance } = await court()
    const { id } = await sues("seller", [ofSeller])
    const first = await defends("buyer", id, { denies, more: true })
    advance(1000)
    await defends("buyer", id, { argument: "So.", more: true })
    expect((await facts()).matter?.deniedAt).toBe(first)
    await defends("buyer", id, { denies: [] })
    expect((await facts()).matter?.deniedAt).toBeNull()
  })
})

describe("what is admitted", () => {
  it("PD15 §3A given orders to pay that are admitted wholly and in part, then both are owed, a part at most as asked", async () => {
    const { facts, sues, defends } = await court()
    const { id } = await sues("buyer", [
      ofBuyer,
      sought({ amountCents: 3_000 }),
      sought({ amountCents: 200 }),
    ])
    const parts = [
      { n: 2, amountCents: 500 },
      { n: 3, amountCents: 900 },
    ]
    const at = await defends("seller", id, { admits: [1, ...parts] })
    expect((await facts()).matter?.admits).toEqual([{ by: "supplier", at, cents: 4_700 }])
  })

  it("PD15 §3A given admissions of a debt, of costs and of an order against the claimant, then nothing is admitted on the quote", async () => {
    const { facts, sues, defends, dealings } = await court()
    const { amountCents: _, ...bare } = sought()
    const { id } = await sues("buyer", [
      sought({ cause: "debt", on: dealings.first }),
      { ...bare, kind: "costs", text: "Costs." },
      ofSeller,
    ])
    await defends("seller", id, { admits: [1, 2, 3] })
    expect((await facts()).matter?.admits).toEqual([])
  })
})

describe("what was ordered before", () => {
  it("PD15 §10 given a judgment that stands, then each of its orders to pay is there, whichever side it binds", async () => {
    const { facts, sues, decide, read, act, agents, now } = await court()
    const { id } = await sues("buyer", [sought()])
    const citation = await decide(id, 4_000)
    const first = {
      citation,
      n: 1,
      against: "supplier",
      cents: 4_000,
      deliveredAt: now(),
      satisfied: null,
      transferredCents: 0,
    }
    expect(await facts()).toEqual({ matter: null, earlier: [first], pending: [] })
    // given a judgment that also declares something, and orders the buyer to pay
    const [judgment] = await read((reader) => Judgment.needAll(reader, [citation]))
    const [order] = judgment?.orders ?? []
    if (judgment === undefined || order === undefined) throw new Error("no order")
    const against = { id: agents.buyer.id, handle: "buyer", operatorId: "op-1" }
    const orders = [
      order,
      { ...order, n: 2, kind: "declaration", amountCents: null } as const,
      { ...order, n: 3, amountCents: 700, against },
    ]
    await act(put, [Changed.put(Judgment.Judgments, { ...judgment, orders })], registrar)
    // then the declaration orders no sum, and the second order binds the buyer
    expect((await facts()).earlier).toEqual([first, { ...first, n: 3, against: "buyer", cents: 700 }])
  })

  it("PD15 §10 given an order that the parties say was performed, then it is met by word, and once a transfer was counted towards it, by that", async () => {
    const { facts, sues, decide, act, read, agents, advance, now } = await court()
    const { id } = await sues("buyer", [sought()])
    const citation = await decide(id, 4_000)
    const [entry = ""] = (await read((reader) => Judgment.needAll(reader, [citation])))[0]?.entries ?? []
    const satisfied = async () => (await facts()).earlier.map((one) => one.satisfied)
    advance(1000)
    await act(attestCompliance, { id: entry, date: now(), evidence: "Paid." }, agents.seller)
    expect(await satisfied()).toEqual([null])
    await act(confirmCompliance, { id: entry }, agents.buyer)
    expect(await satisfied()).toEqual(["by word"])
    const transfers = (...cents: ReadonlyArray<number>) => {
      const parts = cents.map((one) => ({ cents: one, at: now() }))
      return act(put, [Changed.put(entryRecords.Proofs, { entryId: entry, parts })], registrar)
    }
    // a transfer of a part leaves the rest to the word, and two that come to the sum leave nothing
    await transfers(1_500)
    expect((await facts()).earlier).toMatchObject([{ satisfied: "by word", transferredCents: 1_500 }])
    await transfers(1_500, 2_500)
    expect(await satisfied()).toEqual(["by transfer"])
  })
})

describe("what was before the court", () => {
  it("PD15 §2 given a claim that was discontinued before a defence, and a claim that both gave up after it, then their times are kept", async () => {
    const { facts, sues, defends, act, agents, now, advance } = await court()
    const first = await sues("buyer", [ofBuyer])
    await act(discontinue, { id: first.id }, agents.buyer)
    const given = { claimant: "buyer", from: first.filedAt, to: now(), discontinuedUndefended: true }
    expect(await facts()).toMatchObject({ matter: null, pending: [given] })
    advance(hours(1))
    const second = await sues("seller", [ofSeller])
    await defends("buyer", second.id)
    await act(discontinue, { id: second.id }, agents.seller)
    await act(discontinue, { id: second.id }, agents.buyer)
    const both = { claimant: "supplier", from: second.filedAt, to: now(), discontinuedUndefended: false }
    expect((await facts()).pending).toEqual([given, both])
    expect((await facts(ids.q, first.id)).matter).toBeNull()
  })

  it("PD15 §2 given a matter that lapsed, then it was before the court until it did, though a filing on another dealing was first to see it", async () => {
    const { facts, sues, act, against, agents, advance, quoted, now } = await court()
    await quoted(ids.other)
    const first = await sues("buyer", [ofBuyer])
    const lapse = first.filedAt + hours(48) + days(30)
    advance(lapse - now() + hours(5))
    await act(fileMatter, against("buyer", { quoteId: ids.q }), agents.buyer)
    expect((await facts()).pending).toEqual([
      { claimant: "buyer", from: first.filedAt, to: lapse, discontinuedUndefended: false },
    ])
    expect((await facts(ids.other)).pending).toEqual([])
  })

  it("PD15 §2 given a judgment that was vacated without a rehearing, then the matter was before the court until then", async () => {
    const { facts, sues, decide, act, advance, now } = await court()
    const { id, filedAt } = await sues("buyer", [ofBuyer])
    const citation = await decide(id, 4_000)
    advance(hours(3))
    const vacating = { citation, ground: "fraud", reasons: "Forged.", rehear: false } as const
    await act(vacateJudgment, vacating, registrar)
    expect(await facts()).toEqual({
      matter: null,
      earlier: [],
      pending: [{ claimant: "buyer", from: filedAt, to: now(), discontinuedUndefended: false }],
    })
  })
})
