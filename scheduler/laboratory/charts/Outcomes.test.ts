/** How the values of a factor lie on the axis of outcomes, so that no two of them lie on one another. */
import { describe, expect, it } from "vitest"
import { spacingOf } from "./Outcomes.ts"

describe("the axis of outcomes", () => {
  it.each([
    ["to scale if no two values are near each other", [1, 3, 5, 10, 25], "linear"],
    ["to scale if there is one value", [7, 7], "linear"],
    ["by logarithms over orders of magnitude", [1, 10, 100, 1e6], "log"],
    ["side by side if one of them is 0", [0, 10, 100, 1e6], "even"],
    ["side by side if they are near each other by logarithms too", [1, 1.001, 1e6], "even"],
    ["by name if one is no number", [1, "honours-late"], "named"],
  ] as const)("lies %s", (_, values, spacing) => {
    expect(spacingOf(values)).toBe(spacing)
  })
})
