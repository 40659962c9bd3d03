/** Published results, found again by simulation within their tolerances. */
import { describe, expect, it } from "vitest"
import { published, validate } from "./index.ts"
import { findCrossing, holds } from "./Published.ts"

describe("the suite of published results", () => {
  it.each(published.map((one) => [one.name, one] as const))(
    "finds again: %s",
    { timeout: 120_000 },
    (_, one) => {
      const findings = one.reproduce()
      expect(findings.length).toBeGreaterThan(0)
      expect(findings.filter((finding) => !holds(finding))).toEqual([])
    },
  )

  it("says of each value whether it holds, and fails if one does not", () => {
    const [one] = published
    if (one === undefined) throw new Error("there is no published result")
    const finding = { what: "an invented value", formula: 1, within: 0.1 }
    const of = (found: number) => {
      const lines: Array<string> = []
      const held = validate(
        (line) => lines.push(line),
        [{ ...one, reproduce: () => [{ ...finding, found }] }],
      )
      return [held, lines.at(-1)]
    }
    expect(of(1.05)).toEqual([
      true,
      "  holds  an invented value: the formula gives 1, found 1.05, within 0.1",
    ])
    expect(of(1.2)).toEqual([false, "  FAILS  an invented value: the formula gives 1, found 1.2, within 0.1"])
  })

  it("finds where a line crosses zero", () => {
    expect(
      findCrossing([
        [0, -1],
        [1, 1],
        [2, 3],
      ]),
    ).toBeCloseTo(0.5, 12)
  })
})
