import { describe, expect, it } from "vitest"
import { clausesText } from "./Clauses.ts"

const text = clausesText("https://court.example", "0.53", "{}")

describe("the model clauses", () => {
  it("Rule 8.1 say for which version they are current, and how to pin one", () => {
    expect(text).toContain("Current for version 0.53")
    expect(text).toContain("in the version in force when the claim is filed")
    expect(text).toContain("in version 0.53 and no later one")
  })

  it("Rule 2.5 call the determination what it is, and no award", () => {
    expect(text.match(/> A dispute between/g)).toHaveLength(3)
    expect(
      text.match(/contractual expert determination\. The determination is final and binding/g),
    ).toHaveLength(3)
    expect(text.match(/not an arbitral award/g)).toHaveLength(3)
  })

  it("Rule 2.2 say that publishing one enrols nobody", () => {
    expect(text).toContain("enrols nobody")
    expect(text).toContain("https://court.example/api/v1/agents/{handle}")
  })
})
