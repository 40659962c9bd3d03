/** How a citation is read: as this court's own law, as one of its judgments, or as a source and a place in it. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { Rulebook } from "../rulebook/index.ts"
import { start } from "../testing/Context.ts"
import { neutralCitation } from "./Knowledge.ts"
import { citationKey, normalCitation, Sources, Tenders, withoutPlace } from "./Tender.ts"

const heldLaw = Rulebook.ownLaw.find
const lawAbout = Rulebook.ownLaw.about
const lawOf = (citation: string, terms: Terms) => heldLaw(citation)?.text(terms) ?? null

describe("a citation of the Court's own law", () => {
  it.each([
    ["Rule 4.10", "Rule 4.10"],
    ["R 4.10", "Rule 4.10"],
    ["rules  4.10", "Rule 4.10"],
    ["PD 11 §4", "PD11 §4"],
    ["PD  11 §4", "PD11 §4"],
    ["PD11 section 4", "PD11 §4"],
    ["PD11 sec. 4", "PD11 §4"],
    ["PD11 section4", "PD11 §4"],
    ["PD11 §  4", "PD11 §4"],
    ["PD11§4", "PD11 §4"],
    ["PD11 4", "PD11 §4"],
    ["Practice Direction  11 § 4", "PD11 §4"],
    ["practice direction11 § 4", "PD11 §4"],
    ["CONSTITUTION 2.1", "Constitution 2.1"],
    ["pd 11 § 4", "PD11 §4"],
    ["PD11 s 4", "PD11 §4"],
    ["PD11 §4.", "PD11 §4"],
    ["Practice Direction 11 section 4", "PD11 §4"],
    ["Dealings Act s. 4.3", "Dealings Act 4.3"],
    ["Dealings Act, section 4.3", "Dealings Act 4.3"],
    ["dealings act §4.3", "Dealings Act 4.3"],
    ["Constitution § 2.1", "Constitution 2.1"],
    ["Rules of Court, rule 4.10", "Rule 4.10"],
    ["Rules of Court, r. 4.10", "Rule 4.10"],
    ["Rules of Court 4.10", "Rule 4.10"],
    ["Rules s 4.10", "Rule 4.10"],
  ])("Rule 4.10 %j is %s", (citation, held) => {
    expect(heldLaw(citation)?.citation).toBe(held)
  })

  it.each(["PD11", "PD11 §", "Rule", "4.10", "11 §4", "PD11 §4 and more", "PD11 class 4", "other rule4.10"])(
    "Rule 4.10 %j names no provision",
    (citation) => {
      expect(heldLaw(citation)?.citation ?? "").not.toMatch(/^(Rule|PD11 §)/)
    },
  )

  it("Rule 4.10 a whole instrument is held under its name and under its title, with all its words", () => {
    const published = Rulebook.instruments.filter(({ status }) => status === "published")
    for (const { id, title, sections } of published) {
      expect([heldLaw(id)?.citation, heldLaw(title)?.citation]).toEqual([title, title])
      const words = needPresent(lawOf(title, bounds), title)
      expect(sections.filter((section) => !words.includes(section.text(bounds)))).toEqual([])
      const first = needPresent(sections[0], "the first section")
      expect(lawOf(first.id, bounds)).toBe(first.text(bounds))
    }
    expect(published.length).toBeLessThan(Rulebook.instruments.length)
    expect(lawOf("nothing", bounds)).toBeNull()
  })

  it("Rule 4.10 a published provision is held with its words, and neither a draft nor an unknown provision is held", () => {
    expect(lawOf("PD11 §4", bounds)).toContain("72 hours")
    expect(lawOf("code-of-dealings", bounds)).toBeNull()
    expect(lawOf(`PD11 §${99}`, bounds)).toBeNull()
    expect(heldLaw("constitution")).not.toBeNull()
  })
})

describe("provisions about a proposition", () => {
  it("Rule 4.10 provisions are found that have every word of four letters or more, in title or text, in any case", () => {
    const found = lawAbout("The NOTICE of Non-Compliance, at it", bounds, 99)
    expect(found).toContain("PD11 §4")
    expect(lawAbout("notice zebra", bounds, 99)).toEqual([])
    expect(lawAbout("Tenders", bounds, 99)).toContain("Rule 4.10")
  })

  it("Rule 4.10 provisions come in the order of the rulebook, and as many as asked for", () => {
    const all = lawAbout("judgment", bounds, 999)
    const order = Rulebook.instruments.flatMap(({ sections }) => sections.map(({ id }): string => id))
    expect(all).toEqual(order.filter((id) => all.includes(id)))
    expect(all.length).toBeGreaterThan(3)
    expect(lawAbout("judgment", bounds, 3)).toEqual(all.slice(0, 3))
  })

  it("Rule 4.10 given a proposition without a word of four letters, then no provision is found; a draft is never found", () => {
    expect(lawAbout("", bounds, 9)).toEqual([])
    expect(lawAbout("a an it", bounds, 9)).toEqual([])
    const drafts = Rulebook.instruments.filter(({ status }) => status !== "published")
    const words = needPresent(drafts[0]?.sections[0], "a section of a draft").title
    const ids = drafts.flatMap(({ sections }) => sections.map(({ id }): string => id))
    expect(lawAbout(words, bounds, 999).filter((id) => ids.includes(id))).toEqual([])
  })

  it("Rule 4.10 words of three letters are ignored, and words with digits count", () => {
    expect(lawAbout("zzz notice", bounds, 1)).toEqual(lawAbout("notice", bounds, 1))
    expect(lawAbout("zzzz notice", bounds, 1)).toEqual([])
    expect(lawAbout("4444 notice", bounds, 1)).toEqual([])
  })
})

describe("the neutral citation of a judgment", () => {
  it.each([
    ["[2026] MC 7", "[2026] MC 7"],
    ["[2026]   uc   12", "[2026] UC 12"],
    ["[2026]HC3", "[2026] HC 3"],
    ["[2026] MC 123456789", "[2026] MC 123456789"],
    ["[2026] MC 1234567890", null],
    ["[202] MC 7", null],
    ["[20266] MC 7", null],
    ["2026 MC 7", null],
    ["[2026] XC 7", null],
    ["[2026] MC", null],
    ["[abcd] MC 7", null],
    ["[2026] MC x", null],
    ["Buyer v Seller [2026] mc 7 at 12", "[2026] MC 7"],
    ["[2026]FB 007", "[2026] FB 7"],
    ["[1932] AC 562", null],
    ["MC 7", null],
  ])("Rule 5.5 in %j is %j", (citation, neutral) => {
    expect(neutralCitation(citation)).toBe(neutral)
  })
})

describe("a citation and its source", () => {
  it("Rule 4.10 case, spacing, stops and quotes make no difference, and nothing else is lost", () => {
    expect(normalCitation("  Smith, v.  JONES: [1932] A.C.; 'x' \"y\" ")).toBe("smith v jones [1932] ac x y")
    expect(normalCitation("a . b")).toBe("a b")
    expect(normalCitation(" . a . ")).toBe("a")
    const key = citationKey("Donoghue v Stevenson [1932] AC 562")
    expect(citationKey("donoghue v. Stevenson  [1932] A.C. 562")).toBe(key)
    expect(citationKey("Donoghue v Stevenson [1932] AC 563")).not.toBe(key)
  })

  it.each([
    ["Act, art 3", "act"],
    ["Act, arts. 3 and 4", "act"],
    ["Act article 3", "act"],
    ["Act articles 3", "act"],
    ["Act section 3", "act"],
    ["Act sections 3", "act"],
    ["Act sec 3", "act"],
    ["Act secs 3", "act"],
    ["Act s 3", "act"],
    ["Act ss 3", "act"],
    ["Act rule 3", "act"],
    ["Act rules 3", "act"],
    ["Act principle 3", "act"],
    ["Act principles 3", "act"],
    ["Act para 3", "act"],
    ["Act paras 3", "act"],
    ["Act paragraph 3", "act"],
    ["Act paragraphs 3", "act"],
    ["Act § 3", "act"],
    ["Act §§ 3", "act"],
    ["Act §3", "act"],
    ["Act art. § 3", "act art"],
    ["Act art3", "act"],
    ["Act art xiv", "act"],
    ["Act art. IVbis", "act"],
    ["Act art. xc(2)", "act"],
    ["Act section i of part two", "act"],
    ["Modern art installations", null],
    ["Act section in force", null],
    ["Act on principles concerning trade", null],
    ["Act rules civil procedure", null],
    ["Code, art. L121-1", "code"],
    ["Act part", null],
    ["Act art of", null],
    ["Act arts3 of peace", "act"],
    ["art 3", null],
    ["art. 31", null],
    ["x Act chapart 3", null],
    ["VCLT, art. 31(1)", "vclt"],
    ["Vienna Convention on the Law of Treaties Article 31", "vienna convention on the law of treaties"],
    ["UNIDROIT Principles § 1.7", "unidroit principles"],
    ["UNCITRAL Arbitration Rules, rule 17", "uncitral arbitration rules"],
    ["1155 UNTS 331", null],
    ["Articles on Responsibility of States", null],
  ])("Rule 4.10 of %j the source is %j", (citation, source) => {
    expect(withoutPlace(citation)).toBe(source)
  })

  it("Rule 4.10 the names under which sources and tenders are kept do not change, since rows have them", () => {
    const key = citationKey("Act")
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    const source = { id: "s", citation: "Act", kind: "library", textSha256: null } as const
    expect([Sources.name, Sources.id(source)]).toEqual(["source", "s"])
    expect(Sources.index(source)).toEqual([{ index: "sources.citation", key: `${key}/s` }])
    const tender = { id: "t", matterId: "m", operatorId: null, citation: "Act", text: null, filedAt: start }
    expect([Tenders.name, Tenders.id(tender)]).toEqual(["tender", "t"])
    expect(Tenders.index(tender)).toEqual([{ index: "tendered.citation", list: `${key}/`, rest: "t" }])
  })
})
