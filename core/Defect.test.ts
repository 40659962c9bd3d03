import { describe, expect, it } from "vitest"
import { Missing, present } from "./Defect.ts"

describe("what can't be missing", () => {
  it.each([0, "", false])("%j is there", (value) => {
    expect(present(value, "it")).toBe(value)
  })

  it.each([null, undefined])("%j is a defect that names what is missing", (value) => {
    const asked = () => present(value, "the last order")
    expect(asked).toThrow(Missing)
    expect(asked).toThrow(/^the last order is missing$/)
  })
})
