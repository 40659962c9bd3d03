/** What matters and judgments add to the account of a quote. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Judgments, judgmentsOf } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { fileDefence, fileMatter, type OrderSought, type Pleading } from "../matters/index.ts"
import { dealt, quotes as ids } from "../matters/testing/Dealt.ts"
import { quotes } from "../quotes/index.ts"
import { claim } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { beforeCourt, suedOnQuote } from "./BeforeCourt.ts"

const plead = { facts: [], evidence: [], rules: [], authorities: [] }
const denies = ["delivery"] as const

const sought = (changes: Partial<OrderSought> = {}): OrderSought => ({
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
  const made = await dealt()
  const { agents } = made
  const facts = (id: string = ids.q, judged: string | null = null) =>
    made.read((reader) =>
      Effect.flatMap(quotes.need(reader, id), ({ supplier, buyer: { party } }) =>
        beforeCourt(reader, suedOnQuote(supplier, needPresent(party, "the buyer"), id), judged),
      ),
    )
  const sues = async (
    of: "buyer" | "seller",
    orders: ReadonlyArray<OrderSought>,
    more: Partial<Pleading> = {},
  ) => {
    const filing = made.against(of, { quoteId: ids.q, claim: claim({ orders, ...more }) })
    const { matter } = await made.act(fileMatter, filing, agents[of])
    const filedAt = made.now()
    made.advance(1000)
    return { id: matter.id, filedAt }
  }
  const defends = async (of: "buyer" | "seller", id: string, more: Partial<Pleading> = {}) => {
    await made.act(fileDefence, { id, ...plead, ...more }, agents[of])
    return made.now()
  }
  return { ...made, facts, sues, defends }
}

describe("what is before the court", () => {
  it("PD15 §3 given no matter, then nothing is added", async () => {
    const { facts } = await court()
    expect(await facts()).toEqual({ matter: null, ordered: [], pending: [] })
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
  it("PD15 §3 given orders to pay that are admitted wholly and in part, then both are owed, a part at most as asked", async () => {
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

  it("PD15 §3 given admissions of a debt, of costs and of an order against the claimant, then nothing is admitted on the quote", async () => {
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
    const { facts, sues, decide, read, act, agents } = await court()
    const { id } = await sues("buyer", [sought()])
    const citation = await decide(id, 4_000)
    const first = { citation, n: 1, against: "supplier", cents: 4_000, metBy: [] }
    expect(await facts()).toEqual({ matter: null, ordered: [first], pending: [] })
    // given a judgment that also declares something, and orders the buyer to pay
    const [judgment] = await read((reader) => judgmentsOf(reader, [citation]))
    const [order] = judgment?.orders ?? []
    if (judgment === undefined || order === undefined) throw new Error("no order")
    const against = { id: agents.buyer.id, handle: "buyer", operatorId: "op-1" }
    const orders = [
      order,
      { ...order, n: 2, kind: "declaration", amountCents: null } as const,
      { ...order, n: 3, amountCents: 700, against },
    ]
    await act(put, [Changed.put(Judgments, { ...judgment, orders })], registrar)
    // then the declaration orders no sum, and the second order binds the buyer
    expect((await facts()).ordered).toEqual([first, { ...first, n: 3, against: "buyer", cents: 700 }])
  })
})
