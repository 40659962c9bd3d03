/** What is found of each fact, and which of the orders sought are made. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { present } from "../Defect.ts"
import { passing } from "../quotes/Moves.ts"
import type { Quote } from "../quotes/Quote.ts"
import { acts, buyer, having, offered, seller } from "../quotes/testing/Given.ts"
import { days } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { basisOf, findFacts, isEstablished, weighOrders } from "./Burden.ts"
import { bundle, claim, defence, evidence, sought, tender } from "./testing/Bundles.ts"

/** A bundle with fact 1, this evidence for it and this plea to it. */
const fact1 = (given: ReturnType<typeof evidence> | null, plea: Parameters<typeof defence>[0][number]) =>
  bundle({
    claim: claim({
      facts: [{ n: 1, text: "It was late.", ...(given === null ? {} : { evidence: [given.label] }) }],
      evidence: given === null ? [] : [given],
      orders: [sought({ restsOn: [1] })],
    }),
    defence: defence([plea]),
  })

describe("findFacts", () => {
  it.each([
    ["admit", null, "Admitted"],
    ["deny", null, "Unproved"],
    ["no_knowledge", null, "Unproved"],
    [undefined, null, "Unproved"],
    ["deny", {}, "Unproved"],
    ["deny", { lodgedBy: ["buyer"] }, "Unproved"],
    ["deny", { confirmedBy: ["buyer"] }, "Unproved"],
    ["deny", { lodgedBy: ["seller"] }, "Registered"],
    ["deny", { confirmedBy: ["seller"] }, "Registered"],
    ["deny", { lodgedBy: ["buyer"], confirmedBy: ["seller"] }, "Registered"],
    ["no_knowledge", { lodgedBy: ["seller"] }, "Registered"],
    [undefined, { lodgedBy: ["seller"] }, "Registered"],
    ["admit", {}, "Admitted"],
  ] as const)(
    "Rule 5.1 given a fact with the plea %s and the evidence %j, then its finding is %s",
    (plea, given, expected) => {
      const piece = given === null ? null : evidence("e", given)
      expect(findFacts(fact1(piece, plea))[0]?.finding._tag).toBe(expected)
    },
  )

  it("PD14 §6 a quote that both sides closed alike proves the facts whose evidence names it, and no other facts", () => {
    const at = start + 1
    const closed = having(
      offered(),
      [acts.accept, buyer, at],
      [acts.close, seller, at],
      [acts.agree, buyer, at],
    )
    const findingOf = (quote: Quote | null, content: string) =>
      findFacts({ ...fact1(evidence("e", { content }), "deny"), quote })[0]?.finding._tag
    expect(findingOf(closed, closed.id)).toBe("Closed")
    expect(findingOf(closed, ` ${closed.id}\n`)).toBe("Closed")
    for (const content of ["another", `see ${closed.id}`]) expect(findingOf(closed, content)).toBe("Unproved")
    expect(findingOf(null, closed.id)).toBe("Unproved")
    // The buyer has agreed to none of these: the seller alone closed it, time alone settled it, or the buyer disputes it.
    const shut = having(offered(), [acts.accept, buyer, at], [acts.close, seller, at])
    const settled = present(passing(shut, at + days(1)), "the settlement of a quote by time").after
    for (const quote of [shut, settled, having(shut, [acts.dispute, buyer, at])])
      expect(findingOf(quote, quote.id)).toBe("Unproved")
  })

  it("Rule 5.1 given that nobody pleaded, then every fact is established", () => {
    const found = findFacts(bundle({ claim: claim({ evidence: [] }), defence: null }))
    expect(found.map(({ finding }) => finding._tag)).toEqual(["Undefended", "Undefended"])
  })

  it("Rule 4.3 given a defence that answers no fact, then no fact is established without proof", () => {
    const found = findFacts(bundle({ claim: claim({ evidence: [] }), defence: defence([]) }))
    expect(found.map(isEstablished)).toEqual([false, false])
  })

  it("Rule 5.1 evidence proves only the facts that name it", () => {
    const found = findFacts(
      bundle({
        claim: claim({
          facts: [
            { n: 1, text: "One.", evidence: ["acceptance"] },
            { n: 2, text: "Two." },
          ],
        }),
        defence: defence(["deny", "deny"]),
      }),
    )
    expect(found.map(isEstablished)).toEqual([true, false])
  })
})

