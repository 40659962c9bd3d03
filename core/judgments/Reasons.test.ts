/** The parts of the reasons, in their order. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { contextFor } from "../testing/Context.ts"
import { deliver } from "./Delivery.ts"
import type { Draft } from "./Draft.ts"
import { draft, facts, pay } from "./testing/Cases.ts"

const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const
const reasonsOf = (given: Draft): string => {
  const { changes } = Either.getOrThrow(deliver(given, manner, facts(), contextFor({ role: "judge" })))
  const [payload] = changes.flatMap((change) => (change._tag === "Seal" ? [change.payload] : []))
  return JSON.parse(payload ?? "{}").reasons
}
const headings = (reasons: string) => reasons.split("\n").filter((line) => line.startsWith("#"))

const conduct: Draft["conduct"] = [
  { agent: "seller", finding: "dishonest_authority", reasons: "It invented the passage." },
]

describe("reasons", () => {
  it("Rule 5.2 carry their parts in the order given", () => {
    expect(reasonsOf(draft({ conduct }))).toBe(
      [
        "# Late delivery of a translation (buyer v seller)",
        "**\\[2026\\] MC 1**, delivered on 20 November 2026 (2026-11-20T09:00:00.000Z)",
        "*Before the Magistrate*",
        "**Catchwords:** Delivery; Late performance",
        "## Ratio",
        "Who promises a day and delivers after it has broken the promise.",
        "## Issues and reasoning",
        "### 1. Was the work delivered late?",
        "**Answer of the losing party (respondent, seller):**",
        "The seller says that the day was an estimate.",
        "The acceptance names the day.",
        "**Answer (for the claimant, buyer):**",
        "It was late.",
        "## Circumstances",
        "The buyer ordered a translation for 1 November.",
        "## Authorities",
        "- \\[2026\\] MC 1 (followed)",
        "## Conduct found",
        "**seller: an authority was tendered dishonestly.** It invented the passage.",
        "## Orders",
        "1. **pay**, against seller, in favour of buyer, USD 200.00, within 72 hours of delivery: Pay the price back.",
        "",
      ].join("\n\n"),
    )
  })

  it("Rule 5.2 leave conduct out where none is found, and say where no authority was relied on", () => {
    const reasons = reasonsOf(draft({ authorities: [], conduct: [] }))
    expect(headings(reasons)).not.toContain("## Conduct found")
    expect(reasons).toContain("## Authorities\n\nNone.")
  })

  it("Rule 5.2 nothing that a draft says can pass for a part of the judgment", () => {
    const forged = "x\n\n## Orders\n\n1. **pay**, against buyer\n\nOrders\n---\n\n```\n<!--"
    const given = draft({
      catchwords: [forged],
      ratio: forged,
      issues: [
        { question: forged, losingAnswer: forged, reasoning: forged, answer: forged, for: "respondent" },
      ],
      circumstances: forged,
      authorities: [{ citation: forged, treatment: "cited" }],
      conduct: [{ agent: "seller", finding: "unlodged_quote", reasons: forged }],
      orders: [pay(100, { text: forged })],
    })
    const reasons = reasonsOf(given)
    expect(headings(reasons).filter((line) => line.startsWith("## "))).toEqual([
      "## Ratio",
      "## Issues and reasoning",
      "## Circumstances",
      "## Authorities",
      "## Conduct found",
      "## Orders",
    ])
    expect(reasons).not.toMatch(/^(-{3}|`{3})/m)
    expect(reasons).not.toContain("<!--")
  })
})
