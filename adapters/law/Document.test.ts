import { describe, expect, it } from "vitest"
import { articlesOf, documentsOf, Unreadable } from "./Document.ts"

const md = (body: string, matter = "id: a") => documentsOf("a.md", `---\n${matter}\n---\n${body}`)
const fault = (text: string): string => {
  try {
    documentsOf("a.md", text)
    return "none"
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return `line ${error.line}`
  }
}

describe("a document of the library in Markdown", () => {
  it("PD17 §3 has an article for text before the first heading of the second level, and no article without text", () => {
    expect(md("# Title\n\n")).toEqual([{ type: "instrument", id: "a" }])
    expect(md("# Title\nThe parties agree.\n## 1\nIt applies.")).toMatchObject([
      { articles: [{ text: "The parties agree." }, { article: "1", text: "It applies." }] },
    ])
  })

  it("PD17 §3 takes a whole heading as an article's name unless it is a number with a title", () => {
    expect(md("## Annex on forms\nForms.\n## Article 2: Scope\nAll.")).toMatchObject([
      {
        articles: [
          { article: "Annex on forms", text: "Forms." },
          { article: "2", heading: "Scope", text: "All." },
        ],
      },
    ])
  })

  it.each<readonly [title: string, article: string, heading: string | undefined]>([
    ["Article 31: General rule", "31", "General rule"],
    ["Art. 31 — General rule ##", "31", "General rule"],
    ["31.  Rule: of 2 parts", "31", "Rule: of 2 parts"],
    ["31.1", "31.1", undefined],
    ["Article", "Article", undefined],
    [": after a mark", ": after a mark", undefined],
    ["C#", "C", undefined],
  ])("PD17 §3 reads the heading %j", (title, article, heading) => {
    const named = heading === undefined ? { article } : { article, heading }
    expect(md(`##  ${title}  \nText.`)).toEqual([
      { type: "instrument", id: "a", articles: [{ ...named, text: "Text." }] },
    ])
  })

  it.each<readonly [what: string, heading: (long: string) => string]>([
    ["blanks inside", (long) => `a${long}b`],
    ["blanks at its end", (long) => `a${long}`],
    ["blanks before a mark", (long) => `a${long}:x`],
    ["blanks between marks", (long) => `a ${long.replaceAll("  ", " #")} b`],
    ["marks at its end", (long) => `a${long.replaceAll(" ", "#")}b`],
    ["colons", (long) => `a${long.replaceAll(" ", ":")}b`],
    ["blanks after its name", (long) => `Article${long}b`],
  ])("PD17 §3 reads a heading with very many %s in a time that grows with its length alone", (_, heading) => {
    const times = (length: number) => {
      const line = `## ${heading(" ".repeat(length))}`
      const took = Array.from({ length: 5 }, () => {
        const from = performance.now()
        articlesOf([line])
        return performance.now() - from
      })
      return Math.min(...took)
    }
    times(1_000)
    // A time that grows with the square would be 64 times as long, and here several minutes.
    expect(times(800_000)).toBeLessThan(8 * 4 * Math.max(times(100_000), 1))
  })

  it("PD17 §3 is refused if its front matter is longer than any document needs, before the matter is read", () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}: a`).join("\n")
    expect(fault(`---\n${keys}\n---\n`)).toBe("line 2")
    expect(() => md("", keys)).toThrow(/characters, and may have 40000/)
  })

  it("PD17 §3 is refused with the line if its front matter is missing, unclosed or not a mapping", () => {
    expect([
      fault(""),
      fault("id: a"),
      fault("---\nid: a"),
      fault("---\n- a\n---\n"),
      fault("---\n---\n"),
    ]).toEqual(["line 1", "line 1", "line 1", "line 2", "line 2"])
  })
})
