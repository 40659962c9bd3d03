import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Either } from "effect"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { problemLine, readFolder } from "./Folder.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "court-library-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const read = () =>
  Either.match(readFolder(folder), {
    onLeft: (problems) => problems.map(problemLine),
    onRight: (documents) => documents,
  })

const convention = `---
id: convention
title: "Convention on Examples: the second"
category: treaty
names:
  - 1 XTS 1
  - 'it''s known'
# what follows is the edition
edition:
  name: Official text # of 2020
  language: en
  source: The depositary
---
# Convention on Examples

The parties agree.

## Article 1: Scope
It applies.

### A part
And so on.

## Art. 2 – Words
Words.

## Annex I
More.
`

describe("a folder of documents", () => {
  it("PD17 §3 is read from Markdown with front matter, with an article under each heading", () => {
    write("a/convention.md", convention)
    write("README.md", "not a document")
    expect(read()).toEqual([
      {
        type: "instrument",
        id: "convention",
        title: "Convention on Examples: the second",
        category: "treaty",
        names: ["1 XTS 1", "it's known"],
        edition: { name: "Official text", language: "en", source: "The depositary" },
        articles: [
          { article: "Preamble", text: "The parties agree." },
          { article: "1", heading: "Scope", text: "It applies.\n\n### A part\nAnd so on." },
          { article: "2", heading: "Words", text: "Words." },
          { article: "Annex I", text: "More." },
        ],
      },
    ])
  })

  it("PD17 §3 is read from JSON with one document or several, and from research in Markdown with its summary", () => {
    const note = { type: "commentary", id: "note", title: "A note", summary: "Short.", source: "Us" }
    write("notes.json", JSON.stringify([note, { ...note, id: "other" }]))
    write(
      "case.md",
      "---\r\ntype: case\r\nid: one-v-two\r\ntitle: One v. Two\r\nsource: Us\r\n---\r\nIt was so.\r\n",
    )
    expect(read()).toEqual([
      { type: "case", id: "one-v-two", title: "One v. Two", source: "Us", summary: "It was so." },
      note,
      { ...note, id: "other" },
    ])
  })

  it("PD17 §3 is refused with all its problems, each with its file and place", () => {
    write("a.json", '{"type": "instrument", "id": "A b", "colour": 1}')
    write("b.json", "{")
    write("c.md", "no front matter")
    write("d.md", "---\nid: d\n  stray: 1\n---\n")
    write("e.md", '---\nid: e\ntitle: "un\\quoted"\n---\n')
    write("f.md", "---\nid: f\nid: g\n---\n")
    write("g.md", convention)
    write("h.md", convention)
    write("i.md", new Uint8Array([0xff, 0xfe]))
    write("j.md", "---\nid: j\n")
    write("l.md", "---\nid: &a l\ntitle: *a\n---\n")
    write("k.json", '[{"type": "book"}, 5]')
    const problems = read().map(String)
    for (const expected of [
      /^a\.json: colour: /,
      /^a\.json: id: must be 2 to 80 characters/,
      /^a\.json: edition: is missing/,
      /^b\.json: can't be read: /,
      /^c\.md: line 1: a Markdown document begins with front matter/,
      /^d\.md: line [23]: /,
      /^e\.md: line 3: .*escape/,
      /^f\.md: line [23]: .*unique/,
      /^l\.md: can't be read: .*alias/i,
      /^h\.md: id: "convention" is also in g\.md/,
      /^i\.md: can't be read: /,
      /^j\.md: line 1: the front matter has no closing line/,
      /^k\.json: \[0\]\.type: must be instrument, case or commentary/,
      /^k\.json: \[1\]\.type: /,
    ])
      expect(problems).toContainEqual(expect.stringMatching(expected))
  })

  it("PD17 §3 is refused if it holds no document", () => {
    expect(read()).toEqual([`${folder}: has no .json or .md file`])
  })

  it("PD17 §3 is read or refused, and never throws, whatever a file holds", () => {
    const line = fc.constantFrom(
      "---",
      "id: x",
      "edition:",
      "  name: y",
      "  - z",
      "## 1: a",
      "# b",
      "text",
      '"',
      "a: [1]",
      "",
      "é:",
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.string(), (lines, tail) => {
        write("x.md", `${lines.join("\n")}${tail}`)
        write("y.json", tail)
        expect(Array.isArray(read())).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it("PD17 §3 is refused if a file is larger than any document", () => {
    write("large.json", new Uint8Array(20_000_001))
    expect(read()).toEqual(["large.json: is larger than 20000000 bytes"])
  })
})
