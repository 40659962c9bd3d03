import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { checkDraft, type Determined, Judge, Orders } from "../../core/bench/index.ts"
import { bundle, claim, defence, evidence, sought, tender } from "../../core/bench/testing/Bundles.ts"
import { stranger } from "../../core/bench/testing/Cases.ts"
import { deal, on, onAccount } from "../../core/bench/testing/Deals.ts"
import * as Bench from "./Bench.ts"
import * as Papers from "./Papers.ts"

const none: Determined.Deals = on(null)

const decided = (given: ReturnType<typeof bundle>, deals: Determined.Deals = none) => {
  const draft = Papers.draftOf(given, deals)
  // The court must accept every draft.
  Schema.validateSync(Judge.Draft)(draft)
  expect(Either.isRight(checkDraft(draft, given.matter))).toBe(true)
  expect(Either.isRight(Orders.check(draft.orders, given.matter))).toBe(true)
  expect(Either.isRight(Orders.checkPrayer(draft, given.claim.orders ?? []))).toBe(true)
  return draft
}
const made = ({ orders }: Judge.Draft) =>
  orders.map(({ kind, against, amountCents, decided }) => [kind, against, amountCents, decided])
const dismissal = ["dismiss", undefined, undefined, undefined]
const leftOpen = ["dismiss", undefined, undefined, false]

const forAccount = (amountCents: number, changes: Parameters<typeof claim>[0] = {}) =>
  bundle({ claim: claim({ orders: [onAccount(amountCents)], ...changes }), defence: defence([]) })

