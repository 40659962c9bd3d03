/** Which citations name the Court's own law and judgments (Rule 4.10). */
import { describe, expect, it } from "vitest"
import { bounds } from "../Schedule.ts"
import { heldLaw, lawAbout, lawOf, neutralCitation } from "./Knowledge.ts"
import { citationKey, withoutPlace } from "./Tender.ts"

describe("the Court's own law", () => {
  it.each(["PD11 §4", "pd 11 § 4", "PD11 s 4", "Practice Direction 11 section 4", "PD11 §4."])(
    "Rule 4.10 %j names a provision that the Court holds",
    (citation) => {
      expect(heldLaw(citation)?.citation).toBe("PD11 §4")
      expect(lawOf(citation, bounds)).toContain("72 hours")
    },
  )

  it("Rule 4.10 a draft is not held, nor is what there is not", () => {
    expect(lawOf("code-of-dealings", bounds)).toBeNull()
    expect(lawOf(`PD11 §${99}`, bounds)).toBeNull()
    expect(heldLaw("constitution")).not.toBeNull()
  })

  it("Rule 4.10 provisions are found by the words of a proposition", () => {
    const found = lawAbout("notice of non-compliance", bounds, 20)
    expect(found).toContain("PD11 §4")
    expect(lawAbout("zebra crossing", bounds, 20)).toEqual([])
    expect(lawAbout("a to it", bounds, 20)).toEqual([])
  })
})

describe("a citation", () => {
  it.each([
    ["[2026] MC 7", "[2026] MC 7"],
    ["Buyer v Seller [2026] mc 7 at 12", "[2026] MC 7"],
    ["[2026]FB 007", "[2026] FB 7"],
    ["[1932] AC 562", null],
    ["MC 7", null],
  ])("Rule 5.5 %j has the neutral citation %j", (given, neutral) => {
    expect(neutralCitation(given)).toBe(neutral)
  })

  it("Rule 4.10 is one citation in any case, spacing and stops", () => {
    const key = citationKey("Donoghue v Stevenson [1932] AC 562")
    expect(citationKey("donoghue v. Stevenson  [1932] A.C. 562")).toBe(key)
    expect(citationKey("Donoghue v Stevenson [1932] AC 563")).not.toBe(key)
  })

  it.each([
    ["VCLT, art. 31(1)", "vclt"],
    ["Vienna Convention on the Law of Treaties Article 31", "vienna convention on the law of treaties"],
    ["UNIDROIT Principles § 1.7", "unidroit principles"],
    ["UNCITRAL Arbitration Rules, rule 17", "uncitral arbitration rules"],
    ["1155 UNTS 331", null],
    ["Articles on Responsibility of States", null],
    ["art. 31", null],
  ])("Rule 4.10 %j names its source as %j and a place in it", (given, source) => {
    expect(withoutPlace(given)).toBe(source)
  })
})
