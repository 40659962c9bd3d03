/** How a judgment divides a hold, and which orders a payment met. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Bearing, type MoneyOrder, mayPayOn, meetFrom, sharesOf } from "./Sums.ts"

const order = (n: number, by: "payer" | "payee", amountCents: number, more: Partial<MoneyOrder> = {}) => ({
  n,
  kind: "pay" as const,
  by,
  amountCents,
  live: true,
  ...more,
})
const bearing = (...orders: ReadonlyArray<MoneyOrder>): Bearing => ({
  orders,
  dismissedFor: null,
  beyondOrders: null,
  paidBefore: 0,
})
const dismissed = (dismissedFor: "payer" | "payee", ...orders: ReadonlyArray<MoneyOrder>): Bearing => ({
  ...bearing(...orders),
  dismissedFor,
})
const shares = (toPayeeCents: number, toPayerCents: number) => ({ toPayeeCents, toPayerCents })

const cents = fc.integer({ min: 1, max: 100_000 })
const anyOrder = fc.record({
  kind: fc.constantFrom("pay" as const, "costs" as const),
  by: fc.constantFrom("payer" as const, "payee" as const),
  amountCents: cents,
  live: fc.boolean(),
})
const anyBearing = fc.record({
  orders: fc
    .array(anyOrder, { maxLength: 12 })
    .map((orders) => orders.map((each, i) => ({ ...each, n: i + 1 }))),
  dismissedFor: fc.constantFrom(null, "payer" as const, "payee" as const),
  beyondOrders: fc.constant(null),
  paidBefore: fc.constant(0),
})
const live = ({ orders }: Bearing, by: string) =>
  orders.filter((each) => each.live && each.by === by).reduce((sum, each) => sum + each.amountCents, 0)

describe("what a judgment pays from a hold", () => {
  it.each<[string, Bearing, [number, number]]>([
    ["the payer owes less than the hold", bearing(order(1, "payer", 300)), [300, 700]],
    ["the payer owes more than the hold", bearing(order(1, "payer", 5000)), [1000, 0]],
    ["the payee owes the payer", bearing(order(1, "payee", 300)), [0, 1000]],
    ["both owe", bearing(order(1, "payer", 500), order(2, "payee", 200, { kind: "costs" })), [300, 700]],
    ["the only order is satisfied already", bearing(order(1, "payer", 300, { live: false })), [0, 1000]],
    ["there is no order to pay", bearing(), [0, 1000]],
    ["the claim against the payee is dismissed", dismissed("payee"), [1000, 0]],
    ["the claim against the payer is dismissed", dismissed("payer"), [0, 1000]],
    [
      "the claim against the payee is dismissed, and the payee bears costs",
      dismissed("payee", order(2, "payee", 100, { kind: "costs" })),
      [900, 100],
    ],
    [
      "the claim against the payee is dismissed, and the payer bears costs beyond the hold",
      dismissed("payee", order(2, "payer", 100, { kind: "costs" })),
      [1000, 0],
    ],
  ])("PD2 §6F a hold is divided where %s", (_, of, [toPayee, toPayer]) => {
    expect(sharesOf(of, 1000)).toEqual(shares(toPayee, toPayer))
  })

  it("PD2 §6F the two shares add up to the hold, and neither is negative", () => {
    fc.assert(
      fc.property(anyBearing, cents, (of, hold) => {
        const { toPayeeCents, toPayerCents } = sharesOf(of, hold)
        expect(toPayeeCents + toPayerCents).toBe(hold)
        expect(Math.min(toPayeeCents, toPayerCents)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it("PD2 §6F a payer that owes more never makes the payee's share smaller", () => {
    fc.assert(
      fc.property(anyBearing, cents, cents, (of, hold, more) => {
        const grown = { ...of, orders: [...of.orders, order(99, "payer", more)] }
        expect(sharesOf(grown, hold).toPayeeCents).toBeGreaterThanOrEqual(sharesOf(of, hold).toPayeeCents)
      }),
    )
  })
})

describe("what a judgment has to decide before a hold is paid on it", () => {
  const code = (of: Bearing) => mayPayOn(of)?.code ?? null

  it("PD2 §6FB given an order to pay, satisfied or not, or a dismissal of a claim to all of the hold, then it is paid on", () => {
    expect(code(bearing(order(1, "payee", 1)))).toBeNull()
    expect(code(bearing(order(1, "payer", 1, { live: false })))).toBeNull()
    expect(code(dismissed("payer"))).toBeNull()
  })

  it("PD2 §6FB given no order to pay and no such dismissal, then it is not, and costs alone change nothing", () => {
    expect(code(bearing())).toBe("payout_nothing_ordered")
    expect(code(bearing(order(1, "payee", 100, { kind: "costs" })))).toBe("payout_nothing_ordered")
  })
})

describe("what a payment from a hold met", () => {
  it("PD2 §6HA orders are met in the order of the judgment, and what is missing is stated for each that is not met in full", () => {
    const of = bearing(order(1, "payer", 300), order(2, "payer", 300), order(3, "payer", 100))
    expect(meetFrom(of, shares(400, 0), 400).byPayer).toEqual({
      met: [1],
      short: [
        { n: 2, shortCents: 200 },
        { n: 3, shortCents: 100 },
      ],
    })
  })

  it("PD2 §6HA set-off counts towards the orders against either side", () => {
    const of = bearing(order(1, "payer", 300), order(2, "payee", 100))
    expect(meetFrom(of, shares(200, 800), 1000)).toEqual({
      byPayer: { met: [1], short: [] },
      byPayee: { met: [2], short: [] },
    })
  })

  it("PD2 §6HA what goes back to the payer meets an order to refund it", () => {
    expect(meetFrom(bearing(order(1, "payee", 400)), shares(0, 400), 400).byPayee).toEqual({
      met: [1],
      short: [],
    })
    expect(meetFrom(bearing(order(1, "payee", 500)), shares(0, 400), 400).byPayee).toEqual({
      met: [],
      short: [{ n: 1, shortCents: 100 }],
    })
  })

  it("PD2 §6HA after a dismissal, the sum that merely returns to the party claimed against meets no costs, and the sum that goes to the other side does", () => {
    const costs = (by: "payer" | "payee", dismissedFor: "payer" | "payee") =>
      dismissed(dismissedFor, order(2, by, 100, { kind: "costs" }))
    expect(meetFrom(costs("payee", "payee"), shares(900, 100), 1000).byPayee.met).toEqual([2])
    expect(meetFrom(costs("payer", "payee"), shares(1000, 0), 1000).byPayer.short).toEqual([
      { n: 2, shortCents: 100 },
    ])
    expect(meetFrom(costs("payee", "payer"), shares(0, 1000), 1000).byPayee.short).toEqual([
      { n: 2, shortCents: 100 },
    ])
    expect(meetFrom(costs("payer", "payer"), shares(100, 900), 1000).byPayer.met).toEqual([2])
  })

  it("PD2 §6HA every live order is met or short, and no side gets more than it was owed", () => {
    fc.assert(
      fc.property(anyBearing, cents, (of, hold) => {
        const paid = sharesOf(of, hold)
        const { byPayer, byPayee } = meetFrom(of, paid, hold)
        const counted = [
          ...byPayer.met,
          ...byPayer.short.map(({ n }) => n),
          ...byPayee.met,
          ...byPayee.short.map(({ n }) => n),
        ]
        expect(counted.sort((a, b) => a - b)).toEqual(of.orders.filter((each) => each.live).map(({ n }) => n))
        const short = byPayer.short.reduce((sum, { shortCents }) => sum + shortCents, 0)
        const setOff = Math.min(live(of, "payer"), live(of, "payee"))
        expect(live(of, "payer") - short).toBeLessThanOrEqual(paid.toPayeeCents + setOff)
      }),
    )
  })

  it("PD2 §6HA a hold that covers what is owed meets everything", () => {
    fc.assert(
      fc.property(anyBearing, (of) => {
        const hold = live(of, "payer") + live(of, "payee") + 1
        const undismissed = { ...of, dismissedFor: null }
        const met = meetFrom(undismissed, sharesOf(undismissed, hold), hold)
        expect([...met.byPayer.short, ...met.byPayee.short]).toEqual([])
      }),
    )
  })
})
