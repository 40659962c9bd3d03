/** The parts that a draft lacks, the needs of its orders, and how far they may go. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import type { Pleading } from "../matters/index.ts"
import { Draft } from "./Judge.ts"
import { checkDraft } from "./Law.ts"
import * as Orders from "./Orders.ts"
import { claimant, draft, pay, respondent, stranger } from "./testing/Cases.ts"

const parties = { claimant, respondent, currency: "USD" }
const detailOf = (checked: Either.Either<unknown, Refusal>) =>
  Either.isLeft(checked) ? [checked.left.code, checked.left.detail] : null
/** The code and detail of the refusal that a test expects. */
const says = (...args: Parameters<typeof refusal>) => [args[0], refusal(...args).detail]

describe("a draft", () => {
  const lacks = (changes: Partial<Draft>) => detailOf(checkDraft(draft(changes), parties))
  const issue = needPresent(draft().issues[0], "the issue of the usual draft")

  it("Rule 5.3 a draft takes twelve orders, and a dismissal takes no place of an order", () => {
    const reads = (orders: Draft["orders"]) =>
      Either.isRight(Schema.decodeUnknownEither(Draft)(draft({ orders })))
    const twelve = Array.from({ length: bounds.ordersMax }, () => pay(1))
    const dismissal = { kind: "dismiss", text: "The rest is dismissed." } as const
    expect(reads([...twelve, dismissal, { ...dismissal, decided: false }])).toBe(true)
    expect(reads([...twelve, pay(1)])).toBe(false)
    const over = Schema.decodeUnknownEither(Draft)(draft({ orders: [...twelve, pay(1)] }))
    expect(String(Either.getOrThrow(Either.flip(over)))).toContain("at most 12 orders beside dismissals")
  })
  const withIssue = (changes: object) => [issue, { ...issue, ...changes }]

  it.each<[string, Partial<Draft>]>([
    ["a ratio", { ratio: " " }],
    ["the question of issue 2", { issues: withIssue({ question: "" }) }],
    ["the losing party's answer to issue 2", { issues: withIssue({ losingAnswer: "" }) }],
    ["the reasoning on issue 2", { issues: withIssue({ reasoning: "" }) }],
    ["the answer to issue 2", { issues: withIssue({ answer: "" }) }],
    ["an issue", { issues: [] }],
    ["the circumstances", { circumstances: "\n" }],
    ["reasons for going beyond what was sought", { beyondPrayer: " " }],
    ["orders", { orders: [] }],
  ])("Rule 5.2 a draft that lacks %s is refused, and the refusal names it", (what, changes) => {
    expect(lacks(changes)).toEqual(says("draft_incomplete", { what }))
    expect(lacks({})).toBeNull()
  })

  it("PD4 §1 a draft that finds conduct of anybody but the parties is refused with the handle", () => {
    const finds = (agent: string) =>
      lacks({ conduct: [{ agent, finding: "unlodged_quote", reasons: "So." }] })
    expect([finds("buyer"), finds("seller")]).toEqual([null, null])
    expect(finds("other")).toEqual(says("not_a_party_named", { handle: "other" }))
  })
})

