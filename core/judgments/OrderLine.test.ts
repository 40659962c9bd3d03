/** The line of an order under seal, written and read again. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Order, OrderKind } from "./Judgment.ts"
import { beginLine, handlesIn, ordersHeading } from "./OrderLine.ts"

const party = (handle: string, id: string | null = `id-of-${handle}`) => ({ id, handle, operatorId: null })
const order = (changes: Partial<Order> = {}): Order => ({
  n: 1,
  kind: "pay",
  text: "Pay.",
  amountCents: 1,
  against: party("seller"),
  inFavourOf: party("buyer"),
  hours: 72,
  ...changes,
})
/** Reasons that end with these lines of orders, and with what may follow them. */
const reasons = (...lines: ReadonlyArray<string>) =>
  [
    "# Title",
    "## Ratio",
    "1. **pay**, against mallory: x",
    ordersHeading,
    lines.join("\n"),
    "**Beyond:** x",
    "",
  ].join("\n\n")

describe("the line of an order", () => {
  it("Rule 5.2 names each party by handle and id, and says of a party that it is not enrolled", () => {
    expect(beginLine(order())).toBe(
      "1. **pay**, against seller (id-of-seller), in favour of buyer (id-of-buyer)",
    )
    expect(beginLine(order({ against: party("stranger", null), inFavourOf: null }))).toBe(
      "1. **pay**, against stranger (not enrolled)",
    )
    expect(beginLine(order({ n: 2, kind: "dismiss", against: null, inFavourOf: null }))).toBe(
      "2. **dismiss**",
    )
  })

  it("Rule 5.4 is read again with the handles that it was written with, whatever the orders are", () => {
    const handles = fc.option(fc.constantFrom("seller", "buyer", "a-1", "0x9"), { nil: null })
    const orders = fc.array(
      fc.record({ kind: fc.constantFrom(...OrderKind.literals), against: handles, inFavourOf: handles }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(
        orders,
        fc.constantFrom(": Do it.", ", USD 1.00, within 72 hours of delivery: Pay."),
        (all, rest) => {
          const made = all.map(({ kind, against, inFavourOf }, i) =>
            order({
              n: i + 1,
              kind,
              against: against === null ? null : party(against),
              inFavourOf: inFavourOf === null ? null : party(inFavourOf, null),
            }),
          )
          const read = handlesIn(reasons(...made.map((one) => `${beginLine(one)}${rest}`)))
          expect(read).toEqual(all.map(({ against, inFavourOf }) => ({ against, inFavourOf })))
        },
      ),
    )
  })

  it("Rule 5.4 is read in judgments that were sealed when lines had handles alone", () => {
    const old = "1. **pay**, against seller, in favour of buyer, USD 1.00, within 72 hours of delivery: Pay."
    expect(handlesIn(reasons(old))).toEqual([{ against: "seller", inFavourOf: "buyer" }])
  })

  it("Rule 5.2 takes no name from the text of an order, from another line, or from reasons without orders", () => {
    const none = { against: null, inFavourOf: null }
    expect(handlesIn(reasons("1. **declaration**: so, against mallory (x): y", "odd"))).toEqual([none, none])
    expect(handlesIn("# Title\n\n1. **pay**, against mallory: x")).toEqual([])
    expect(handlesIn(`# Title\n\n${ordersHeading}\n\n`)).toEqual([])
  })
})
