/** The decision on each order by the account, by a debt and by admission: the words of nobody are read. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import type { Pleading } from "../matters/index.ts"
import { type Deals, decisionOnThePapers, determine, leavesAnything } from "./Determined.ts"
import { bundle, claim, defence, sought } from "./testing/Bundles.ts"
import { deal, on, onAccount } from "./testing/Deals.ts"

/** The decisions on orders of the buyer against the seller. */
const decide = (
  orders: ReadonlyArray<Pleading.OrderSought>,
  deals: Deals,
  admits?: NonNullable<ReturnType<typeof defence>["admits"]>,
) => {
  const answered = defence([], admits === undefined ? {} : { admits })
  return determine(bundle({ claim: claim({ orders }), defence: answered }), deals)
}
const outcomes = (made: ReturnType<typeof decide>) =>
  made.orders.map(({ ground, outcome, cents }) => [ground, outcome, cents])

describe("the three thefts of words", () => {
  it("Rule 5.1 given a true sentence of the quote and nothing paid, then nothing is repaid out of the escrow", () => {
    const facts = [{ n: 1, text: "The price of the quote was USD 500.00." }]
    const orders = [onAccount(50_000)]
    const made = determine(bundle({ claim: claim({ facts, orders }) }), on(deal(0)))
    expect(outcomes(made)).toEqual([["account", "dismissed", null]])
  })

  it("Rule 5.1 given a stranger that takes a public offer, then without a deal nothing is decided, whoever signed what", () => {
    expect(outcomes(decide([sought({ amountCents: 900_000 })], on(null)))).toEqual([
      [null, "undecided", null],
    ])
    expect(outcomes(decide([onAccount(900_000)], on(null)))).toEqual([[null, "undecided", null]])
  })

  it("Rule 5.1 given a rule in the claimant's own words and a silent respondent, then an order without a cause is not made", () => {
    const silent = bundle({
      claim: claim({ orders: [sought()], rules: ["Who is asked pays."] }),
      defence: null,
    })
    expect(outcomes(determine(silent, on(null)))).toEqual([[null, "undecided", null]])
  })
})

describe("the words of the Rule", () => {
  it("Rule 5.1 given a claimant that reads the Rule, then it names the causes as a claim states them, and says that the words of a pleading prove nothing", () => {
    const words = decisionOnThePapers.text(bounds)
    expect(words).toContain("(`cause`: `account`)")
    expect(words).toContain("(`cause`: `debt`, with its entry in `on`)")
    expect(words).toContain("The words of a pleading prove nothing.")
  })
})