describe("orders of a draft", () => {
  const check = (...orders: Draft["orders"]) => detailOf(Orders.check(orders, parties))
  const { inFavourOf: _, ...toNobody } = pay(1)
  const { against: __, ...byNobody } = pay(1)

  it("Rule 5.3 each kind of order binds or not, states a sum or not, and counts against the stake or not", () => {
    expect(Orders.kinds).toEqual({
      pay: { binds: true, sum: true, capped: true },
      perform: { binds: true, sum: false, capped: false },
      refrain: { binds: true, sum: false, capped: false },
      costs: { binds: true, sum: true, capped: false },
      other: { binds: false, sum: true, capped: true },
      declaration: { binds: false, sum: true, capped: false },
      dismiss: { binds: false, sum: false, capped: false },
      remit: { binds: false, sum: false, capped: false },
    })
  })

  it("Rule 5.3 an order is refused if it names anybody but the parties, or lacks what its kind needs", () => {
    expect(check(pay(1))).toBeNull()
    expect(check(pay(1), pay(0))).toEqual(says("amount_wanted", { n: 2 }))
    const { amountCents: ___, ...noSum } = pay(1)
    expect(check(noSum)).toEqual(says("amount_wanted", { n: 1 }))
    expect(check(pay(1, { against: "other" }))).toEqual(says("not_a_party_named", { handle: "other" }))
    expect(check(pay(1, { inFavourOf: "third" }))).toEqual(says("not_a_party_named", { handle: "third" }))
    expect(check({ kind: "declaration", text: "So.", inFavourOf: "third" })).toEqual(
      says("not_a_party_named", { handle: "third" }),
    )
    expect(check(toNobody)).toEqual(says("not_corrective", { n: 1 }))
    expect(check(byNobody)).toEqual(says("not_corrective", { n: 1 }))
    expect(check(pay(1, { inFavourOf: "seller" }))).toEqual(says("not_corrective", { n: 1 }))
    expect(check(pay(1, { text: " \n" }))).toEqual(says("draft_incomplete", { what: "the text of order 1" }))
    expect(check({ kind: "declaration", text: "So." })).toBeNull()
    expect(check({ kind: "other", text: "So.", amountCents: 0 })).toBeNull()
  })

  it("Rule 5.3 the orders of a draft become orders of the court, each with its number, its parties, its time and the sum that its kind states", () => {
    const made = Orders.resolve(
      [
        pay(5, { hours: 9, text: " Pay\n it. " }),
        pay(7, { kind: "perform", decided: false }),
        { kind: "other", text: "x", amountCents: 3 },
        { kind: "dismiss", text: "No." },
      ],
      parties,
      72,
    )
    expect(made).toEqual([
      {
        n: 1,
        kind: "pay",
        text: "seller pays buyer USD 0.05.",
        amountCents: 5,
        against: respondent,
        inFavourOf: claimant,
        hours: 9,
      },
      {
        n: 2,
        kind: "perform",
        text: "Pay the price back.",
        amountCents: null,
        against: respondent,
        inFavourOf: claimant,
        hours: 72,
      },
      { n: 3, kind: "other", text: "x", amountCents: 3, against: null, inFavourOf: null, hours: 72 },
      {
        n: 4,
        kind: "dismiss",
        text: "The claim is otherwise dismissed.",
        amountCents: null,
        against: null,
        inFavourOf: null,
        hours: 72,
      },
    ])
  })

  it("Rule 2.4 orders against a party that is not bound become declarations in these words", () => {
    const orders = Orders.resolve(
      [pay(500), pay(0, { kind: "perform" }), { kind: "dismiss", text: "No." }],
      parties,
      72,
    )
    const unbound = orders.map((order) => ({ ...order, against: order.against === null ? null : stranger }))
    const made = Orders.declareUnbound(unbound, "USD")
    expect(made[0]).toEqual({
      ...unbound[0],
      kind: "declaration",
      amountCents: null,
      text: "It is declared, and not ordered, that stranger owes buyer USD 5.00. stranger is not bound (Rule 2.4).",
    })
    expect(made[1]?.text).toBe(
      "It is declared, and not ordered: Pay the price back. stranger is not bound (Rule 2.4).",
    )
    expect(made[2]).toEqual(unbound[2])
    const dismissed = [{ ...needPresent(unbound[2], "the dismissal"), against: stranger }]
    expect(Orders.declareUnbound(dismissed, "USD")).toEqual(dismissed)
    expect(Orders.declareUnbound(orders, "USD")).toEqual(orders)
  })

  it("Rule 5.3A payments are capped at what is left of the stake, and the orders say so in these words", () => {
    expect([
      Orders.orderable(5, 5),
      Orders.orderable(6, 5),
      Orders.orderable(6, 0),
      Orders.orderable(6, -1),
      Orders.orderable(0, -1),
    ]).toEqual([5, 5, 0, 0, 0])
    const orders = Orders.resolve([pay(300), pay(400), pay(100)], parties, 72)
    const made = Orders.capPayments(orders, () => 500, "USD")
    expect(made.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ["pay", 300],
      ["pay", 200],
      ["declaration", null],
    ])
    expect(made[1]?.text).toBe(
      "seller pays buyer USD 2.00. Of USD 4.00, USD 2.00 is ordered: the stake in force at the dealing leaves no more (Rule 5.3A).",
    )
    expect(made[2]?.text).toBe(
      "It is declared, and not ordered, that seller owes buyer USD 1.00. The stake in force at the dealing leaves nothing (Rule 5.3A).",
    )
  })

  it("Rule 5.3A the cap is that of each party, and leaves alone what binds nobody, states no sum or orders costs", () => {
    const both = Orders.resolve([pay(300), pay(300, { against: "buyer", inFavourOf: "seller" })], parties, 72)
    expect(Orders.capPayments(both, () => 300, "USD")).toEqual(both)
    const againstNobody = Orders.resolve([{ kind: "other", text: "x", amountCents: 900 }], parties, 72)
    expect(Orders.capPayments(againstNobody, () => 500, "USD")).toEqual(againstNobody)
    const uncapped = Orders.resolve([{ kind: "other", text: "x" }, pay(9, { kind: "costs" })], parties, 72)
    expect(Orders.capPayments(uncapped, () => 0, "USD")).toEqual(uncapped)
  })
})

