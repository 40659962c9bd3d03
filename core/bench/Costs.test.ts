/** How far costs go: a judge, a claim or a model may ask for any sum, and the ledger bounds it. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Counsel } from "../counsel/index.ts"
import { deskAtWork } from "../counsel/testing/Desks.ts"
import { deliverDraft } from "../counsel/testing/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { records as ledgerRecords } from "../ledger/index.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import { allowed } from "../testing/Facts.ts"
import { compose } from "./Compose.ts"
import type { Draft } from "./Judge.ts"
import { boundCosts, boundOfCosts, costs as costsLaw, resolve } from "./Orders.ts"
import { claimant, draft, facts, pay, reserved, respondent, stranger } from "./testing/Cases.ts"
import { buyer, deliverIn, given } from "./testing/Kept.ts"

const costs = (amountCents: number | undefined, changes: Partial<Draft["orders"][number]> = {}) => {
  const { amountCents: _, ...rest } = pay(0, { kind: "costs", text: "Pay the costs.", ...changes })
  return amountCents === undefined ? rest : { ...rest, amountCents }
}
const theirs = { against: "buyer", inFavourOf: "seller" }
const parties = { claimant, respondent, currency: "USD" }
const bounded = (orders: Draft["orders"], cents: number) =>
  boundCosts(resolve(orders, parties, 72), () => cents, "USD")
const sums = (made: ReturnType<typeof bounded>) => made.map(({ kind, amountCents }) => [kind, amountCents])

describe("the bound of costs", () => {
  it("Rule 5.3C costs go up to what was charged, and what goes beyond is cut with the sum sought in the text", () => {
    expect(sums(bounded([costs(30)], 30))).toEqual([["costs", 30]])
    expect(bounded([costs(30)], 30)[0]?.text).toBe("seller pays buyer USD 0.30 of costs.")
    const [cut] = bounded([costs(1_000_000_00)], 30)
    expect([cut?.kind, cut?.amountCents]).toEqual(["costs", 30])
    expect(cut?.text).toBe(
      "seller pays buyer USD 0.30 of costs. Of USD 1,000,000.00, USD 0.30 is ordered: the ledger shows no more as charged to buyer in this matter, with the fee of this judgment (Rule 5.3C).",
    )
    expect(sums(bounded([costs(30)], 0))).toEqual([["costs", 0]])
  })

  it("Rule 5.3C costs without a sum are the costs that the ledger shows, whatever the text says", () => {
    const [made] = bounded([costs(undefined, { text: "Pay USD 1,000,000 of costs." })], 30)
    expect([made?.amountCents, made?.text]).toEqual([
      30,
      "seller pays buyer USD 0.30 of costs. The sum is USD 0.30: the ledger shows this as charged to buyer in this matter, with the fee of this judgment (Rule 5.3C).",
    ])
  })

  it("Rule 5.3C costs in favour of one party count together, those of the other apart, and other orders stay", () => {
    const orders = [pay(900), costs(20), costs(20, theirs), costs(20), costs(20), pay(900)]
    expect(sums(bounded(orders, 30)).map(([, cents]) => cents)).toEqual([900, 20, 20, 10, 0, 900])
    expect(sums(bounded([costs(undefined), costs(1)], 30)).map(([, cents]) => cents)).toEqual([30, 0])
  })

  it("Rule 5.3C a party that is not enrolled has no account, so that it has no costs, and an order that favours nobody stays", () => {
    const strangers = { claimant, respondent: stranger, currency: "USD" }
    const to = costs(20, { against: "buyer", inFavourOf: "stranger" })
    const [made] = boundCosts(resolve([to], strangers, 72), () => 30, "USD")
    expect(made?.amountCents).toBe(0)
    const nobody = resolve([costs(20)], parties, 72).map((order) => ({ ...order, inFavourOf: null }))
    expect(boundCosts(nobody, () => 0, "USD")).toEqual(nobody)
  })

  it("Rule 5.3C in any orders the costs of a party never exceed the bound, and bounding again changes nothing", () => {
    const one = fc.record({
      cents: fc.option(fc.nat(1_000), { nil: undefined }),
      own: fc.boolean(),
      kind: fc.constantFrom("costs", "costs", "pay"),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.nat(2_000), (all, cents) => {
        const orders = all.map((it) =>
          it.kind === "pay" ? pay(it.cents ?? 1) : costs(it.cents, it.own ? {} : theirs),
        )
        const made = bounded(orders, cents)
        for (const { handle } of [claimant, respondent]) {
          const sum = made
            .filter(({ kind, inFavourOf }) => kind === "costs" && inFavourOf?.handle === handle)
            .reduce((total, { amountCents }) => total + (amountCents ?? Number.POSITIVE_INFINITY), 0)
          expect(sum).toBeLessThanOrEqual(cents)
        }
        expect(boundCosts(made, () => cents, "USD")).toEqual(made)
      }),
    )
  })

  it("Rule 5.3C the words of the rule state the bound", () => {
    expect(costsLaw.text(bounds)).toContain(boundOfCosts)
    expect(boundOfCosts).toContain("never exceed what the ledger shows as charged in the matter")
  })
})

describe("the costs of a judgment", () => {
  const asked = draft({ orders: [pay(20_000), costs(5_000)], costCents: 20 })
  const charged = ["agent-buyer", "agent-seller"].map((agentId, i) => ({
    matterId: "matter-1",
    agentId,
    cents: (i + 1) * 100,
  }))
  const fee = (delivered: number) => ({ day: { day: "2026-11-20", delivered }, balances: [] })
  const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const
  const costsIn = (made: Draft, as: Parameters<typeof compose>[1], from: Parameters<typeof compose>[2]) =>
    compose(made, as, from, reserved(), start).judgment.orders.map(({ amountCents }) => amountCents)[1]

  it("Rule 5.3C they go up to what was charged to the party favoured, with the judgment's own fee past the free list", () => {
    const free = bounds.freeJudgmentsPerDay
    const from = (delivered: number) => facts(reserved(), { charged, fee: fee(delivered) })
    expect(costsIn(asked, manner, from(0))).toBe(100)
    expect(costsIn(asked, manner, from(free - 1))).toBe(100)
    expect(costsIn(asked, manner, from(free))).toBe(122)
    expect(costsIn(draft({ ...asked, costCents: null }), manner, from(free))).toBe(100)
    const other = draft({ orders: [pay(1), costs(5_000, theirs)], costCents: 20 })
    expect(costsIn(other, manner, from(free))).toBe(222)
  })

  it("Rule 5.3C on appeal the own fee is that of the appeal", () => {
    const finality = { status: "final", until: null } as const
    const appeal = {
      id: "appeal-1",
      series: "UC",
      finality,
      below: "[2026] MC 1",
      by: ["seller"],
      outcome: "varied",
      feeCents: 40,
    } as const
    expect(costsIn(asked, { ...manner, appeal }, { ...facts(), charged, fee: null })).toBe(140)
  })

  it("Rule 4.7 by consent they are what the parties agree", () => {
    const consent = { ...manner, act: "consent/accept", basis: "consent" } as const
    expect(costsIn(asked, consent, facts(reserved(), { charged, fee: fee(0) }))).toBe(5_000)
  })

  it("Rule 5.3C a brief to counsel counts if it names the matter, and the bench can't go beyond it", () => {
    const briefed = (matterId: string | null) => {
      const known = given()
      known.take([deskAtWork("agent-buyer", "brief-1")])
      const brief = {
        id: "brief-1",
        task: "advice",
        model: "house",
        matterId,
        work: Counsel.nothing,
      } as const
      allowed(known.decide(deliverDraft, { ...brief, costMicros: 1_000_000 }, contextFor(buyer)))
      const judgment = putsOf(Judgment.Judgments, allowed(deliverIn(known, asked)).changes)[0]
      return [judgment?.orders[1]?.kind, judgment?.orders[1]?.amountCents]
    }
    expect(briefed("matter-1")).toEqual(["costs", 120])
    expect(briefed("matter-2")).toEqual(["costs", 0])
    expect(briefed(null)).toEqual(["costs", 0])
  })

  it("PD2 §4 the fee that a judgment charges counts among the charges of its matter", () => {
    const known = given()
    known.take([
      Changed.put(ledgerRecords.MatterCharges, { matterId: "matter-1", agentId: "agent-seller", cents: 3 }),
    ])
    const day = { day: "2026-11-20", delivered: bounds.freeJudgmentsPerDay }
    known.take([Changed.put(ledgerRecords.JudgmentDays, day)])
    const { changes } = allowed(deliverIn(known, asked))
    expect(putsOf(ledgerRecords.MatterCharges, changes)).toEqual([
      { matterId: "matter-1", agentId: "agent-seller", cents: 25 },
    ])
  })
})
