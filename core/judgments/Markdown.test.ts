/** Text of parties and judges stays text within a judgment. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { clean, inline, oneLine, prose, quotation } from "./Reasons.ts"

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

  it("Rule 5.2 no prose opens a heading, a fence or raw HTML, whatever is written", () => {
    fc.assert(
      fc.property(markup, (text) => {
        for (const line of prose(text).split("\n")) {
          expect(line).not.toMatch(/^[\s>]*(#{1,6}(\s|$)|`{3}|~{3}|=+$|-+$)/)
          expect(line).not.toContain("<")
        }
      }),
    )
  })

  it("Rule 5.2 prose made plain once stays so", () => {
    fc.assert(
      fc.property(markup, (text) => {
        const once = prose(text)
        for (const line of prose(once).split("\n")) expect(line).not.toMatch(/^[\s>]*#{1,6}(\s|$)/)
      }),
    )
  })

  it("Rule 5.2 a line of text is one line without markup or characters that nobody sees", () => {
    fc.assert(
      fc.property(markup, (text) => {
        const line = inline(text)
        for (const character of "\n\r<>\u202e\u200b\u0000\ud800") expect(line).not.toContain(character)
        expect(line.replace(/\\./g, "")).not.toMatch(/[`*_[\]#|~!]/)
      }),
    )
  })

  it("Rule 5.2 cleaning twice is cleaning once, and what is clean is well-formed Unicode", () => {
    fc.assert(
      fc.property(markup, (text) => {
        expect(clean(clean(text))).toBe(clean(text))
        expect(clean(text)).not.toMatch(/\p{Surrogate}/u)
        expect(oneLine(oneLine(text))).toBe(oneLine(text))
      }),
    )
  })

  it("Rule 5.2 a quotation is cut by characters, never within one", () => {
    expect(quotation("𝒳".repeat(10), 4)).toBe("“𝒳𝒳𝒳…”")
    expect(quotation("short", 240)).toBe("“short”")
    expect(quotation('say "*x*" <b>', 240)).toBe('“say "\\*x\\*" &lt;b&gt;”')
  })
})
