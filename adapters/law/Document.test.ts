import { describe, expect, it } from "vitest"
import { documentsOf, Unreadable } from "./Document.ts"

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
  it("PD17 §3 has an article for text before the first heading of the second level, and none without text", () => {
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