describe("the account", () => {
  it("Rule 5.1 what is asked bounds what is ordered for the claimant, and what is asked in vain is dismissed", () => {
    expect(outcomes(decide([onAccount(10_000)], on(deal(-20_000))))).toEqual([["account", "made", 10_000]])
    expect(outcomes(decide([onAccount(30_000)], on(deal(-20_000))))).toEqual([
      ["account", "made in part", 20_000],
    ])
    expect(leavesAnything(decide([onAccount(30_000)], on(deal(-20_000))))).toBe(false)
  })

  it("Rule 5.1 two orders of one claim share the balance in their order", () => {
    expect(outcomes(decide([onAccount(15_000), onAccount(15_000)], on(deal(-20_000))))).toEqual([
      ["account", "made", 15_000],
      ["account", "made in part", 5_000],
    ])
  })

  it("Rule 5.1 given orders that run from or to anybody but the respondent and the claimant, then they take nothing of the balance", () => {
    const reversed = { ...onAccount(20_000), against: "buyer", inFavourOf: "seller" }
    const toAnother = { ...onAccount(20_000), inFavourOf: "stranger" }
    const fromAnother = { ...onAccount(20_000), against: "stranger" }
    const orders = [reversed, toAnother, fromAnother, onAccount(20_000)]
    expect(outcomes(decide(orders, on(deal(-20_000))))).toEqual([
      ["account", "dismissed", null],
      ["account", "dismissed", null],
      ["account", "dismissed", null],
      ["account", "made", 20_000],
    ])
  })

  it("Rule 5.1 given a balance that the claimant owes, then it is ordered against the claimant, who gains nothing by suing first", () => {
    const made = decide([onAccount(50_000)], on(deal(20_000)))
    expect(outcomes(made)).toEqual([["account", "dismissed", null]])
    expect(made.againstClaimant).toBe(20_000)
  })

  it("Rule 5.1 a declaration of the account is never dismissed for its direction", () => {
    const declared = sought({ kind: "declaration", cause: "account", restsOn: [] })
    for (const [balance, cents] of [
      [0, 0],
      [20_000, 20_000],
      [-20_000, 20_000],
    ] as const)
      expect(outcomes(decide([declared], on(deal(balance))))).toEqual([["account", "made", cents]])
    expect(outcomes(decide([declared], on(deal(null))))).toEqual([[null, "undecided", null]])
  })

  it("Rule 5.1 of a balance that is open the part is ordered that stands, and the rest goes to the next judge", () => {
    const made = decide([onAccount(30_000)], on(deal({ min: -40_000, max: -10_000 })))
    expect(outcomes(made)).toEqual([["account", "made in part", 10_000]])
    expect(leavesAnything(made)).toBe(true)
    const open = decide([onAccount(30_000)], on(deal({ min: -40_000, max: 0 })))
    expect(outcomes(open)).toEqual([["account", "undecided", null]])
    const never = decide([onAccount(30_000)], on(deal({ min: 0, max: 40_000 })))
    expect(outcomes(never)).toEqual([["account", "dismissed", null]])
  })

  it("Rule 5.1 no order of another kind rests on an account", () => {
    const perform = sought({ kind: "perform", cause: "account" })
    expect(outcomes(decide([perform], on(deal(-20_000))))).toEqual([[null, "undecided", null]])
  })

  it("Rule 5.1 whatever is asked, the orders never exceed the balance, and one side alone is ordered to pay", () => {
    const asked = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(asked, fc.integer({ min: -60_000, max: 60_000 }), (sums, balance) => {
        const made = decide(sums.map(onAccount), on(deal(balance)))
        const total = made.orders.reduce((all, { cents }) => all + (cents ?? 0), 0)
        expect(total).toBe(
          Math.min(
            sums.reduce((all, one) => all + one, 0),
            Math.max(0, -balance),
          ),
        )
        expect(made.againstClaimant).toBe(Math.max(0, balance))
      }),
    )
  })
})

