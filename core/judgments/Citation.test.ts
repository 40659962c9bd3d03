import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { isCitation, nextCitation } from "./Citation.ts"

const midnight = Date.UTC(2027, 0, 1)
const last = Option.some({ series: "MC", year: 2026, last: 41 } as const)

describe("citations", () => {
  it("Rule 5.5 count from one in each series and UTC year, and the counter says what is taken", () => {
    expect(nextCitation(Option.none(), "UC", midnight)).toEqual({
      citation: "[2027] UC 1",
      counter: { series: "UC", year: 2027, last: 1 },
    })
    expect(nextCitation(last, "MC", midnight - 1).citation).toBe("[2026] MC 42")
    expect(nextCitation(last, "MC", midnight)).toEqual({
      citation: "[2027] MC 1",
      counter: { series: "MC", year: 2027, last: 1 },
    })
  })

  it.each([
    ["[2026] MC 7", true],
    ["[2026] HC 120", true],
    ["[2026] MC 07", false],
    ["[2026] XX 7", false],
    ["2026 MC 7", false],
    ["[2026] MC 7 ", false],
  ])("Rule 5.5 whether %j has the form of a citation: %s", (text, expected) => {
    expect(isCitation(text)).toBe(expected)
  })
})