const wants = (given: ReturnType<typeof bundle>) =>
  weighOrders(given, findFacts(given)).map(({ want }) => want)

describe("weighOrders", () => {
  it("Rule 5.1 an order is not made if one of the facts on which it rests is not established, and the other orders are made", () => {
    const orders = [sought({ restsOn: [1, 2] }), sought({ restsOn: [1] })]
    const given = bundle({ claim: claim({ orders, evidence: [] }), defence: defence(["admit", "deny"]) })
    expect(wants(given)).toEqual(["facts", null])
  })

  it("Rule 5.1 an order needs a stated rule, or the claimant's tender that is authority", () => {
    const bare = claim({ rules: [] })
    expect(wants(bundle({ claim: bare }))).toEqual(["no rule or authority"])
    expect(wants(bundle({ claim: bare, on: { tenders: [tender()] } }))).toEqual([null])
    const others = [
      tender({ outcome: "argument", grade: 2, flags: ["summary_track"] }),
      tender({ outcome: "mention", grade: 1 }),
      tender({ by: "respondent", step: "defence" }),
    ]
    for (const other of others) {
      expect(wants(bundle({ claim: bare, on: { tenders: [other] } }))).toEqual(["no rule or authority"])
    }
  })

  it("Rule 5.1 an order that rests on nothing, or pays nothing, is not made", () => {
    const orders = [sought({ restsOn: [] }), sought({ amountCents: 0 })]
    expect(wants(bundle({ claim: claim({ orders }) }))).toEqual(["nothing to rest on", "no sum"])
  })

  it("Rule 5.1 given one more fact that is admitted, then every order that was made is still made", () => {
    const plea = fc.constantFrom("admit", "deny", "no_knowledge", undefined)
    const rests = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 })
    fc.assert(
      fc.property(
        fc.tuple(plea, plea, plea, plea),
        fc.integer({ min: 0, max: 3 }),
        fc.array(rests, { minLength: 1, maxLength: 5 }),
        (pleas, admitted, restsOn) => {
          const facts = pleas.map((_, i) => ({ n: i + 1, text: `Fact ${i + 1}.` }))
          const orders = restsOn.map((on) => sought({ restsOn: on }))
          const made = (given: Parameters<typeof defence>[0]) =>
            wants(bundle({ claim: claim({ facts, orders, evidence: [] }), defence: defence(given) })).map(
              (want) => want === null,
            )
          const before = made(pleas)
          const after = made(pleas.with(admitted, "admit"))
          expect(before.every((was, i) => !was || after[i] === true)).toBe(true)
        },
      ),
    )
  })
})

const facts = [
  { n: 1, text: "It was ordered.", evidence: ["lodged", "plain"] },
  { n: 2, text: "It was late." },
]
const given = (pleas: Parameters<typeof defence>[0], orders = [sought()], rules = claim().rules) =>
  bundle({
    claim: claim({
      facts,
      evidence: [evidence("lodged", { lodgedBy: ["seller"] }), evidence("plain", { lodgedBy: ["buyer"] })],
      orders,
      rules,
    }),
    defence: defence(pleas),
  })
const wantsOf = (...args: Parameters<typeof given>) => {
  const of = given(...args)
  return weighOrders(of, findFacts(of)).map(({ n, want }) => [n, want])
}