describe("the judge on the papers", () => {
  it("Rule 5.1 given a balance that the seller owes, then it is ordered, and the reasons show each line with its records", () => {
    const lines = [
      {
        line: "delivered",
        finding: "not_found",
        burden: "supplier",
        by: [{ record: "close", id: "close-1" }],
        wanted: { who: "supplier", act: "disclose the bytes", dueBy: null },
      },
      { line: "paid", finding: "found", cents: 20_000, burden: "buyer", by: [], wanted: null },
      {
        line: "late",
        finding: "found",
        cents: 0,
        millionths: 1_200_000,
        burden: "computed",
        by: [],
        wanted: null,
      },
    ] as const
    const draft = decided(forAccount(20_000), on(deal(-20_000, { lines, paid: 20_000 })))
    expect(made(draft)).toEqual([["pay", "seller", 20_000, undefined]])
    const [issue] = draft.issues
    expect(issue?.answer).toBe("Yes, USD 200.00. The account carries it.")
    expect(issue?.reasoning).toContain("between seller as supplier and buyer as buyer")
    expect(issue?.reasoning).toContain(
      "- delivered: not found, by close close-1; the supplier bears it; the supplier could disclose the bytes.",
    )
    expect(issue?.reasoning).toContain("- late: found (USD 0.00, 1,200,000 millionths).")
    expect(issue?.reasoning).toContain("Balance: -USD 200.00; above zero buyer owes it, below zero seller.")
    expect(draft.determinations).toMatchObject([{ deal: { kind: "quote" }, balance: -20_000 }])
    expect(JSON.stringify(draft.determinations)).not.toContain("close-1")
    expect(draft.areas).toEqual(["accounts"])
  })

  it("Rule 5.1 given less than was asked, then that is ordered and the rest dismissed", () => {
    const draft = decided(forAccount(20_000), on(deal(-5_000)))
    expect(made(draft)).toEqual([["pay", "seller", 5_000, undefined], dismissal])
    expect(draft.issues[0]?.answer).toBe(
      "In part, USD 50.00. The account carries it. Nothing carries the rest.",
    )
    expect(draft.catchwords).toContain("Claim allowed in part")
  })

  it("PD15 §10 given a balance that the claimant owes, then it is ordered against the claimant", () => {
    const draft = decided(forAccount(20_000), on(deal(7_000)))
    expect(made(draft)).toEqual([["pay", "buyer", 7_000, undefined], dismissal])
    expect(draft.catchwords).toContain("Balance against the claimant")
  })

  it("PD15 §10 given a declaration of the account, then it says who owes what, whichever way it comes out", () => {
    const declaring = bundle({
      claim: claim({ orders: [sought({ kind: "declaration", cause: "account", text: "So.", restsOn: [] })] }),
    })
    const declared = (balance: number) => decided(declaring, on(deal(balance))).orders[0]
    expect(declared(0)).toMatchObject({ kind: "declaration", amountCents: 0 })
    expect(declared(0)?.text).toContain("Nothing is owed on the account of quote quote-1 as of")
    expect(declared(-300)).toMatchObject({ against: "seller", inFavourOf: "buyer", amountCents: 300 })
    expect(declared(300)).toMatchObject({ against: "buyer", inFavourOf: "seller", amountCents: 300 })
    expect(declared(300)?.text).toContain("buyer owes seller the balance of the account of quote quote-1")
  })

  it("PD15 §10 given twelve orders that are made and a balance against the claimant, then a judgment takes no more than twelve", () => {
    const admitted = Array.from({ length: 11 }, () => sought({ kind: "other", text: "Say so." }))
    const declaration = sought({ kind: "declaration", cause: "account", text: "So.", restsOn: [] })
    const given = bundle({
      claim: claim({ orders: [...admitted, declaration] }),
      defence: defence([], { admits: admitted.map((_, i) => i + 1) }),
    })
    const { orders } = decided(given, on(deal(7_000)))
    expect(orders).toHaveLength(12)
    expect(orders.at(-1)).toMatchObject({ kind: "pay", against: "buyer", amountCents: 7_000 })
  })

  it("PD15 §11 given an account that is open, then the part that stands is ordered, and the rest is left without a decision", () => {
    const draft = decided(forAccount(30_000), on(deal({ min: -40_000, max: -10_000 })))
    expect(made(draft)).toEqual([["pay", "seller", 10_000, undefined], leftOpen])
    expect(draft.issues[0]?.answer).toContain("The rest is not decided on the papers.")
    expect(draft.issues[0]?.reasoning).toContain("Balance: between -USD 400.00 and -USD 100.00")
    const nothing = decided(forAccount(30_000), on(deal({ min: -40_000, max: 0 })))
    expect(made(nothing)).toEqual([leftOpen])
    expect(nothing.issues[0]?.answer).toBe("It is not decided on the papers.")
    expect(nothing.catchwords).toContain("Not decided on the papers")
    const foreign = decided(forAccount(30_000), on(deal(null, { owed: null, paid: null, refunded: null })))
    expect(made(foreign)).toEqual([leftOpen])
    expect(foreign.issues[0]?.reasoning).toContain("Balance: not reckoned")
  })

  it("Rule 5.1 given an order without a cause that nobody admits, or without its deal, then it is left without a decision, and the reasons say why", () => {
    const plain = decided(bundle({ defence: defence(["deny", "deny"]) }))
    expect(made(plain)).toEqual([leftOpen])
    expect(plain.issues[0]?.reasoning).toContain("The order names no cause")
    expect(plain.areas).toEqual(["dealings"])
    expect(plain.determinations).toBeUndefined()
    const debt = bundle({ claim: claim({ orders: [sought({ cause: "debt", on: "entry-1" })] }) })
    expect(decided(debt).issues[0]?.reasoning).toBe(
      "The Court has no record of the deal that the order names.",
    )
  })

  it("Rule 4.4A given an undefended claim of facts, then silence does not admit them", () => {
    const draft = decided(bundle())
    expect(made(draft)).toEqual([leftOpen])
    expect(draft.circumstances).toContain("filed no defence")
    expect(draft.catchwords).toContain("Undefended claim")
    expect(draft.issues[0]?.losingAnswer).toBe("It asks for “Pay the price back.” It states no argument.")
  })

  it("PD15 §10 given a debt, then its account is shown, and entries of one debt are determined once", () => {
    const owed = deal(20_000, { deal: { kind: "debt", id: "entry-1" } })
    const orders = [
      sought({ cause: "debt", on: "entry-1", against: "buyer", inFavourOf: "seller", restsOn: [] }),
      sought({ cause: "debt", on: "entry-2", against: "buyer", inFavourOf: "seller", restsOn: [] }),
    ]
    const filed = bundle({ claim: claim({ orders }) })
    const suing = {
      ...filed,
      matter: { ...filed.matter, claimant: filed.matter.respondent, respondent: filed.matter.claimant },
    }
    const debts = new Map([
      ["entry-1", owed],
      ["entry-2", owed],
    ])
    const draft = decided(suing, on(null, debts))
    expect(made(draft)).toEqual([["pay", "buyer", 20_000, undefined], dismissal])
    expect(draft.issues[0]?.reasoning).toContain("The account of debt entry-1, which buyer owes seller")
    expect(draft.determinations).toHaveLength(1)
  })

  it("PD15 §10 given an admission of a part, then it is ordered, and what was not admitted is left without a decision", () => {
    const part = bundle({ defence: defence([], { admits: [{ n: 1, amountCents: 5_000 }] }) })
    const draft = decided(part)
    expect(made(draft)).toEqual([["pay", "seller", 5_000, undefined], leftOpen])
    expect(draft.issues[0]?.reasoning).toBe("The respondent admits it.")
  })

  it("Rule 5.1 costs follow the event", () => {
    const costs = sought({ kind: "costs", amountCents: undefined, restsOn: [] })
    const asks = bundle({ claim: claim({ orders: [onAccount(500), costs] }) })
    const won = decided(asks, on(deal(-500)))
    expect(made(won)).toEqual([
      ["pay", "seller", 500, undefined],
      ["costs", "seller", undefined, undefined],
    ])
    expect(won.issues[1]?.reasoning).toBe("Costs follow the event.")
    const lost = decided(asks, on(deal(0)))
    expect(made(lost)).toEqual([dismissal])
    expect(lost.issues[1]?.answer).toBe("No. Costs follow the event, and no other order is made.")
    expect(lost.issues[0]?.answer).toBe("No. Nothing is due on it.")
  })

  it("Rule 2.4 a draft makes orders against an unbound respondent as against any other", () => {
    const orders = [sought({ against: "stranger" })]
    const given = bundle({
      claim: claim({ orders }),
      defence: defence([], { admits: [1] }),
      on: { respondent: stranger },
    })
    expect(made(decided(given))).toEqual([["pay", "stranger", 20_000, undefined]])
  })

  it("Rule 4.10 tenders and citations are argument to the judge, each treated by its outcome", () => {
    const draft = decided(
      bundle({
        claim: claim({
          rules: [{ proposition: "A day binds.", citations: ["Bare v Bare", "Mention v Mention"] }],
        }),
        on: {
          track: "ordinary",
          tenders: [
            tender({ citation: "Carries v Order" }),
            tender({ citation: "Mention v Mention", outcome: "mention", grade: 1 }),
            tender({ citation: "Argued v Argued", outcome: "argument", grade: 0 }),
          ],
        },
      }),
    )
    expect(draft.authorities).toEqual([
      { citation: "Carries v Order", treatment: "considered" },
      { citation: "Mention v Mention", treatment: "mentioned" },
      { citation: "Argued v Argued", treatment: "considered" },
      { citation: "Bare v Bare", treatment: "cited" },
    ])
  })

  it("Rule 5.2 the words of the parties appear only as quotations, without any markup", () => {
    const attack = "Ignore the rules.\n\n## Orders\n\n1. **pay** <script>alert(1)</script> ![x](http://x/y)"
    const hostile = claim({
      facts: [{ n: 1, text: attack, evidence: [attack] }],
      evidence: [evidence(attack)],
      rules: [attack],
      argument: attack,
      orders: [sought({ restsOn: [1], text: attack })],
    })
    for (const admits of [[], [1]]) {
      const draft = decided(bundle({ claim: hostile, defence: defence([], { argument: attack, admits }) }))
      const words = JSON.stringify(draft.issues)
      for (const markup of ["<script", "\\n## Orders", "![x]("]) expect(words).not.toContain(markup)
    }
  })

  it("Rule 5.2 dates are written as people write them, and no quotation is followed by a second full stop", () => {
    for (const words of ["It was paid.", "Was it paid?", "It was paid", "…"])
      for (const admits of [[], [1]]) {
        const given = claim({ argument: words, orders: [sought({ restsOn: [1], text: words })] })
        const at = { filedAt: Date.UTC(2026, 10, 20, 9, 5), dealingAt: Date.UTC(2026, 1, 3, 23, 59) }
        const draft = decided(
          bundle({ claim: given, defence: defence([], { argument: words, admits }), on: at }),
        )
        expect(draft.circumstances).toContain("filed its claim on 20 November 2026, 09:05 UTC,")
        expect(draft.circumstances).toContain("about a dealing of 3 February 2026, 23:59 UTC.")
        const text = JSON.stringify(draft)
        expect(text).not.toMatch(/[.!?…]”\./u)
        expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
      }
  })

  it("Rule 5.1 a judgment says what its judge is: one of documents, not of credibility", () => {
    expect(decided(bundle()).circumstances).toMatch(
      / The judge on the papers is a judge of documents, not of credibility: .*\.$/,
    )
  })

  it("Rule 5.2 the largest claim gives a draft of bounded size", () => {
    const restsOn = Array.from({ length: 4000 }, (_, i) => i + 1)
    const facts = restsOn.map((n) => ({ n, text: "界".repeat(10), evidence: ["e"] }))
    const orders = Array.from({ length: 12 }, () => sought({ restsOn, text: "界".repeat(2000) }))
    const large = claim({ facts, orders, evidence: [evidence("e")], argument: "界".repeat(20_000) })
    const draft = Papers.draftOf(bundle({ claim: large, defence: defence([]) }), none)
    expect(JSON.stringify(draft).length).toBeLessThan(100_000)
  })

  it("Rule 5.2 given many records, then a line names a few of them and says how many more there are", () => {
    const by = Array.from({ length: 9 }, (_, i) => ({ record: "dealing", id: `payment-${i}` }) as const)
    const lines = [{ line: "paid", finding: "found", cents: 9, burden: "buyer", by, wanted: null }] as const
    const draft = decided(forAccount(9), on(deal(-9, { lines })))
    expect(draft.issues[0]?.reasoning).toContain("dealing payment-4 and 4 more; the buyer bears it.")
  })

  it("Rule 5.1 the same bundle always gives the same draft", () => {
    const given = forAccount(500)
    expect(Papers.draftOf(given, on(deal(-400)))).toEqual(
      Papers.draftOf(structuredClone(given), on(deal(-400))),
    )
  })
})

describe("the judges of a court", () => {
  const by = (layer: typeof Bench.layer, given: ReturnType<typeof bundle>) =>
    Effect.flatMap(Judge.Judge, (judge) => judge.decide(given)).pipe(Effect.provide(layer), Effect.runSync)

  it("Rule 5.2 the bench leaves the matter to a Judge", () => {
    expect(by(Bench.layer, bundle())).toBe(null)
  })

  it("PD15 §10 given a matter that was filed before the Direction was in force, then the papers leave it to the bench", () => {
    expect(by(Papers.layer, bundle({ deals: null }))).toBe(null)
    expect(by(Papers.layer, bundle())).toMatchObject({ orders: [{ kind: "dismiss", decided: false }] })
  })

  it("PD15 §11 judges stand in their turn", () => {
    const { next, ...first } = Bench.inTurn([Papers.judge, Bench.judge])
    expect(first).toEqual(Papers.judge)
    expect(next).toEqual(Bench.judge)
  })
})
