/** The parts of the reasons in their order, and the text of parties and judges in them. */
import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { clean } from "../kernel/Visible.ts"
import { contextFor } from "../testing/Context.ts"
import { deliver } from "./Delivery.ts"
import type { Draft } from "./Judge.ts"
import { inline, oneLine, prose } from "./Markdown.ts"
import { draft, facts, pay, sealedIn } from "./testing/Cases.ts"

const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const
const reasonsOf = (given: Draft): string => {
  const { changes } = Either.getOrThrow(deliver(given, manner, facts(), contextFor({ role: "judge" })))
  return JSON.parse(sealedIn(changes)).reasons
}
const headings = (reasons: string) => reasons.split("\n").filter((line) => line.startsWith("#"))

const conduct: Draft["conduct"] = [
  { agent: "seller", finding: "dishonest_authority", reasons: "It invented the passage." },
]

describe("reasons", () => {
  it("Rule 5.2 the reasons have their parts in the order of the rule", () => {
    expect(headings(reasonsOf(draft({ conduct })))).toEqual([
      "# Late delivery of a translation (buyer v seller)",
      "## Ratio",
      "## Issues and reasoning",
      "### 1. Was the work delivered late?",
      "## Circumstances",
      "## Authorities",
      "## Conduct found",
      "## Orders",
    ])
  })

  it("Rule 5.2 no text of a draft can pass for a part of the judgment", () => {
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

const markup = fc.string({
  unit: fc.constantFrom(..."#<>&*_`~|[]()!\\\"'-=+1.) \t\n\r\u202e\u200b\u0000\ud800aé界".split("")),
  maxLength: 60,
})

describe("text in a judgment", () => {
  it.each([
    ["# Orders", "\\# Orders"],
    ["   ## Orders", "\\## Orders"],
    ["> # Orders", "> \\# Orders"],
    ["- ## Orders", "- \\## Orders"],
    ["Orders\n======", "Orders\n\\======"],
    ["Orders\n---", "Orders\n\\---"],
    ["```\nthe rest is swallowed", "\\```\nthe rest is swallowed"],
    ["~~~", "\\~~~"],
    ["<!-- hidden", "&lt;!-- hidden"],
    ["<script>", "&lt;script>"],
    ["&lt;script&gt;", "&amp;lt;script&amp;gt;"],
    ["\tcode", "code"],
    ["one\r\ntwo", "one\ntwo"],
    ["*emphasis* and\n\n- a list", "*emphasis* and\n\n- a list"],
  ])("Rule 5.2 %j in prose reads %j", (given, expected) => {
    expect(prose(given)).toBe(expected)
  })

  it("Rule 5.2 prose opens no heading, fence or raw HTML, whatever a party writes", () => {
    fc.assert(
      fc.property(markup, (text) => {
        for (const line of prose(text).split("\n")) {
          expect(line).not.toMatch(/^[\s>]*(#{1,6}(\s|$)|`{3}|~{3}|=+$|-+$)/)
          expect(line).not.toContain("<")
        }
      }),
    )
  })

  it("Rule 5.2 prose that is escaped twice opens no heading", () => {
    fc.assert(
      fc.property(markup, (text) => {
        const once = prose(text)
        for (const line of prose(once).split("\n")) expect(line).not.toMatch(/^[\s>]*#{1,6}(\s|$)/)
      }),
    )
  })

  it("Rule 5.2 inline text is one line without markup or invisible characters", () => {
    fc.assert(
      fc.property(markup, (text) => {
        const line = inline(text)
        for (const character of "\n\r<>\u202e\u200b\u0000\ud800") expect(line).not.toContain(character)
        expect(line.replace(/\\./g, "")).not.toMatch(/[`*_[\]#|~!]/)
      }),
    )
  })

  it("Rule 5.2 text that is cleaned twice is the same as text that is cleaned once, and it is well-formed Unicode", () => {
    fc.assert(
      fc.property(markup, (text) => {
        expect(clean(clean(text))).toBe(clean(text))
        expect(clean(text)).not.toMatch(/\p{Surrogate}/u)
        expect(oneLine(oneLine(text))).toBe(oneLine(text))
      }),
    )
  })
})