describe("what is found of a fact", () => {
  it("Rule 5.1 a finding names what establishes the fact, with only the evidence that proves it", () => {
    expect(findFacts(given(["deny", "admit"]))).toEqual([
      { n: 1, text: "It was ordered.", finding: { _tag: "Registered", labels: ["lodged"] } },
      { n: 2, text: "It was late.", finding: { _tag: "Admitted" } },
    ])
  })

  it("Rule 4.3 given a fact that nothing establishes, then the finding has the plea to it and the evidence given", () => {
    const [, unanswered] = findFacts(given(["deny"]))
    expect(unanswered?.finding).toEqual({ _tag: "Unproved", plea: "unanswered", labels: [] })
    const [, unknown] = findFacts(given(["deny", "no_knowledge"]))
    expect(unknown?.finding).toEqual({ _tag: "Unproved", plea: "no_knowledge", labels: [] })
  })
})

describe("what carries an order in law", () => {
  it("Rule 5.1 an order is carried by the claimant's tender that is authority, or else by the first rule stated, or else by nothing", () => {
    expect(basisOf(bundle({ on: { tenders: [tender()] } }))).toEqual({
      _tag: "Authority",
      citation: "Example v Example [2020] 1",
    })
    const others = [tender({ by: "respondent" }), tender({ outcome: "argument" })]
    expect(basisOf(bundle({ on: { tenders: others } }))).toEqual({
      _tag: "Rule",
      proposition: "Who promises a day keeps it.",
    })
    const stated = { proposition: "Sellers deliver.", citations: ["Act s 1"] }
    expect(basisOf(bundle({ claim: claim({ rules: [stated, "Other."] }) }))).toEqual({
      _tag: "Rule",
      proposition: "Sellers deliver.",
    })
    expect(basisOf(bundle({ claim: claim({ rules: [] }) }))).toBeNull()
  })
})

describe("orders sought", () => {
  const costs = (restsOn: ReadonlyArray<number>) => sought({ kind: "costs", restsOn: [...restsOn] })
  const { amountCents: _, ...open } = sought({ restsOn: [1] })

  it("Rule 5.1 orders are numbered from 1, and each says why it is not made", () => {
    expect(wantsOf(["deny", "deny"], [sought({ restsOn: [1] }), sought(), sought({ restsOn: [] })])).toEqual([
      [1, null],
      [2, "facts"],
      [3, "nothing to rest on"],
    ])
    expect(wantsOf(["admit", "admit"], [sought()], [])).toEqual([[1, "no rule or authority"]])
    expect(wantsOf(["admit"], [{ ...open, kind: "perform" }])).toEqual([[1, null]])
  })

  it("Rule 5.1 a claim whose orders, or the fact or the sum of one of them, are missing is a defect", () => {
    expect(() => wantsOf(["deny"], [sought({ restsOn: [9] })])).toThrow("fact 9 is missing")
    expect(() => wantsOf(["admit"], [open])).toThrow("the sum of an order to pay is missing")
    const { orders: _sought, ...unasked } = claim()
    const none = bundle({ claim: unasked })
    expect(() => weighOrders(none, findFacts(none))).toThrow("the orders that a claim seeks is missing")
  })

  it("Rule 5.1 a fact that is named twice counts once", () => {
    const of = given(["admit", "admit"], [sought({ restsOn: [2, 2, 1] })])
    expect(weighOrders(of, findFacts(of))[0]?.facts.map(({ n }) => n)).toEqual([2, 1])
  })

  it("Rule 5.1 costs that rest on facts stand alone, and costs that rest on none go with another order", () => {
    expect(wantsOf(["admit"], [costs([1])])).toEqual([[1, null]])
    expect(wantsOf(["admit"], [costs([])])).toEqual([[1, "no other order"]])
    expect(wantsOf(["admit"], [costs([]), sought({ restsOn: [1] })])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(wantsOf(["deny", "deny"], [costs([]), sought({ restsOn: [2] })])).toEqual([
      [1, "no other order"],
      [2, "facts"],
    ])
    expect(wantsOf(["admit"], [costs([]), costs([1])])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(wantsOf(["admit"], [costs([])], [])).toEqual([[1, "no rule or authority"]])
  })
})
