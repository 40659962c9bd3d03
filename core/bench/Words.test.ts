/** The exact words of a judgment: its reasons, the text of parties in them, and orders by consent. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { clean } from "../kernel/Visible.ts"
import { start } from "../testing/Context.ts"
import { consentDraft } from "./Commands.ts"
import { inline, oneLine, prose, quotation } from "./Markdown.ts"
import { dateOf, renderReasons } from "./Reasons.ts"
import { claimant, draft, everything, reserved, respondent } from "./testing/Cases.ts"

const parties = { claimant, respondent }

describe("the reasons of a judgment", () => {
  const given = draft({
    authorities: [
      { citation: "[2026] MC 1", treatment: "followed" },
      { citation: "Act *1*", treatment: "cited" },
    ],
    conduct: [{ agent: "seller", finding: "unlodged_quote", reasons: "It was not lodged." }],
    beyondPrayer: "Justice asks for it.",
  })
  const orders = [
    {
      n: 1,
      kind: "pay",
      text: "Pay the price back.",
      amountCents: 123_450,
      against: respondent,
      inFavourOf: claimant,
      hours: 72,
    },
    {
      n: 2,
      kind: "declaration",
      text: "It was late.",
      amountCents: null,
      against: null,
      inFavourOf: null,
      hours: 72,
    },
    {
      n: 3,
      kind: "perform",
      text: "Deliver.",
      amountCents: null,
      against: respondent,
      inFavourOf: claimant,
      hours: 5,
    },
  ] as const
  const input = {
    citation: "[2026] MC 7",
    title: "Late delivery",
    parties,
    deliveredAt: start,
    judgeLine: "Before the Magistrate",
    draft: given,
    orders,
    currency: "USD",
    beyond: [1, 3],
    notes: ["The court adds this."],
  }

  it("Rule 5.2 the reasons are these words in this order", () => {
    expect(renderReasons(input)).toBe(
      [
        "# Late delivery (buyer v seller)",
        "**\\[2026\\] MC 7**, delivered on 20 November 2026 (2026-11-20T09:00:00.000Z)",
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
        "The court adds this.",
        "## Authorities",
        "- \\[2026\\] MC 1 (followed)\n- Act \\*1\\* (cited)",
        "## Conduct found",
        "**seller: a quote was not lodged.** It was not lodged.",
        "## Orders",
        "1. **pay**, against seller (agent-seller), in favour of buyer (agent-buyer), USD 1,234.50, within 72 hours of delivery: Pay the price back.\n2. **declaration**: It was late.\n3. **perform**, against seller (agent-seller), in favour of buyer (agent-buyer), within 5 hours of delivery: Deliver.",
        "**Beyond what was sought (orders 1, 3):** Justice asks for it.",
        "",
      ].join("\n\n"),
    )
  })

  it("Rule 5.3 the reasons name the orders beyond what was sought only if there are any, with the draft's reasons", () => {
    expect(renderReasons({ ...input, beyond: [2] })).toContain(
      "**Beyond what was sought (order 2):** Justice",
    )
    const ends = "within 5 hours of delivery: Deliver.\n\n"
    expect(renderReasons({ ...input, beyond: [] }).endsWith(ends)).toBe(true)
    const { beyondPrayer: _, ...plain } = given
    expect(renderReasons({ ...input, draft: plain }).endsWith(ends)).toBe(true)
  })

  it("Rule 5.2 given no catchwords, authorities or conduct, then the reasons say that there are no catchwords or authorities, and leave out conduct", () => {
    const bare = renderReasons({
      ...input,
      draft: { ...given, catchwords: [], authorities: [], conduct: [] },
    })
    expect(bare).toContain("**Catchwords:** none")
    expect(bare).toContain("## Authorities\n\nNone.")
    expect(bare.slice(bare.indexOf("## Authorities"), bare.indexOf("1. **pay**"))).toBe(
      "## Authorities\n\nNone.\n\n## Orders\n\n",
    )
    const { conduct: _none, ...without } = given
    expect(renderReasons({ ...input, draft: { ...without, authorities: [] } })).toContain(
      "None.\n\n## Orders",
    )
  })

  it("Rule 5.2 an order to refrain is written like an order to perform", () => {
    const refrain = { ...orders[2], kind: "refrain" } as const
    expect(renderReasons({ ...input, orders: [refrain] })).toContain(
      "**refrain**, against seller (agent-seller), in favour of buyer (agent-buyer), within 5 hours",
    )
  })

  it("Rule 5.2 the reasons name the day in Universal Time", () => {
    const days = Array.from({ length: 12 }, (_, month) => dateOf(Date.UTC(2026, month, 3)))
    expect(days).toEqual([
      "3 January 2026",
      "3 February 2026",
      "3 March 2026",
      "3 April 2026",
      "3 May 2026",
      "3 June 2026",
      "3 July 2026",
      "3 August 2026",
      "3 September 2026",
      "3 October 2026",
      "3 November 2026",
      "3 December 2026",
    ])
    expect(dateOf(Date.UTC(2026, 0, 1) - 1)).toBe("31 December 2025")
  })
})

describe("text of parties and judges inside a judgment", () => {
  it.each([
    ["a\r\nb\rc", "a b c"],
    ["  a \t b  ", "a b"],
  ])("Rule 5.2 %j becomes the one line %j", (text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  it.each([
    ["a*b_c`d[e]f#g|h~i!j\\k", "a\\*b\\_c\\`d\\[e\\]f\\#g\\|h\\~i\\!j\\\\k"],
    ["a & b < c > d", "a &amp; b &lt; c &gt; d"],
    ["- a", "\\- a"],
    ["+ a", "\\+ a"],
    ["-", "\\-"],
    ["12. a", "\\12. a"],
    ["12) a", "\\12) a"],
    ["-a", "-a"],
    ["a - b", "a - b"],
    ["1.5 a", "1.5 a"],
  ])("Rule 5.2 inline %j becomes %j", (text, plain) => {
    expect(inline(text)).toBe(plain)
  })

  it("Rule 5.2 every line end becomes a line feed", () => {
    expect(clean("a\r\nb\rc\nd")).toBe("a\nb\nc\nd")
  })

  it("Rule 5.2 a quotation is cut to its length between characters, never inside one, with an ellipsis", () => {
    expect(quotation("abcde", 5)).toBe("“abcde”")
    expect(quotation("abcdef", 5)).toBe("“abcd…”")
    expect(quotation("😀😀😀", 3)).toBe("“😀😀😀”")
    expect(quotation("😀😀😀", 2)).toBe("“😀…”")
    expect(quotation(" a\n*b ", 9)).toBe("“a \\*b”")
  })

  it.each([
    ["# a", "\\# a"],
    ["## a", "\\## a"],
    ["a # b", "a # b"],
    ["===", "\\==="],
    ["=", "\\="],
    ["---", "\\---"],
    ["a\n---", "a\n\\---"],
    ["- a", "- a"],
    ["- # a", "- \\# a"],
    ["12. # a", "12. \\# a"],
    ["a   \nb", "a\nb"],
    ["a      b", "a      b"],
    ["> # a", "> \\# a"],
    ["1. # a", "1. \\# a"],
    ["1) # a", "1) \\# a"],
    ["+ # a", "+ \\# a"],
    ["* # a", "* \\# a"],
    ["= a", "= a"],
    ["-- a", "-- a"],
    ["```js", "\\```js"],
    ["~~~", "\\~~~"],
    ["``a``", "``a``"],
    ["~~a~~", "~~a~~"],
    ["a   ", "a"],
    ["x\n    a", "x\n  a"],
    ["x\n\t\t\ta", "x\n  a"],
    ["x\n  a", "x\n  a"],
    ["a\n\n\n\nb", "a\n\nb"],
    ["a\n\nb", "a\n\nb"],
    ["<b>", "&lt;b>"],
    ["&amp; &#35; & a; &b c", "&amp;amp; &amp;#35; &amp; a; &b c"],
    ["\n a \n", "a"],
  ])("Rule 5.2 prose %j becomes %j", (text, plain) => {
    expect(prose(text)).toBe(plain)
  })
})

describe("orders by consent", () => {
  it("Rule 4.7 orders by consent are a draft in these words, without findings", () => {
    const matter = reserved()
    const sought = needPresent(everything(matter)[0], "an order sought")
    const { restsOn: _, ...order } = sought
    expect(consentDraft(matter, "respondent", [sought])).toEqual({
      catchwords: ["Orders by consent"],
      ratio:
        "Orders that one party offers and the other accepts are made by consent. Nothing else is decided.",
      issues: [
        {
          question: "On what orders do the parties agree?",
          losingAnswer: "Neither party opposes the orders.",
          reasoning:
            "seller offered the orders below and buyer accepted them before judgment was called for.",
          answer: "On the orders below.",
          for: "claimant",
        },
      ],
      circumstances: "The parties settled the matter between themselves. No facts are found.",
      authorities: [],
      orders: [order],
      areas: [],
      costCents: null,
    })
  })
})
