/** The sentences of a draft by the accounts, word for word. */
import { describe, expect, it } from "vitest"
import type { Line } from "../account/index.ts"
import { debt } from "../account/testing/Given.ts"
import { days, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import * as Words from "./AccountWords.ts"
import type { DecidedOrder } from "./Determined.ts"
import { bundle, claim, defence, sought } from "./testing/Bundles.ts"
import { deal, on } from "./testing/Deals.ts"

const line = (changes: Partial<Line> = {}): Line => ({
  line: "delivered",
  finding: "found",
  burden: "computed",
  by: [],
  wanted: null,
  ...changes,
})
const records = (n: number): Line["by"] =>
  Array.from({ length: n }, (_, i) => ({ record: "dealing" as const, id: `entry-${i + 1}` }))
const decided = (changes: Partial<DecidedOrder> = {}): DecidedOrder => ({
  n: 1,
  order: sought({ cause: "account" }),
  ground: "account",
  outcome: "made",
  cents: 500,
  leavesRest: false,
  ...changes,
})

describe("sums, numbers and instants in a draft", () => {
  it.each([
    [null, "not reckoned"],
    [0, "USD 0.00"],
    [123_456, "USD 1,234.56"],
    [-500, "-USD 5.00"],
    [{ min: -500, max: 500 }, "between -USD 5.00 and USD 5.00"],
  ])("Rule 5.1 the sum %j is %s", (value, words) => {
    expect(Words.sum(value)).toBe(words)
  })

  it("Rule 5.1 a number goes with its noun", () => {
    expect([0, 1, 2].map((n) => Words.count(n, "order"))).toEqual(["0 orders", "1 order", "2 orders"])
  })

  it("Rule 5.1 an instant is a day and a time of Universal Time", () => {
    expect(Words.moment(start + hours(6.5))).toBe("20 November 2026, 15:30 UTC")
  })

  it.each([
    ["It is so", "It is so."],
    ["It says “so.”", "It says “so.”"],
    ["It says “so!”", "It says “so!”"],
    ["It says “so?”", "It says “so?”"],
    ["It says “so…”", "It says “so…”"],
    ["It says “so”", "It says “so”."],
    ["It says “so.” here", "It says “so.” here."],
  ])("Rule 5.1 given the sentence %j, then it ends once", (sentence, ended) => {
    expect(Words.endSentence(sentence)).toBe(ended)
  })
})

describe("the account of a deal in the reasons", () => {
  const order = sought({ cause: "account" })
  const read = (of: Partial<Line>) => {
    const text = Words.reasoningOf(decided({ order }), on(deal(0, { lines: [line(of)] })))
    return text.split("\n\n")[1]
  }

  it("PD15 §11 says between whom it is, as of when, its lines, and its sums", () => {
    const account = { owed: 50_000, paid: 30_000, refunded: 100, lines: [line(), line({ line: "late" })] }
    expect(Words.reasoningOf(decided({ order }), on(deal(20_100, account)))).toBe(
      [
        "The account of quote quote-1, between seller as supplier and buyer as buyer, as of 20 November 2026, 09:00 UTC:",
        "- delivered: found.\n- late: found.",
        "Owed: USD 500.00. Paid: USD 300.00. Refunded: USD 1.00. Balance: USD 201.00; above zero buyer owes it, below zero seller.",
      ].join("\n\n"),
    )
  })

  it("PD15 §11 says of a debt who owes it", () => {
    const owed = deal(5, { deal: { kind: "debt", id: "entry-1" } })
    const asked = decided({ order: sought({ cause: "debt", on: "entry-1" }) })
    expect(Words.reasoningOf(asked, on(null, new Map([["entry-1", owed]])))).toMatch(
      /^The account of debt entry-1, which buyer owes seller, as of /,
    )
  })

  it.each<readonly [Partial<Line>, string]>([
    [{}, "- delivered: found."],
    [{ finding: "not_found" }, "- delivered: not found."],
    [{ finding: "undetermined" }, "- delivered: undetermined."],
    [{ cents: 500 }, "- delivered: found (USD 5.00)."],
    [{ millionths: 250_000 }, "- delivered: found (250,000 millionths)."],
    [{ cents: 500, millionths: 1 }, "- delivered: found (USD 5.00, 1 millionths)."],
    [{ by: records(1) }, "- delivered: found, by dealing entry-1."],
    [
      { by: records(5) },
      `- delivered: found, by ${[1, 2, 3, 4, 5].map((n) => `dealing entry-${n}`).join(", ")}.`,
    ],
    [
      { by: records(7) },
      `- delivered: found, by ${[1, 2, 3, 4, 5].map((n) => `dealing entry-${n}`).join(", ")} and 2 more.`,
    ],
    [{ burden: "supplier" }, "- delivered: found; the supplier bears it."],
    [{ burden: "buyer" }, "- delivered: found; the buyer bears it."],
    [
      { wanted: { who: "attester", act: "attest the delivery", dueBy: null } },
      "- delivered: found; the attester could attest the delivery.",
    ],
  ])("PD15 §11 given the line %j, then it reads %s", (of, words) => {
    expect(read(of)).toBe(words)
  })

  it("PD15 §11 names the sides of a purchase and of a mandate by their handles, since the sides of their debts are others than those of the sale", () => {
    const facts = { payments: [], transfers: [], responses: [] }
    const lines = [line({ burden: "buyer", wanted: { who: "attester", act: "attest", dueBy: null } })]
    const asked = decided({ order: sought({ cause: "debt", on: "entry-1" }) })
    const said = (more: Parameters<typeof debt>[0]) => {
      const one = { ...deal(5, { lines }), facts: debt(more) }
      return Words.reasoningOf(asked, on(null, new Map([["entry-1", one]]))).split("\n\n")[1]
    }
    const byHandle = "- delivered: found; buyer bears it; the attester could attest."
    expect(said({ from: "purchase", purchase: { ...facts, offers: [] } })).toBe(byHandle)
    expect(said({ from: "mandate", mandate: { ...facts, named: [] } })).toBe(byHandle)
    expect(said({})).toBe("- delivered: found; the buyer bears it; the attester could attest.")
  })
})

describe("the reasons and the answer on an order", () => {
  const free = sought()

  it.each([
    ["account", "The account carries it."],
    ["metered_price", "The account carries it, by the meter of the quote."],
    ["debt", "The debt carries it."],
    ["mandate", "The payment beyond the mandate carries it."],
    ["admitted", "The respondent admits it."],
    ["event", "Costs follow the event."],
  ] as const)(
    "Rule 5.1 given an order without an account, then the ground %s is said: %s",
    (ground, words) => {
      expect(Words.reasoningOf(decided({ order: free, ground }), on(null))).toBe(words)
      expect(Words.answerOf(decided({ ground }))).toBe(`Yes, USD 5.00. ${words}`)
      expect(Words.answerOf(decided({ ground, cents: null }))).toBe(`Yes. ${words}`)
    },
  )

  it("Rule 5.1 given an order that nothing carries, then it is said whether it names a cause", () => {
    const ground = null
    expect(Words.reasoningOf(decided({ order: free, ground }), on(null))).toBe(
      "The order names no cause, and the respondent does not admit it. A judge on the papers makes no such order (Rule 5.1).",
    )
    expect(Words.reasoningOf(decided({ order: sought({ cause: "account" }), ground }), on(null))).toBe(
      "The Court has no record of the deal that the order names.",
    )
  })

  it.each<readonly [Partial<DecidedOrder>, string]>([
    [{ ground: null }, "Yes, USD 5.00."],
    [
      { outcome: "made in part", leavesRest: true },
      "In part, USD 5.00. The account carries it. The rest is not decided on the papers.",
    ],
    [{ outcome: "made in part", cents: null }, "In part. The account carries it. Nothing carries the rest."],
    [{ outcome: "dismissed" }, "No. Nothing is due on it."],
    [{ outcome: "dismissed", ground: "event" }, "No. Costs follow the event, and no other order is made."],
    [{ outcome: "undecided" }, "It is not decided on the papers."],
  ])("Rule 5.1 given the outcome %j, then the answer is %s", (of, words) => {
    expect(Words.answerOf(decided(of))).toBe(words)
  })

  it.each([
    [sought(), "pay USD 200.00"],
    [sought({ kind: "costs", amountCents: 2_000 }), "costs of USD 20.00"],
  ])("Rule 5.1 given the order %j, then it is summed up as %s", (order, words) => {
    expect(Words.summary(order, "USD")).toBe(words)
  })

  it("Rule 5.1 an order without a sum is summed up as its kind", () => {
    const { amountCents: _, ...open } = sought({ kind: "declaration" })
    expect(Words.summary(open, "USD")).toBe("declaration")
  })
})

describe("the words of the parties in the reasons", () => {
  it.each([
    [undefined, "It states no argument."],
    [" \n", "It states no argument."],
    ["It was late.", "It argues “It was late.”"],
    ["It was late", "It argues “It was late”."],
    ["a".repeat(240), `It argues “${"a".repeat(240)}”.`],
    ["a".repeat(241), `It argues “${"a".repeat(239)}…”`],
  ])("Rule 5.1 given the argument %j, then it is quoted at most in 240 characters", (argument, words) => {
    expect(Words.argues(argument)).toBe(words)
  })

  it("Rule 5.1 the respondent's words are those of its defence", () => {
    expect(Words.respondentSays(bundle())).toBe("It filed no defence.")
    expect(Words.respondentSays(bundle({ defence: defence([], { argument: "No." }) }))).toBe(
      "It argues “No.”",
    )
  })

  it("Rule 5.1 the claimant's words are those of the order, and then those of its claim", () => {
    const order = sought({ text: "Pay it" })
    const said = (argument: string | undefined) =>
      Words.claimantSays(
        bundle({ claim: claim(argument === undefined ? {} : { argument }) }),
        decided({ order }),
      )
    expect(said("It is due.")).toBe("It asks for “Pay it”. It argues “It is due.”")
    expect(said(undefined)).toBe("It asks for “Pay it”. It states no argument.")
  })
})

describe("the balance of an account as a declaration", () => {
  const asOf = start + days(1)
  const of = "the account of quote quote-1 as of 21 November 2026, 09:00 UTC"

  it("PD15 §11 given a balance, then it is said who owes it, with its sum", () => {
    expect(Words.balanceOwed(deal(500, { asOf }))).toEqual({
      text: `buyer owes seller the balance of ${of}.`,
      amountCents: 500,
      against: "buyer",
      inFavourOf: "seller",
    })
    expect(Words.balanceOwed(deal(-500, { asOf }))).toEqual({
      text: `seller owes buyer the balance of ${of}.`,
      amountCents: 500,
      against: "seller",
      inFavourOf: "buyer",
    })
  })

  it("PD15 §11 given nothing that is owed, then this is said, against nobody", () => {
    expect(Words.balanceOwed(deal(0, { asOf }))).toEqual({
      text: `Nothing is owed on ${of}.`,
      amountCents: 0,
    })
  })
})
