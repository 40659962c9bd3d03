/** In which order the restatement lists, and what it makes of judgments that say less. */
import { describe, expect, it } from "vitest"
import type { Judgment } from "../judgments/Judgment.ts"
import { delivered } from "../judgments/testing/Cases.ts"
import { hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { restate } from "./Restatement.ts"

const reported = (n: number, changes: Partial<Judgment>) => ({
  record: {
    ...delivered(),
    citation: `[2026] MC ${n}`,
    marks: { reported: true, vacated: false, setAside: false, supersededBy: null },
    deliveredAt: start + hours(n),
    ...changes,
  },
  number: n,
})

describe("the order of the restatement", () => {
  it("Rule 5.7 areas stand in the order of their names, and the latest rule first, in whatever order judgments come", () => {
    const judgments = [
      reported(2, { areas: ["Agency", "Sale"] }),
      reported(1, { areas: ["Sale", "Agency"] }),
      reported(3, { areas: ["Carriage", "Sale"] }),
    ]
    for (const given of [judgments, [...judgments].reverse()]) {
      const { areas } = restate(given, start + hours(9))
      expect(areas.map(({ area, rules }) => [area, rules.map(({ citation }) => citation)])).toEqual([
        ["agency", ["[2026] MC 2", "[2026] MC 1"]],
        ["carriage", ["[2026] MC 3"]],
        ["sale", ["[2026] MC 3", "[2026] MC 2", "[2026] MC 1"]],
      ])
    }
  })

  it("Rule 5.7 given a judgment that does not say whether it follows from principle, then it does not", () => {
    const { fromPrinciple: _, ...said } = delivered()
    const silent = { record: { ...said, areas: ["Sale"] }, number: 1 }
    const [area] = restate(
      [silent, reported(2, { areas: ["Sale"], fromPrinciple: true })],
      start + hours(9),
    ).areas
    expect(area?.rules.map(({ fromPrinciple }) => fromPrinciple)).toEqual([true, false])
  })
})
