import { describe, expect, it } from "vitest"
import { roundTo, separate } from "./Numbers.ts"

describe("a number for people", () => {
  it.each([
    ["123", "123"],
    ["1234", "1,234"],
    ["-1234567.5678", "-1,234,567.5678"],
    ["over 100000", "over 100,000"],
    ["0.00012345", "0.00012345"],
    ["1.5e+21", "1.5e+21"],
  ])("has its thousands separated: %s", (text, separated) => {
    expect(separate(text)).toBe(separated)
  })

  it("has so many significant figures", () => {
    expect([1234567, 0.0123456, 20].map((value) => roundTo(value, 3))).toEqual(["1,230,000", "0.0123", "20"])
  })
})
