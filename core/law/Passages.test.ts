/** How a passage is compared with texts: what is ignored, how gaps are read, and the grades that follow. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { limits } from "../store/Store.ts"
import {
  fileTender,
  gradeOf,
  nothingKnown,
  outcomeOf,
  phrasesWithin,
  pieces,
  raiseGrade,
  standsIn,
} from "./Grading.ts"
import { fold, Tender } from "./Tender.ts"

describe("what editions differ in", () => {
  it("Rule 4.10A all single quotes are equal, and so are double quotes and dashes", () => {
    expect(fold("\u2018\u2019\u201a\u201b\u2032`")).toBe("''''''")
    expect(fold("a\u00b4b")).toMatch(/^a ?.b$/u)
    expect(fold("\u201c\u201d\u201e\u201f\u00ab\u00bb")).toBe('""""""')
    expect(fold("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b")).toBe("---------")
  })

  it("Rule 4.10A white space of any kind and length is one space, and is dropped at the ends", () => {
    expect(fold("  a \t\n\u00a0b\u200b\u200d\u2060\ufeff\u00adc  ")).toBe("a b c")
    expect(fold("a  b")).toBe("a b")
  })

  it("Rule 4.10A compatibility forms are equal, and case is kept", () => {
    expect(fold("ﬁＡ")).toBe("fiA")
  })
})

describe("the pieces of a passage", () => {
  it.each([
    ["one … two", ["one", "two"]],
    ["one...two", ["one", "two"]],
    ["one . . . two", ["one", "two"]],
    ["one ..... two", ["one", "two"]],
    ["one [...] two", ["one", "two"]],
    ["one [ … ] two", ["one", "two"]],
    ["one [ ... ] two", ["one", "two"]],
    ["one [. . .] two", ["one", "two"]],
    ["one [  …  ] two", ["one", "two"]],
    ["one .. two", ["one .. two"]],
    ["one. Two", ["one. Two"]],
    ["one [a] two", ["one [a] two"]],
    ["one .  .  . two", ["one . . . two"]],
    ["… one …", ["one"]],
    ["…", []],
    ["", []],
  ])("Rule 4.10 of %j are %j", (passage, wanted) => {
    expect(pieces(passage)).toEqual(wanted)
  })

  it("Rule 4.10A the pieces stand in a source in their order, without overlap; a passage without pieces is in no source", () => {
    expect(standsIn("a … b", "a b")).toBe(true)
    expect(standsIn("b … a", "a b")).toBe(false)
    expect(standsIn("a … a", "a")).toBe(false)
    expect(standsIn("a … a", "aa")).toBe(true)
    expect(standsIn("", "a")).toBe(false)
  })

  it("Rule 4.10A pieces are searched for by their inner words, since the first and last may be cut", () => {
    expect(phrasesWithin("nding upon the par")).toEqual(["upon the"])
    expect(phrasesWithin("one two three … four five … six seven eight nine")).toEqual(["two", "seven eight"])
    expect(phrasesWithin("one two … three")).toEqual(["one two", "three"])
    expect(phrasesWithin("one")).toEqual(["one"])
    expect(phrasesWithin("— … one two")).toEqual(["one two"])
    expect(phrasesWithin("—")).toEqual([])
  })

  it("Rule 4.10A pieces are searched for by no more phrases than a store takes", () => {
    const passage = Array.from({ length: limits.searchPhrases + 5 }, (_, i) => `a b${i} c`).join(" … ")
    expect(phrasesWithin(passage)).toHaveLength(limits.searchPhrases)
  })
})

describe("a tender on the record", () => {
  const tender: Tender = {
    citation: "Act s 1",
    pinpoint: "p 3",
    proposition: "Sellers deliver.",
    text: "it delivers",
    attested: true,
  }
  const place = { id: "t", by: "respondent", step: "defence", position: 4, summary: false } as const

  it("Rule 4.10 a tender on the record has its citation, its place and its grade", () => {
    expect(fileTender(tender, place, { exists: true, texts: [] })).toEqual({
      id: "t",
      by: "respondent",
      step: "defence",
      position: 4,
      citation: "Act s 1",
      pinpoint: "p 3",
      attested: true,
      grade: 2,
      flags: [],
      outcome: "authority",
      admittedAt: null,
      dispute: null,
    })
  })

  it("Rule 4.10 a tender is attested only if it has a text and states that it is", () => {
    const { text: _, pinpoint: __, ...bare } = tender
    expect(fileTender(bare, place, nothingKnown)).toMatchObject({ attested: false, pinpoint: null, grade: 0 })
    const silent = { ...tender, attested: false }
    expect(fileTender(silent, place, nothingKnown)).toMatchObject({ attested: false, grade: 0 })
    expect(gradeOf(silent, { exists: true, texts: ["it delivers"] }, true)).toBe(0)
  })

  it("Rule 4.10B a mention does not count as an authority, and a dispute or the summary track makes it argument", () => {
    expect(outcomeOf(1, true, false)).toBe("argument")
    expect(outcomeOf(1, false, true)).toBe("argument")
    expect(outcomeOf(1, false, false)).toBe("mention")
    expect(outcomeOf(0, false, false)).toBe("argument")
    expect(outcomeOf(2, false, false)).toBe("authority")
  })

  it("Rule 4.10A a tender is raised and never lowered, and a dispute stays on it", () => {
    const first = fileTender(tender, place, nothingKnown)
    expect(raiseGrade(first, 3)).toEqual({ ...first, grade: 3, outcome: "authority" })
    expect(raiseGrade(first, 0)).toEqual(first)
    const dispute = { ground: "altered", at: 1, textSha256: null } as const
    expect(raiseGrade({ ...first, dispute }, 3)).toEqual({
      ...first,
      dispute,
      grade: 3,
      flags: ["disputed:altered"],
      outcome: "argument",
    })
  })
})

describe("a tender as it is sent", () => {
  const sent = (changes: object) =>
    Schema.decodeUnknownEither(Tender)({ citation: "Act s 1", proposition: "Sellers deliver.", ...changes })

  it("Rule 4.10 a citation has no control characters and no half of a surrogate pair", () => {
    expect(sent({})._tag).toBe("Right")
    expect(sent({ citation: "Act\u0007 s 1" })._tag).toBe("Left")
    expect(sent({ citation: "\u0007Act s 1" })._tag).toBe("Left")
    expect(sent({ citation: "Act s 1\ud800" })._tag).toBe("Left")
    expect(sent({ pinpoint: "p\u0000" })._tag).toBe("Left")
    expect(String(sent({ citation: "Act\u0007 s 1" }))).toContain("must have no control characters")
  })
})
