/** Orders of earlier judgments and their payments: each comes off once. */
import { describe, expect, it } from "vitest"
import { Causes, type Deal, drawUp } from "../account/index.ts"
import { debt, later, payment, quote, terms } from "../account/testing/Given.ts"
import { confirmed } from "../holds/testing/Given.ts"
import { type Earlier, findMetOrders } from "./Met.ts"

const citation = "[2026] MC 1"
/** A judgment 50 hours after the acceptance that orders the buyer to pay USD 30.00. */
const order = (over: Partial<Earlier> = {}): Earlier => ({
  citation,
  n: 1,
  against: "buyer",
  cents: 3_000,
  deliveredAt: later(50),
  satisfied: null,
  transferredCents: 0,
  ...over,
})
const paid = (cents: number, over: Partial<Deal.Stated> = {}): Deal.Stated =>
  payment({ id: `p${cents}`, cents, at: later(60), review: { outcome: "confirmed", at: later(61) }, ...over })

/** The sum that the buyer of a debt of USD 100.00 still owes beside the earlier orders. */
const left = (earlier: ReadonlyArray<Earlier>, stated: ReadonlyArray<Deal.Stated> = []): number => {
  const deal = debt({ stated, ordered: findMetOrders(earlier, stated, []) })
  const account = drawUp(deal, later(200), terms)
  return Causes.carriedBy(account, { deal, asOf: later(200), terms })?.cents ?? 0
}

describe("orders of earlier judgments", () => {
  it("PD15 §10A an order comes off what is ordered now, whether it was performed or not", () => {
    expect(left([order()])).toBe(7_000)
    expect(left([order({ satisfied: "by word" })])).toBe(7_000)
    expect(left([order({ satisfied: "by transfer" })])).toBe(7_000)
  })

  it("PD15 §10A an order and the payment that performed it come off once", () => {
    expect(left([order({ satisfied: "by word" })], [paid(3_000)])).toBe(7_000)
    expect(left([order({ satisfied: "by word" })], [paid(1_000)])).toBe(7_000)
    expect(left([order({ satisfied: "by word" })], [paid(5_000)])).toBe(5_000)
  })

  it("PD15 §10A one payment that performed two orders, and two payments of one each, come off once", () => {
    const two = [order({ satisfied: "by word" }), order({ n: 2, cents: 2_000, satisfied: "by word" })]
    expect(left(two, [paid(5_000)])).toBe(5_000)
    expect(left(two, [paid(3_000), paid(2_000)])).toBe(5_000)
  })

  it("PD15 §10A what was paid before the judgment did not perform it, and neither did what a transfer performed", () => {
    expect(left([order({ satisfied: "by word" })], [paid(2_000, { at: later(49) })])).toBe(5_000)
    expect(left([order({ satisfied: "by transfer" })], [paid(2_000)])).toBe(5_000)
    expect(left([order()], [paid(2_000)])).toBe(5_000)
  })

  it("PD15 §10A a payment that both sides state performed an order once", () => {
    const both = [paid(3_000), paid(3_000, { id: "again", lodger: "supplier", review: null })]
    expect(left([order({ satisfied: "by word" }), order({ n: 2, satisfied: "by word" })], both)).toBe(4_000)
    const [met] = findMetOrders(
      [order({ satisfied: "by word" })],
      [paid(1_000), { ...paid(2_000), lodger: "supplier" }],
      [],
    )
    expect(met?.metBy).toEqual(["p2000"])
  })

  it("PD15 §10A given an order that transfers met in part and the parties' word for the rest, then both parts come off once", () => {
    const part = order({ satisfied: "by word", transferredCents: 1_000 })
    expect(left([part])).toBe(7_000)
    expect(left([part], [paid(2_000)])).toBe(7_000)
    expect(left([order({ satisfied: "by transfer", transferredCents: 3_000 })], [paid(2_000)])).toBe(5_000)
    // an order that is still open comes off whole, whatever reached it
    expect(left([order({ transferredCents: 1_000 })])).toBe(7_000)
  })

  it("PD15 §10A given a payment by word beside an order that is still open, then the open order comes off whole", () => {
    const open = order({ n: 2, cents: 1_000 })
    const against = order({ n: 3, against: "supplier", satisfied: "by word" })
    expect(left([order({ satisfied: "by word" }), open, against], [paid(3_000)])).toBe(6_000)
  })

  it("PD15 §10A given a payment before the second of two judgments, then it performed no order of that judgment", () => {
    const both = [
      order({ satisfied: "by word" }),
      order({ citation: "[2026] MC 2", deliveredAt: later(100), cents: 2_000, satisfied: "by word" }),
    ]
    expect(left(both, [paid(5_000)])).toBe(10_000 - 5_000 - 2_000)
    expect(left(both, [paid(3_000), paid(2_000, { at: later(110) })])).toBe(5_000)
  })

  it("PD15 §10A an order to repay is performed by refunds", () => {
    const refund = paid(3_000, { kind: "refund", lodger: "supplier" })
    const against = { against: "supplier", satisfied: "by word" } as const
    expect(findMetOrders([order(against)], [paid(500), refund], [])).toEqual([
      { citation, n: 1, against: "supplier", cents: 3_000, metBy: ["p3000"] },
    ])
  })

  it("PD15 §10A what left a hold for an order, in part or in full, is a payment of the quote and comes off once", () => {
    const paidOut = (more: object) => ({
      paidOutAt: later(70),
      satisfiedFromHold: [],
      notMetInFull: [],
      refundOrdersSatisfied: [],
      ...more,
    })
    const met = (more: object | null) =>
      findMetOrders(
        [order({ satisfied: "by word" })],
        [],
        [confirmed({ id: "h1", paidOut: more === null ? null : paidOut(more) })],
      )[0]?.metBy
    expect(met({ satisfiedFromHold: [{ citation, n: 1 }] })).toEqual(["h1/0"])
    expect(met({ notMetInFull: [{ citation, n: 1, shortCents: 5 }] })).toEqual(["h1/0"])
    expect(
      met({
        satisfiedFromHold: [
          { citation, n: 2 },
          { citation: "[2026] MC 2", n: 1 },
        ],
      }),
    ).toEqual([])
    expect(met(null)).toEqual([])
    // what a hold left unpaid of an order, the parties may have paid by word; what it met in full, they have not
    const short = confirmed({
      id: "h1",
      paidOut: paidOut({ notMetInFull: [{ citation, n: 1, shortCents: 5 }] }),
    })
    const full = confirmed({ id: "h1", paidOut: paidOut({ satisfiedFromHold: [{ citation, n: 1 }] }) })
    const byBoth = [short, full].map(
      (one) => findMetOrders([order({ satisfied: "by word" })], [paid(5)], [one])[0]?.metBy,
    )
    expect(byBoth).toEqual([["h1/0", "p5"], ["h1/0"]])
    const left = [{ at: later(70), cents: 3_000, txid: null }]
    const held = {
      id: "h1",
      payer: "buyer",
      cents: 3_000,
      confirmedAt: later(1),
      endedAt: later(70),
      left,
    } as const
    const deal = quote({
      holds: [held],
      ordered: findMetOrders(
        [order({ satisfied: "by word" })],
        [],
        [confirmed({ id: "h1", paidOut: paidOut({ satisfiedFromHold: [{ citation, n: 1 }] }) })],
      ),
    })
    expect(drawUp(deal, later(200), terms)).toMatchObject({ owed: 0, paid: 3_000, balance: -3_000 })
  })
})