describe("what was sought", () => {
  const sought = (changes: Partial<Pleading.OrderSought> = {}): Pleading.OrderSought => ({
    kind: "pay",
    text: "So.",
    against: "seller",
    inFavourOf: "buyer",
    amountCents: 100,
    restsOn: [1],
    ...changes,
  })
  const { amountCents: _, ...open } = sought()

  it("Rule 5.3 the claim limits the kind, the parties and the sum of orders, and the sums of like orders are added up", () => {
    expect(Orders.beyondPrayer([pay(100)], [sought()])).toEqual([])
    expect(Orders.beyondPrayer([pay(101)], [sought()])).toEqual([1])
    expect(Orders.beyondPrayer([pay(101), pay(0)], [sought()])).toEqual([1])
    expect(Orders.beyondPrayer([pay(60), pay(41)], [sought()])).toEqual([2])
    expect(Orders.beyondPrayer([pay(150)], [sought(), sought({ amountCents: 50 })])).toEqual([])
    expect(Orders.beyondPrayer([pay(10_000)], [sought(), open])).toEqual([])
    expect(Orders.beyondPrayer([pay(1, { against: "buyer", inFavourOf: "seller" })], [sought()])).toEqual([1])
    expect(Orders.beyondPrayer([pay(1, { inFavourOf: "seller" })], [sought()])).toEqual([1])
    expect(Orders.beyondPrayer([pay(1, { kind: "costs" })], [sought()])).toEqual([1])
    expect(
      Orders.beyondPrayer(
        [pay(60), pay(60, { against: "buyer", inFavourOf: "seller" })],
        [sought(), sought({ against: "buyer", inFavourOf: "seller" })],
      ),
    ).toEqual([])
  })

  it("Rule 5.3 a declaration is less than any order, and a dismissal or a remittal is never beyond the claim", () => {
    expect(Orders.beyondPrayer([{ kind: "declaration", text: "x" }], [sought({ kind: "perform" })])).toEqual(
      [],
    )
    expect(Orders.beyondPrayer([{ kind: "declaration", text: "x", amountCents: 101 }], [sought()])).toEqual([
      1,
    ])
    expect(Orders.beyondPrayer([{ kind: "declaration", text: "x", against: "buyer" }], [sought()])).toEqual([
      1,
    ])
    expect(
      Orders.beyondPrayer(
        [
          { kind: "dismiss", text: "x" },
          { kind: "remit", text: "x" },
        ],
        [],
      ),
    ).toEqual([])
    expect(
      Orders.beyondPrayer([pay(5, { kind: "perform", amountCents: 500 })], [sought({ kind: "perform" })]),
    ).toEqual([])
  })

  it("Rule 5.3 a draft whose orders go beyond the claim is refused unless it gives reasons", () => {
    const orders = [pay(101), pay(1), pay(1, { kind: "costs" })]
    expect(detailOf(Orders.checkPrayer({ orders }, [sought()]))).toEqual(
      says("beyond_prayer", { orders: "1, 2, 3" }),
    )
    expect(detailOf(Orders.checkPrayer({ orders, beyondPrayer: "Justice." }, [sought()]))).toBeNull()
    expect(detailOf(Orders.checkPrayer({ orders: [pay(1)] }, [sought()]))).toBeNull()
  })
})