describe("debts, admissions and costs", () => {
  const debt = sought({ cause: "debt", on: "entry-1", amountCents: 20_000, restsOn: [] })

  it("Rule 5.1 a debt is ordered against who owes it, and against nobody else", () => {
    const owed = new Map([["entry-1", deal(-20_000)]])
    expect(outcomes(decide([debt, debt], on(null, owed)))).toEqual([
      ["debt", "made", 20_000],
      ["debt", "dismissed", null],
    ])
    expect(outcomes(decide([debt], on(null, new Map([["entry-1", deal(20_000)]]))))).toEqual([
      ["debt", "dismissed", null],
    ])
  })

  it("Rule 5.1 an order without a cause is made as far as the defence admits it", () => {
    const apology = sought({ kind: "other", text: "Say sorry.", amountCents: undefined })
    const orders = [sought(), sought(), apology, sought()]
    expect(outcomes(decide(orders, on(null), [1, { n: 2, amountCents: 5_000 }, 3]))).toEqual([
      ["admitted", "made", 20_000],
      ["admitted", "made in part", 5_000],
      ["admitted", "made", null],
      [null, "undecided", null],
    ])
  })

  it("Rule 5.1 given a debt that is admitted, then the greater of the debt and the admission is ordered, at most as asked", () => {
    const owing = (cents: number) => on(null, new Map([["entry-1", deal(-cents)]]))
    expect(outcomes(decide([debt], owing(5_000), [{ n: 1, amountCents: 9_000 }]))).toEqual([
      ["admitted", "made in part", 9_000],
    ])
    expect(outcomes(decide([debt], owing(9_000), [{ n: 1, amountCents: 5_000 }]))).toEqual([
      ["debt", "made in part", 9_000],
    ])
    expect(outcomes(decide([debt], owing(0), [1]))).toEqual([["admitted", "made", 20_000]])
  })

  it("Rule 5.1 given an order of another kind on an account, then it is made as it is admitted", () => {
    const perform = sought({ kind: "perform", cause: "account", amountCents: undefined })
    expect(outcomes(decide([perform], on(deal(-20_000)), [1]))).toEqual([["admitted", "made", null]])
  })

  it("PD15 §3A given an order on the account that is admitted, then the account has counted it", () => {
    expect(outcomes(decide([onAccount(30_000)], on(deal(-20_000)), [1]))).toEqual([
      ["account", "made in part", 20_000],
    ])
  })

  it("PD15 §11 given a declaration of an account that is open, then it is made in part, and the rest goes on", () => {
    const declared = sought({ kind: "declaration", cause: "account", restsOn: [] })
    const made = decide([declared], on(deal({ min: -9, max: -4 })))
    expect(outcomes(made)).toEqual([["account", "made in part", 4]])
    expect(leavesAnything(made)).toBe(true)
    const suing = decide([onAccount(90)], on(deal({ min: 4, max: 9 })))
    expect(outcomes(suing)).toEqual([["account", "dismissed", null]])
    expect(suing.againstClaimant).toBe(4)
  })

  it("Rule 5.1 given an account that is open for the supplier that claims it, then the part that stands is ordered", () => {
    const orders = [sought({ cause: "account", against: "buyer", inFavourOf: "seller", restsOn: [] })]
    const { matter, ...rest } = bundle({ claim: claim({ orders }) })
    const suing = { ...rest, matter: { ...matter, claimant: matter.respondent, respondent: matter.claimant } }
    expect(outcomes(determine(suing, on(deal({ min: 4, max: 9 }))))).toEqual([["account", "made in part", 4]])
    expect(leavesAnything(determine(suing, on(deal({ min: 4, max: 9 }))))).toBe(true)
  })

  it("Rule 5.1 an admission of more than was asked gives what was asked", () => {
    expect(outcomes(decide([sought()], on(null), [{ n: 1, amountCents: 90_000 }]))).toEqual([
      ["admitted", "made", 20_000],
    ])
  })

  it("Rule 5.1 costs follow the event", () => {
    const costs = sought({ kind: "costs", amountCents: undefined, restsOn: [] })
    expect(outcomes(decide([onAccount(10_000), costs], on(deal(-20_000))))[1]).toEqual([
      "event",
      "made",
      null,
    ])
    expect(outcomes(decide([onAccount(10_000), costs], on(deal(0))))[1]).toEqual(["event", "dismissed", null])
    expect(outcomes(decide([sought(), costs], on(null)))[1]).toEqual([null, "undecided", null])
  })

  it("Rule 5.1 given several other orders, then costs go with a made order, and wait for an undecided order", () => {
    const costs = sought({ kind: "costs", amountCents: undefined, restsOn: [] })
    const madeAndDismissed = decide([onAccount(10_000), onAccount(10_000), costs], on(deal(-10_000)))
    expect(outcomes(madeAndDismissed).at(-1)).toEqual(["event", "made", null])
    const dismissedAndOpen = decide([onAccount(10_000), sought(), costs], on(deal(0)))
    expect(outcomes(dismissedAndOpen).at(-1)).toEqual([null, "undecided", null])
  })
})
