import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { format } from "../kernel/Money.ts"
import { OrderKind } from "./Judgment.ts"
import { refuseSums, textOfDebt, textOfOrder } from "./OrderText.ts"

const ends = { against: { handle: "seller" }, inFavourOf: { handle: "buyer" } }
const usd = { currency: "USD", dismissed: "claim" } as const

describe("the text of an order", () => {
  it("Rule 5.3D given a payment of USD 1.00 whose words say USD 75,000.00, then its text says USD 1.00", () => {
    const order = { ...ends, kind: "pay", text: "Pay USD 75,000.00.", amountCents: 100 } as const
    expect(textOfOrder(order, usd)).toBe("seller pays buyer USD 1.00.")
    expect(textOfDebt(order, "USD")).toBe("that seller owes buyer USD 1.00.")
  })

  it("Rule 5.3D costs and dismissals have the court's words, whatever was written", () => {
    const costs = { ...ends, kind: "costs", text: "USD 9.00", amountCents: null } as const
    expect(textOfOrder(costs, usd)).toBe("seller pays buyer its costs.")
    expect(textOfDebt(costs, "USD")).toBe("that seller owes buyer its costs.")
    expect(textOfOrder({ ...costs, amountCents: 30 }, usd)).toBe("seller pays buyer USD 0.30 of costs.")
    expect(textOfDebt({ ...costs, amountCents: 30 }, "USD")).toBe("that seller owes buyer USD 0.30 of costs.")
    const dismiss = { ...ends, kind: "dismiss", text: "Pay USD 5.", amountCents: null } as const
    expect(
      (["claim", "rest", "appeal"] as const).map((dismissed) => textOfOrder(dismiss, { ...usd, dismissed })),
    ).toEqual(["The claim is dismissed.", "The claim is otherwise dismissed.", "The appeal is dismissed."])
  })

  it("Rule 5.3D given any payment and any words, then the text has the sum of its field and nothing of the words", () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ minLength: 1 }), (amountCents, text) => {
        const made = textOfOrder({ ...ends, kind: "pay", text, amountCents }, usd)
        expect(made).toBe(`seller pays buyer ${format(amountCents, "USD")}.`)
      }),
    )
  })

  it("Rule 5.3D given a sum in the words of an order, then it is refused with its path, unless the court writes the text", () => {
    const orders = OrderKind.literals.map((kind) => ({ kind, text: "Pay 5 USD." }))
    const refused = refuseSums(orders, ["buyer", "seller"], "claim.")
    expect(refused?.code).toBe("sum_in_words")
    const own = ["pay", "costs", "dismiss"]
    expect(refused?.errors.map(({ path }) => path)).toEqual(
      OrderKind.literals.flatMap((kind, i) => (own.includes(kind) ? [] : [`claim.orders[${i}].text`])),
    )
    expect(refused?.errors.every(({ message }) => message === "states a sum of money")).toBe(true)
    const plain = OrderKind.literals.map((kind) => ({ kind, text: "Deliver the 5 files." }))
    expect(refuseSums(plain, [], "")).toBeNull()
  })

  it("Rule 5.3D given a party whose name states a sum, then its name does not count as a sum, and another name that does so counts", () => {
    const words = (text: string) => refuseSums([{ kind: "declaration", text }], ["usd-75000", "seller"], "")
    expect(words("usd-75000 owes seller the balance.")).toBeNull()
    expect(words("usd-75001 owes seller the balance.")?.code).toBe("sum_in_words")
  })

  it.each([
    ["claim", undefined, "The claim is dismissed."],
    ["rest", undefined, "The claim is otherwise dismissed."],
    ["appeal", undefined, "The appeal is dismissed."],
    ["claim", false, "The claim is not decided, and is dismissed without a decision."],
    ["rest", false, "The rest of the claim is not decided, and is dismissed without a decision."],
    ["appeal", false, "The appeal is not decided, and is dismissed without a decision."],
  ] as const)(
    "Rule 5.3D given the dismissal of the %s, decided: %j, then the court writes its words",
    (dismissed, decided, text) => {
      const order = {
        kind: "dismiss",
        text: "Go away.",
        amountCents: null,
        against: null,
        inFavourOf: null,
      } as const
      const said = decided === undefined ? order : { ...order, decided }
      expect(textOfOrder(said, { currency: "USD", dismissed })).toBe(text)
    },
  )

  it("Rule 5.3D words of other kinds stand as they are", () => {
    const perform = { ...ends, kind: "perform", text: "Deliver.", amountCents: null } as const
    expect(textOfOrder(perform, usd)).toBe("Deliver.")
    expect(textOfDebt(perform, "USD")).toBeNull()
  })
})
