/** An instrument of the library as it is served, with all of its members and with the required ones alone. */
import { describe, expect, it } from "vitest"
import { excerpt, type Held, heldText, heldView } from "./Catalogue.ts"
import { articleKey, type LibraryArticle, type LibraryInstrument } from "./Library.ts"
import { instrument } from "./testing/Library.ts"

const bare: LibraryInstrument = {
  ...instrument({ id: "0123456789abcdef", name: "As made up", source: "This test", articles: 2 }),
  id: "treaty",
  title: "Treaty on Examples",
}
const full: LibraryInstrument = {
  ...bare,
  shortTitle: "Example Treaty",
  names: ["9 XTS 9"],
  organisation: "Example League",
  madeOn: "1969-05-23",
  madeAt: "Vienna",
  inForceFrom: "1980",
  officialUrl: "https://treaty.example",
  note: "It has no annex.",
  edition: { ...bare.edition, url: "https://edition.example", translator: "A Translator", note: "Revised." },
}
const article = (label: string, heading: string | null): LibraryArticle => ({
  instrumentId: "treaty",
  edition: bare.edition.id,
  place: 1,
  article: label,
  heading,
  text: " In good faith. ",
  title: bare.title,
  retired: false,
})
const held = (instrument: LibraryInstrument, changes: Partial<Held> = {}): Held => ({
  instrument,
  contents: [],
  article: null,
  ...changes,
})
/** The paragraphs of the Markdown, without the note that goes with everything. */
const paragraphs = (of: Held) =>
  heldText(of)
    .split("\n\n")
    .filter((part) => !part.startsWith("> "))

describe("an instrument as it is read", () => {
  it("PD17 §3 given an instrument of which little is known, then only that is shown", () => {
    expect(paragraphs(held(bare))).toEqual([
      "# Treaty on Examples",
      "- Edition: As made up (en)\n- Source: This test",
      "",
    ])
  })

  it("PD17 §3 given an instrument with every member, then all of it is shown, with its contents by number and heading", () => {
    const contents = [article("1", "Scope"), article("Annex I", null)]
    expect(paragraphs(held(full, { contents }))).toEqual([
      "# Treaty on Examples",
      [
        "- Also: Example Treaty; 9 XTS 9",
        "- Made: 1969-05-23, Vienna",
        "- In force from: 1980",
        "- Organisation: Example League",
        "- Official address: https://treaty.example",
        "- Edition: As made up (en)",
        "- Source: This test, https://edition.example",
        "- Translator: A Translator",
        "- Note on the edition: Revised.",
      ].join("\n"),
      "It has no annex.",
      "## Contents",
      "- 1: Scope\n- Annex I",
      "",
    ])
    expect(heldView(held(full, { contents })).contents).toEqual([
      { article: "1", heading: "Scope", href: "/api/v1/international-law/treaty?article=1" },
      { article: "Annex I", heading: null, href: "/api/v1/international-law/treaty?article=Annex%20I" },
    ])
  })

  it("PD17 §3 given one of its articles, then the article is shown in place of the note and the contents", () => {
    const of = held(full, { article: article("1", "Scope") })
    expect(paragraphs(of).slice(2)).toEqual(["## 1: Scope", "In good faith.", ""])
    expect(heldView(of)).toMatchObject({
      adopted: false,
      contents: [],
      article: { article: "1", heading: "Scope", text: " In good faith. " },
    })
  })

  it.each([
    ["Article 31", "31"],
    ["art. 31(1)", "31-1"],
    ["31", "31"],
    ["Rule 5", "5"],
    ["Article", "article"],
    ["Annex I", "annex-i"],
    ["…", ""],
  ])("PD17 §3 keeps the article %j under the key %j", (label, key) => {
    expect(articleKey(label)).toBe(key)
  })

  it("PD17 §3 gives an excerpt around the word that was searched for", () => {
    const text = `${"before ".repeat(200)}the Élan here ${"after ".repeat(200)}`
    expect(excerpt(text, ["elan"])).toMatch(/^… .*the Élan here .* …$/)
    expect(excerpt("short text", ["none"])).toBe("short text")
  })
})
