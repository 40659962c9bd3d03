/** Why a fact is established or not, what carries an order, and which of those sought are made. */
import { describe, expect, it } from "vitest"
import { basisOf, findFacts, weighOrders } from "./Burden.ts"
import { bundle, claim, defence, evidence, sought, tender } from "./testing/Bundles.ts"

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
const wants = (...args: Parameters<typeof given>) => {
  const of = given(...args)
  return weighOrders(of, findFacts(of)).map(({ n, want }) => [n, want])
}

describe("what is found of a fact", () => {
  it("Rule 5.1 says what establishes it, and by which evidence alone", () => {
    expect(findFacts(given(["deny", "admit"]))).toEqual([
      { n: 1, text: "It was ordered.", finding: { _tag: "Registered", labels: ["lodged"] } },
      { n: 2, text: "It was late.", finding: { _tag: "Admitted" } },
    ])
    expect(findFacts(bundle({ claim: claim({ facts }) })).map(({ finding }) => finding)).toEqual([
      { _tag: "Undefended" },
      { _tag: "Undefended" },
    ])
  })

  it("Rule 4.3 says how it was met and what evidence it has, where nothing establishes it", () => {
    const [, unanswered] = findFacts(given(["deny"]))
    expect(unanswered?.finding).toEqual({ _tag: "Unproved", plea: "unanswered", labels: [] })
    const [, unknown] = findFacts(given(["deny", "no_knowledge"]))
    expect(unknown?.finding).toEqual({ _tag: "Unproved", plea: "no_knowledge", labels: [] })
  })
})

describe("what carries an order in law", () => {
  it("Rule 5.1 is the claimant's tender that is authority, else the first rule stated, else nothing", () => {
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

  it("Rule 5.1 are numbered from 1, and each says what it wants", () => {
    expect(wants(["deny", "deny"], [sought({ restsOn: [1] }), sought(), sought({ restsOn: [] })])).toEqual([
      [1, null],
      [2, "facts"],
      [3, "nothing to rest on"],
    ])
    expect(() => wants(["deny"], [sought({ restsOn: [9] })])).toThrow("fact 9 is missing")
    expect(wants(["admit", "admit"], [sought()], [])).toEqual([[1, "no rule or authority"]])
    expect(() => wants(["admit"], [open])).toThrow("the sum of an order to pay is missing")
    expect(wants(["admit"], [{ ...open, kind: "perform" }])).toEqual([[1, null]])
    const { orders: _sought, ...unasked } = claim()
    const none = bundle({ claim: unasked })
    expect(() => weighOrders(none, findFacts(none))).toThrow("the orders that a claim seeks is missing")
  })

  it("Rule 5.1 a fact that is named twice counts once", () => {
    const of = given(["admit", "admit"], [sought({ restsOn: [2, 2, 1] })])
    expect(weighOrders(of, findFacts(of))[0]?.facts.map(({ n }) => n)).toEqual([2, 1])
  })

  it("Rule 5.1 costs of their own facts stand alone; those of none go with another order", () => {
    expect(wants(["admit"], [costs([1])])).toEqual([[1, null]])
    expect(wants(["admit"], [costs([])])).toEqual([[1, "no other order"]])
    expect(wants(["admit"], [costs([]), sought({ restsOn: [1] })])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(wants(["deny", "deny"], [costs([]), sought({ restsOn: [2] })])).toEqual([
      [1, "no other order"],
      [2, "facts"],
    ])
    expect(wants(["admit"], [costs([]), costs([1])])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(wants(["admit"], [costs([])], [])).toEqual([[1, "no rule or authority"]])
    expect(wants(["admit"], [sought({ restsOn: [] })])).toEqual([[1, "nothing to rest on"]])
  })
})
