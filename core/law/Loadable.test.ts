/** Which documents may be loaded into the library, and the problems of others. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { limits } from "../store/Store.ts"
import * as Loadable from "./Loadable.ts"

const treaty = (changes: Partial<Loadable.Instrument> = {}): Loadable.Instrument => ({
  type: "instrument",
  id: "treaty",
  title: "Treaty on Examples",
  category: "treaty",
  edition: { name: "As made up", language: "en", source: "This test" },
  ...changes,
})
const problems = (document: unknown): ReadonlyArray<string> =>
  Either.match(Loadable.read(document), {
    onLeft: (found) => found.map(({ path, message }) => `${path} ${message}`),
    onRight: () => [],
  })

describe("a document of the library", () => {
  it("PD17 §3 given an instrument that fits, then it may be loaded", () => {
    expect(problems(treaty({ articles: [{ article: "1", text: "In good faith." }] }))).toEqual([])
  })

  it("PD17 §3 given members that do not fit, then each is named by its place in the document", () => {
    const articles = [{ article: "1", text: "" }]
    expect(problems(treaty({ articles })).map((problem) => problem.split(" ")[0])).toEqual([
      "articles[0].text",
    ])
    expect(
      problems({ ...treaty(), edition: { name: "As made up" } }).map((one) => one.split(" ")[0]),
    ).toEqual(["edition.language", "edition.source"])
  })

  it.each([undefined, "treaty", null, { type: "poem" }])(
    "PD17 §3 %j is not a document of the library",
    (document) => {
      expect(problems(document)).toEqual(["type must be instrument, case or commentary"])
    },
  )

  it("PD17 §3 an article whose record is larger than a store takes is refused", () => {
    const text = "a".repeat(limits.recordBytes)
    expect(problems(treaty({ articles: [{ article: "1", text }] }))).toEqual([
      expect.stringMatching(/^articles\[0\] is too large: \d+ bytes as JSON \(at most 59500\);/),
    ])
  })

  it("PD17 §3 an article whose words are longer than a store indexes is refused, however short its text is", () => {
    // One character that is written in full as four words of Arabic.
    const text = "\ufdfa ".repeat(12_000)
    expect(Buffer.byteLength(text)).toBeLessThan(limits.recordBytes - 1000)
    expect(problems(treaty({ articles: [{ article: "1", text }] }))).toEqual([
      expect.stringMatching(/^articles\[0\] is too large: \d+ bytes of words \(at most 200000\)$/),
    ])
  })

  it("PD17 §3 two articles of one name, and one without a letter or a digit, are refused", () => {
    const articles = [
      { article: "31", text: "a" },
      { article: "Art. 31", text: "b" },
      { article: "§", text: "c" },
    ]
    expect(problems(treaty({ articles }))).toEqual([
      'articles[1].article is the same as articles[0]: "Art. 31"',
      "articles[2].article has neither a letter nor a digit",
    ])
  })
})
