/** What carries an order in law. */
import { describe, expect, it } from "vitest"
import { basisOf } from "./Burden.ts"
import { bundle, claim, tender } from "./testing/Bundles.ts"

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
