/** The statement of an account in a judgment, and the checks of what it must state. */
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../kernel/Hash.ts"
import * as Determination from "./Determination.ts"
import type { Account } from "./View.ts"

const account: Account = {
  deal: { kind: "quote", id: "quote-1" },
  asOf: 0,
  price: 500,
  owed: 300,
  paid: 100,
  refunded: 0,
  balance: 200,
  undecided: null,
  lines: [
    {
      line: "paid",
      finding: "found",
      cents: 100,
      burden: "buyer",
      by: [{ record: "dealing", id: "payment-1" }],
      wanted: null,
    },
    {
      line: "late",
      finding: "found",
      millionths: 7,
      burden: "computed",
      by: [],
      wanted: { who: "supplier", act: "close", dueBy: null },
    },
  ],
}
const determined = Determination.take(account)

describe("what a judgment determines", () => {
  it("PD15 §11 states the sums and the lines of the account, each record by the SHA-256 of its id", () => {
    expect(determined).toEqual({
      deal: { kind: "quote", id: "quote-1" },
      price: 500,
      owed: 300,
      paid: 100,
      refunded: 0,
      balance: 200,
      undecided: null,
      lines: [
        {
          line: "paid",
          finding: "found",
          cents: 100,
          by: [{ record: "dealing", sha256: sha256Hex("payment-1") }],
        },
        { line: "late", finding: "found", millionths: 7, by: [] },
      ],
    })
    expect(Determination.sumsOf(determined)).not.toHaveProperty("lines")
  })

  it("PD15 §11 says what a side is owed at least, whichever way an open part is decided", () => {
    const owed = (balance: Determination.Determination["balance"]) => {
      const of = { ...determined, balance }
      return [Determination.unpaidTo(of, "supplier"), Determination.unpaidTo(of, "buyer")]
    }
    expect(owed(200)).toEqual([200, 0])
    expect(owed(-200)).toEqual([0, 200])
    expect(owed({ min: 50, max: 200 })).toEqual([50, 0])
    expect(owed({ min: -90, max: -20 })).toEqual([0, 20])
    expect(owed({ min: -90, max: 20 })).toEqual([0, 0])
    expect(owed(null)).toEqual([0, 0])
  })
})

describe("what a judgment must determine", () => {
  const quote = { id: "quote-1", priceCents: 500 }
  const code = (...stated: ReadonlyArray<Determination.Determination>) =>
    Determination.check(quote, stated)?.code ?? null

  it("PD15 §11 given a claim for an account, then a judgment that does not state it is refused", () => {
    expect(code(determined)).toBeNull()
    expect(code()).toBe("determination_wanted")
    expect(code({ ...determined, deal: { kind: "quote", id: "another" } })).toBe("determination_wanted")
    expect(code({ ...determined, deal: { kind: "debt", id: "quote-1" } })).toBe("determination_wanted")
  })

  it("PD15 §11 given a sum that is owed outside of nothing and the price, or no sum, then it is refused", () => {
    expect(code({ ...determined, owed: 500 })).toBeNull()
    for (const owed of [501, -1, { min: -1, max: 5 }, { min: 0, max: 501 }, null])
      expect(code({ ...determined, owed })).toBe("determination_wanted")
    expect(code({ ...determined, owed: { min: 0, max: 500 } })).toBeNull()
    expect(code({ ...determined, balance: null })).toBe("determination_wanted")
    expect(code({ ...determined, undecided: "all", owed: null, balance: null })).toBeNull()
  })
})
