/** Grades of tenders and the passages that they rest on (Rule 4.10). */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { holdsAll, normal, wordsOf } from "../store/Search.ts"
import {
  fileTender,
  gradeOf,
  type Knowledge,
  nothingKnown,
  outcomeOf,
  phrasesWithin,
  pieces,
  raiseGrade,
  standsIn,
} from "./Grading.ts"
import type { Grade, Tender } from "./Tender.ts"

const source = "The seller warrants — to every “agent” — that it delivers what it promised, on time."
const tender = (changes: Partial<Tender> = {}): Tender => ({
  citation: "Sale of Goods Act 1979 s 13",
  proposition: "A seller delivers what it promised.",
  ...changes,
})
const attested = tender({ text: "it delivers what it promised", attested: true })
const place = { id: "t", by: "claimant", step: "claim", position: 0 } as const

describe("the grade of a tender", () => {
  it.each([
    [0, "a bare citation", tender(), nothingKnown, false],
    [0, "a bare citation of a source that exists", tender(), { exists: true, texts: [source] }, false],
    [0, "a bare citation that is admitted", tender(), { exists: true, texts: [] }, true],
    [1, "an attested text", attested, nothingKnown, false],
    [2, "an attested text of a source that exists", attested, { exists: true, texts: [] }, false],
    [2, "a passage not in the text held", attested, { exists: true, texts: ["other words"] }, false],
    [3, "a passage in a held text", attested, { exists: true, texts: [source] }, false],
    [
      1,
      "an invented citation, however many operators tender the passage",
      attested,
      { exists: false, texts: [source, source] },
      false,
    ],
    [4, "an admitted passage", attested, nothingKnown, true],
    [4, "an admitted passage that is also held", attested, { exists: true, texts: [source] }, true],
  ] as const)("Rule 4.10 grade G%i is that of %s", (grade, _name, given, known, admitted) => {
    expect(gradeOf(given, known, admitted)).toBe(grade)
  })

  const words = fc.constantFrom("the", "seller", "delivers", "on", "time", "…", "Agent", "“quoted”", "—")
  const text = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(" "))
  const knowledge: fc.Arbitrary<Knowledge> = fc.record({ exists: fc.boolean(), texts: fc.array(text) })
  const anyTender = fc
    .record({ text: fc.option(text, { nil: undefined }), attested: fc.boolean() })
    .map(({ text: passage, attested: yes }) =>
      tender(passage === undefined ? {} : { text: passage, attested: yes }),
    )

  it("Rule 4.10A a grade never falls when the Court knows more, or when the other party admits", () => {
    fc.assert(
      fc.property(anyTender, knowledge, knowledge, fc.boolean(), (given, known, more, admitted) => {
        const both = { exists: known.exists || more.exists, texts: [...known.texts, ...more.texts] }
        const before = gradeOf(given, known, admitted)
        expect(gradeOf(given, both, admitted)).toBeGreaterThanOrEqual(before)
        expect(gradeOf(given, known, true)).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it("Rule 4.10A a grade stays the same as long as the Court knows nothing more", () => {
    fc.assert(
      fc.property(anyTender, knowledge, fc.integer({ min: 1, max: 5 }), (given, known, times) => {
        const first = fileTender(given, { ...place, summary: false }, known)
        let later = first
        for (let i = 0; i < times; i++) later = raiseGrade(later, gradeOf(given, known, false))
        expect(later).toEqual(first)
      }),
    )
  })

  it("Rule 4.10A a tender on the record keeps the best grade it had, in any order of what becomes known", () => {
    fc.assert(
      fc.property(anyTender, fc.array(knowledge), (given, learnt) => {
        const end = learnt.reduce(
          (now, known) => raiseGrade(now, gradeOf(given, known, false)),
          fileTender(given, { ...place, summary: false }, nothingKnown),
        )
        const best = Math.max(...[nothingKnown, ...learnt].map((known) => gradeOf(given, known, false)))
        expect(end.grade).toBe(best)
      }),
    )
  })

  it.each([
    [0, "argument"],
    [1, "mention"],
    [2, "authority"],
    [3, "authority"],
    [4, "authority"],
  ] as const)(
    "Rule 4.10 a tender of grade G%i is %s, and argument if it is disputed",
    (grade: Grade, outcome) => {
      expect(outcomeOf(grade, false, false)).toBe(outcome)
      expect(outcomeOf(grade, false, true)).toBe("argument")
    },
  )

  it("PD1 §9 on the summary track every tender is argument and says so", () => {
    const on = fileTender(attested, { ...place, summary: true }, { exists: true, texts: [source] })
    expect(on).toMatchObject({ grade: 3, outcome: "argument", flags: ["summary_track"] })
    expect(raiseGrade({ ...on, admittedAt: 1 }, 4)).toMatchObject({ grade: 4, outcome: "argument" })
  })
})

describe("a passage", () => {
  it.each([
    ["it delivers what it promised, on time.", true],
    ['The seller warrants - to every "agent" - that', true],
    ["The  seller\n\twarrants", true],
    ["The seller … delivers what … on time", true],
    ["The seller [...] delivers [ … ] on time", true],
    ["The seller . . . on time", true],
    ["on time … The seller", false],
    ["the seller warrants", false],
    ["it delivers what was promised", false],
    ["…", false],
    ["ﬁne", false],
  ])("Rule 4.10 %j stands in the source: %s", (passage, found) => {
    expect(standsIn(passage, source)).toBe(found)
  })

  it("Rule 4.10A compatibility forms are equal: ligatures, full-width letters, no-break spaces", () => {
    expect(standsIn("ﬁve ｌｅｔｔｅｒｓ", "all five\u00a0letters of it")).toBe(true)
  })

  it("Rule 4.10A the pieces of a passage don't overlap in the source", () => {
    expect(standsIn("abc … cde", "abcde")).toBe(false)
    expect(standsIn("abc … cde", "abc cde")).toBe(true)
  })

  it("Rule 4.10A any piece of a text stands in it, whatever its white space", () => {
    const plain = fc.stringMatching(/^[a-zA-Z ,]{1,40}$/)
    fc.assert(
      fc.property(plain, plain, plain, (before, piece, after) => {
        fc.pre(piece.trim() !== "")
        expect(standsIn(piece.replaceAll(" ", " \n "), `${before} ${piece} ${after}`)).toBe(true)
      }),
    )
  })
})

describe("the search for a passage", () => {
  const words = fc.array(
    fc.constantFrom("good", "faith", "Élan", "31(1)", "条約", "“so”", "—", "a-b", "ﬁne"),
    {
      minLength: 8,
      maxLength: 40,
    },
  )

  it("Rule 4.10A a search never misses a text in which the passage stands, wherever it was cut", () => {
    fc.assert(
      fc.property(words, fc.nat(40), fc.nat(40), fc.nat(40), (all, from, length, skipped) => {
        const text = all.join(" ")
        const first = text.slice(from, from + 12 + length)
        const rest = text.slice(from + 12 + length + skipped)
        const passage = rest.trim() === "" ? first : `${first} … ${rest}`
        fc.pre(standsIn(passage, text) && pieces(passage).some((piece) => wordsOf(piece).length > 2))
        expect(holdsAll(normal(text), phrasesWithin(passage))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
