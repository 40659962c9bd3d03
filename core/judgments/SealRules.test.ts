import { describe, expect, it } from "vitest"
import { sealRules } from "./Verify.ts"

describe("the rules of a seal in words", () => {
  it("Rule 5.4 all hold if no check failed", () => {
    expect(sealRules([]).every(({ holds, why }) => holds && why === "")).toBe(true)
  })

  it("Rule 5.4 the rule of each check that failed says why", () => {
    const broken = sealRules(["words", "record"]).filter(({ holds }) => !holds)
    expect(broken).toEqual([
      {
        rule: "5. the record says what is under seal",
        holds: false,
        why: "the payload is no judgment, the record states another citation, court or register than the payload",
      },
    ])
  })
})
