import { describe, expect, it } from "vitest"
import { Missing, needPresent } from "./Defect.ts"

describe("a value that must be there", () => {
  it.each([0, "", false])("%j counts as there", (value) => {
    expect(needPresent(value, "it")).toBe(value)
  })

  it.each([null, undefined])("%j is a defect that names what is missing", (value) => {
    const asked = () => needPresent(value, "the last order")
    expect(asked).toThrow(Missing)
    expect(asked).toThrow(/^the last order is missing$/)
  })
})
