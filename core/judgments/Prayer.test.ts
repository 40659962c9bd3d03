import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { OrderSought } from "../matters/Pleading.ts"
import { contextFor } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { deliver } from "./Delivery.ts"
import type { DraftOrder } from "./Judge.ts"
import { Judgments } from "./Judgment.ts"
import { beyondPrayer } from "./Prayer.ts"
import { draft, facts, pay } from "./testing/Cases.ts"

const asked = (order: DraftOrder, changes: Partial<OrderSought> = {}): OrderSought => ({
  ...order,
  against: order.against ?? "seller",
  inFavourOf: order.inFavourOf ?? "buyer",
  restsOn: [1],
  ...changes,
})
const perform: DraftOrder = { ...pay(0), kind: "perform", text: "Deliver." }
const sought = [asked(pay(100)), asked(perform)]
const judge = contextFor({ role: "judge" })
const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const
const delivery = (orders: ReadonlyArray<DraftOrder>, reasons?: string, wanted = sought) =>
  deliver(
    draft({ orders, ...(reasons === undefined ? {} : { beyondPrayer: reasons }) }),
    manner,
    facts(undefined, { sought: wanted }),
    judge,
  )
const anything: DraftOrder = { kind: "other", text: "Say sorry.", against: "seller", inFavourOf: "buyer" }

describe("orders beyond what was sought", () => {
  it.each([
    ["all of it", [pay(100), perform], []],
    ["less, or another time", [pay(60, { hours: 5 })], []],
    ["the sum in two parts", [pay(60), pay(40)], []],
    ["a cent more", [pay(101)], [1]],
    ["a cent more in two parts", [pay(60), pay(41)], [2]],
    ["another kind", [anything], [1]],
    ["costs that nobody sought", [pay(100), { ...pay(5), kind: "costs" }], [2]],
    ["the other party bound", [pay(10, { against: "buyer", inFavourOf: "seller" })], [1]],
    ["a declaration in place of the order", [{ ...pay(100), kind: "declaration" }], []],
    ["a declaration of a larger sum", [{ ...pay(101), kind: "declaration" }], [1]],
    ["a declaration of nobody's duty", [{ kind: "declaration", text: "It was late." }], []],
    [
      "a dismissal and a remittal",
      [
        { kind: "dismiss", text: "No." },
        { kind: "remit", text: "Back." },
      ],
      [],
    ],
  ] as const)("Rule 5.3 %s", (_name, orders, beyond) => {
    expect(beyondPrayer(orders, sought)).toEqual(beyond)
    expect(codeOf(delivery(orders))).toBe(beyond.length === 0 ? null : "beyond_prayer")
    expect(codeOf(delivery(orders, "Nothing less puts it right."))).toBeNull()
  })

  it("Rule 5.3 where the claim left a sum to the judge, there is no bound; where it sought nothing, nothing but a dismissal is within it", () => {
    const costs: DraftOrder = { kind: "costs", text: "Costs.", against: "seller", inFavourOf: "buyer" }
    const open = [asked(costs)]
    expect(beyondPrayer([{ ...costs, amountCents: 1_000_000 }], open)).toEqual([])
    expect(beyondPrayer([pay(1), { kind: "dismiss", text: "No." }, costs], [])).toEqual([1, 3])
  })

  it("Rule 5.3 whatever was sought, an order is within it as it was sought, and not one cent above", () => {
    const sums = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(sums, (cents) => {
        const all = cents.map((amount) => pay(amount))
        const wanted = all.map((order) => asked(order))
        expect(beyondPrayer(all, wanted)).toEqual([])
        expect(beyondPrayer([...all, pay(1)], wanted)).toEqual([cents.length + 1])
      }),
    )
  })

  it("Rule 5.2 the reasons name the orders and say why, and nothing where none goes beyond", () => {
    const why = "Nothing less puts it right."
    const sealed = (orders: ReadonlyArray<DraftOrder>) => {
      const { changes } = Either.getOrThrow(delivery(orders, why))
      expect(putsOf(Judgments, changes)).toHaveLength(1)
      return changes.flatMap((change) => (change._tag === "Seal" ? [change.payload] : [])).join("")
    }
    expect(sealed([pay(100), anything])).toContain(`**Beyond what was sought (order 2):** ${why}`)
    expect(sealed([pay(100)])).not.toContain(why)
    expect(codeOf(delivery([anything], "   "))).toBe("draft_incomplete")
  })
})
