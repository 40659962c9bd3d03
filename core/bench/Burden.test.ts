/** What is found of each fact, and which of the orders sought are made. */

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Bundle } from "../matters/index.ts"
import { findFacts, isEstablished, weighOrders } from "./Burden.ts"
import { bundle, claim, defence, evidence, sought, tender } from "./testing/Bundles.ts"

type RegisteredEvidence = Bundle["claim"]["evidence"][number]

const record = (...sentences: ReadonlyArray<string>) => ({ quote: "quote-1", sentences })

/** In all of these nobody signed anything. */
const unsigned = { signed: [], unsaid: [] }

/** A bundle with one fact, this evidence for it and this plea to it. */
const one = (
  text: string,
  given: ReadonlyArray<RegisteredEvidence>,
  plea: Parameters<typeof defence>[0][number] = "deny",
  changes: Partial<Bundle> = {},
) =>
  bundle({
    claim: claim({
      facts: [{ n: 1, text, evidence: given.map(({ label }) => label) }],
      evidence: given,
      orders: [sought({ restsOn: [1] })],
    }),
    defence: defence([plea]),
    ...changes,
  })
const finding = (given: Bundle) => findFacts(given)[0]?.finding

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
    "Rule 5.1 given a fact with the plea %s and evidence that has its words, %j, then its finding is %s",
    (plea, given, expected) => {
      const pieces = given === null ? [] : [evidence("e", { content: "It was late.", ...given })]
      expect(finding(one("It was late.", pieces, plea))?._tag).toBe(expected)
    },
  )

  it("Rule 5.1 a paper that the respondent confirmed or lodged proves no fact whose words are not in it", () => {
    const confirmed = evidence("e", { content: "paper one", confirmedBy: ["seller"] })
    const card = evidence("card", {
      content: '{"name":"seller","url":"https://s.example"}',
      lodgedBy: ["seller"],
    })
    for (const text of [
      "The moon is made of cheese and seller owes for it.",
      "seller owes USD 5,000.",
      "paper",
      "a",
    ])
      expect(finding(one(text, [confirmed, card]))).toEqual({
        _tag: "Unproved",
        plea: "deny",
        searched: ["e", "card"],
        unregistered: [],
        quote: null,
        ...unsigned,
      })
    expect(finding(one("paper one", [confirmed, card]))).toEqual({ _tag: "Registered", labels: ["e"] })
  })

  it("PD14 §6 a bare denial does not win against the sentences of the Court's record of the quote", () => {
    const said = record("Delivery was due by noon.", "No delivery was recorded by noon.")
    const found = (text: string, plea: Parameters<typeof defence>[0][number] = "deny") =>
      finding(one(text, [], plea, { record: said }))
    const recorded = { _tag: "Recorded", quote: "quote-1" }
    expect(found("No delivery was recorded by noon.")).toEqual(recorded)
    expect(found("No delivery was recorded by noon.", "no_knowledge")).toEqual(recorded)
    expect(found("Delivery was due by noon. No delivery was recorded by noon")).toEqual(recorded)
    const unproved = {
      _tag: "Unproved",
      plea: "deny",
      searched: [],
      unregistered: [],
      quote: "quote-1",
      ...unsigned,
    }
    for (const text of ["delivery was recorded by noon.", "No delivery", "It was late."])
      expect(found(text)).toEqual(unproved)
    expect(finding(one("No delivery was recorded by noon.", []))).toEqual({ ...unproved, quote: null })
  })

  it("Rule 5.1 what the respondent stands by is named before the record, with the pieces that prove alone, each once", () => {
    const text = "It was late."
    const pieces = ["other", "has", "plain", "has too"].map((label) =>
      evidence(label, {
        content: label.startsWith("has") || label === "plain" ? text : "It rained that day.",
        ...(label === "plain" ? {} : { lodgedBy: ["seller"] }),
      }),
    )
    const given = one(text, pieces, "deny", { record: record(text) })
    const [fact] = given.claim.facts
    const twice = { ...given.claim, facts: [{ n: 1, text, evidence: [...(fact?.evidence ?? []), "has"] }] }
    expect(finding({ ...given, claim: twice })).toEqual({ _tag: "Registered", labels: ["has", "has too"] })
    const none = {
      ...given,
      claim: { ...twice, facts: [{ n: 1, text: "It was early.", evidence: ["plain", "other", "plain"] }] },
    }
    expect(finding(none)).toEqual({
      _tag: "Unproved",
      plea: "deny",
      searched: ["other"],
      unregistered: ["plain"],
      quote: "quote-1",
      ...unsigned,
    })
  })

  it("Rule 5.1 given that nobody pleaded, then every fact is established", () => {
    const found = findFacts(bundle({ claim: claim({ evidence: [] }), defence: null }))
    expect(found.map(({ finding }) => finding._tag)).toEqual(["Undefended", "Undefended"])
  })

  it("Rule 4.3 given a defence that answers no fact, then no fact is established without proof", () => {
    const { responses: _, ...silent } = defence([])
    const found = findFacts(bundle({ claim: claim({ evidence: [] }), defence: silent }))
    expect(found.map(isEstablished)).toEqual([false, false])
  })

  it("Rule 5.1 evidence proves only the facts that name it", () => {
    const found = findFacts(
      bundle({
        claim: claim({
          facts: [
            { n: 1, text: "The seller accepted the order for 1 November.", evidence: ["acceptance"] },
            { n: 2, text: "Nothing was delivered by then." },
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
      evidence: [
        evidence("lodged", { content: "It was ordered.", lodgedBy: ["seller"] }),
        evidence("plain", { content: "It was ordered.", lodgedBy: ["buyer"] }),
      ],
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
    expect(unanswered?.finding).toEqual({
      _tag: "Unproved",
      plea: "unanswered",
      searched: [],
      unregistered: [],
      quote: null,
      ...unsigned,
    })
    const [, unknown] = findFacts(given(["deny", "no_knowledge"]))
    expect(unknown?.finding).toMatchObject({ _tag: "Unproved", plea: "no_knowledge" })
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
