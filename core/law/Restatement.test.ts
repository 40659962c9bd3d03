/** The restatement of given judgments: what it lists, with what weight and in which order (Rule 5.7). */
import { describe, expect, it } from "vitest"
import { delivered } from "../bench/testing/Cases.ts"
import type { Judgment } from "../judgments/index.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { areaKey, restate } from "./Restatement.ts"

const standing = { reported: true, vacated: false, setAside: false, supersededBy: null }
let n = 0
const reported = (changes: Partial<Judgment.Judgment> = {}) => ({
  record: {
    ...delivered(),
    citation: `[2026] MC ${++n}`,
    areas: ["Sale of goods"],
    marks: standing,
    ...changes,
  },
  number: n,
})
const of = (...judgments: ReadonlyArray<ReturnType<typeof reported>>) => restate(judgments, start + hours(1))

describe("the restatement", () => {
  it("Rule 5.7 a rule of a higher court binds, and one of a Magistrate persuades", () => {
    const { counts, areas } = of(
      reported({ series: "MC" }),
      reported({ series: "UC" }),
      reported({ series: "HC" }),
    )
    expect(counts).toEqual({ binding: 2, reported: 3, moot: 0 })
    expect(areas[0]?.rules.map(({ weight }) => weight)).toEqual(["binding", "binding", "persuasive"])
  })

  it.each([
    ["vacated", { marks: { ...standing, vacated: true } }],
    ["set aside", { marks: { ...standing, setAside: true } }],
    ["superseded by another", { marks: { ...standing, supersededBy: "[2026] UC 1" } }],
    ["superseded", { finality: { status: "superseded", until: null } }],
    ["vacated in its finality", { finality: { status: "vacated", until: null } }],
  ] as const)(
    "Rule 5.7 the rule of a judgment that is %s is moot, listed last, and binds nobody",
    (_, changes) => {
      const { counts, areas } = of(reported({ series: "HC", ...changes }), reported({ series: "MC" }))
      expect(counts).toEqual({ binding: 0, reported: 2, moot: 1 })
      expect(areas[0]?.rules.map(({ moot, weight }) => [moot, weight])).toEqual([
        [false, "persuasive"],
        [true, "none"],
      ])
    },
  )

  it("Rule 5.7 areas that differ only in case and punctuation are one, and a judgment may be in several", () => {
    const { areas } = of(
      reported({ areas: ["Sale of goods", "Delay"] }),
      reported({ areas: ["SALE OF GOODS.", "sale of goods"] }),
      reported({ areas: ["!?"] }),
    )
    expect(areas.map(({ area, label, rules }) => [area, label, rules.length])).toEqual([
      ["delay", "Delay", 1],
      ["sale-of-goods", "Sale of goods", 2],
    ])
    expect(areaKey("  Émission, électronique ")).toBe("émission-électronique")
  })

  it("Rule 5.7 a report is cited by year and number, the latest first", () => {
    const [early, late] = [reported(), reported({ deliveredAt: start + 5 })]
    const { areas, generatedAt } = of(early, late)
    expect(areas[0]?.rules.map((rule) => rule.citation)).toEqual([
      late.record.citation,
      early.record.citation,
    ])
    expect(areas[0]?.rules[0]?.reportCitation).toBe(`[2026] ACR ${late.number}`)
    expect(generatedAt).toBe("2026-11-20T10:00:00.000Z")
    expect(restate([{ ...early, number: null }], start).areas[0]?.rules[0]?.reportCitation).toBe(
      early.record.citation,
    )
  })
})

/** The judgment with this number, delivered as many hours after `start`. */
const dated = (n: number, changes: Partial<Judgment.Judgment>) => ({
  record: {
    ...delivered(),
    citation: `[2026] MC ${n}`,
    marks: standing,
    deliveredAt: start + hours(n),
    ...changes,
  },
  number: n,
})

describe("the order of the restatement", () => {
  it("Rule 5.7 areas are in the order of their names, and the latest rule is first, in whatever order judgments come", () => {
    const judgments = [
      dated(2, { areas: ["Agency", "Sale"] }),
      dated(1, { areas: ["Sale", "Agency"] }),
      dated(3, { areas: ["Carriage", "Sale"] }),
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

  it("Rule 5.7 given a judgment that does not say whether it is decided from principle, then it is not", () => {
    const { fromPrinciple: _, ...said } = delivered()
    const silent = { record: { ...said, areas: ["Sale"] }, number: 1 }
    const [area] = restate(
      [silent, dated(2, { areas: ["Sale"], fromPrinciple: true })],
      start + hours(9),
    ).areas
    expect(area?.rules.map(({ fromPrinciple }) => fromPrinciple)).toEqual([true, false])
  })
})
