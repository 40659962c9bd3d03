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
  it("PD17 §3 without a heading of the second level its text is one article, and without text it has none", () => {
    expect(md("# Title\n\n")).toEqual([{ type: "instrument", id: "a" }])
    expect(md("# Title\nThe parties agree.\n## 1\nIt applies.")).toMatchObject([
      { articles: [{ text: "The parties agree." }, { article: "1", text: "It applies." }] },
    ])
  })

  it("PD17 §3 a heading that is no number and title is the article's name as a whole", () => {
    expect(md("## Annex on forms\nForms.\n## Article 2: Scope\nAll.")).toMatchObject([
      {
        articles: [
          { article: "Annex on forms", text: "Forms." },
          { article: "2", heading: "Scope", text: "All." },
        ],
      },
    ])
  })

  it("PD17 §3 front matter that is missing, unclosed or no list of names is refused by its line", () => {
    expect([
      fault(""),
      fault("id: a"),
      fault("---\nid: a"),
      fault("---\n- a\n---\n"),
      fault("---\n---\n"),
    ]).toEqual(["line 1", "line 1", "line 1", "line 2", "line 2"])
  })
})
