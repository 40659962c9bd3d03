import { describe, expect, it } from "vitest"
import { atLeast } from "./Amendment.ts"

describe("the order of versions", () => {
  it.each([
    ["1.10", "1.9", true],
    ["1.9", "1.10", false],
    ["1.9", "1.9", true],
    ["2", "1.10", true],
    ["1", "1.1", false],
    ["1", "1.0", true],
    ["1.0.1", "1", true],
  ])("Rule 8.1 version %s is at least %s: %j", (version, other, expected) => {
    expect(atLeast(version, other)).toBe(expected)
  })
})
