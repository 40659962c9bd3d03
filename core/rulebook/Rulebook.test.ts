import { Either, Record } from "effect"
import { describe, expect, it } from "vitest"
import { acts } from "../compliance/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { areaOf, needInstrument, publication, render, rulesVersion } from "../kernel/Instrument.ts"
import { bounds, type FigureName, sectionOf, type Terms } from "../kernel/Schedule.ts"
import { moves } from "../matters/index.ts"
import { PD11 } from "./PracticeDirections.ts"
import { instrument, instruments, Rules, section } from "./Rulebook.ts"

const names = Object.keys(bounds) as ReadonlyArray<FigureName>
const all = instruments.flatMap(({ sections }) => sections)
/** Figures that differ from the published ones and from one another. */
const others: Terms = Record.map(
  bounds,
  (value, name) => Math.sign(value) * (Math.abs(value) + 1024 * (names.indexOf(name) + 3)),
)

/** Numbers in a text, apart from citations and the names of standards. */
const numbers = (text: string): ReadonlyArray<string> =>
  text
    .replace(
      /\b(?:Rules?|PD|Constitution|Dealings Act|Direction|Code of Dealings) ?\d+(?:\.\d+)?[A-Z]?(?: §\d+[A-Z]{0,2})?/g,
      "",
    )
    .replace(/\bSHA-256\b|\bx402\b|\bed25519\b|\bG[0-4]\b/g, "")
    .match(/\d[\d,.]*\d|\d/g) ?? []

describe("the rulebook", () => {
  it("Rule 8.1 every instrument has the version that the interface declares", () => {
    expect(rulesVersion).toBe("0.53")
    const declared = { rules: "0.53", PD2: "1.8", PD11: "1.0", PD17: "2", "code-of-dealings": "1.0" }
    for (const [id, version] of Object.entries(declared)) expect(instrument(id)?.version).toBe(version)
    expect(instrument("pd11")?.id).toBe("PD11")
    expect(Either.isLeft(needInstrument("PD99"))).toBe(true)
  })

  it("Rule 8.1 no two provisions share an id, and each is found by it", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const one of all) expect(section(one.id)).toBe(one)
  })

  it("Rule 8.1 an instrument that is a draft says so, and no other does", () => {
    for (const one of instruments)
      expect(render(one, bounds).includes("is a draft")).toBe(one.status === "draft")
    expect(instrument("code-of-dealings")?.status).toBe("draft")
  })

  it("Rule 4.9 the Rules show every move of a matter, and PD11 every move of an entry, from the tables themselves", () => {
    const [rules, pd11] = [render(Rules, bounds), render(PD11, bounds)]
    for (const { act, sections } of moves)
      expect(rules).toMatch(new RegExp(`\\| ${act} \\|.*${sections[0].replace(".", "\\.")}`))
    for (const act of Object.keys(acts)) expect(pd11).toContain(`| ${act} |`)
    expect(pd11).toContain("[*] --> open: open")
  })

  it("Rule 8.1 a publication carries the hash of its own text", () => {
    for (const one of instruments) {
      const { text, sha256 } = publication(one, bounds)
      expect(sha256).toBe(sha256Hex(text))
      expect(text).toContain(`Version ${one.version}`)
    }
  })

  it.each(names)("Rule 8.1 the section of the figure %s states it", (name) => {
    const textWith = (value: number) => section(sectionOf(name))?.text({ ...bounds, [name]: value })
    // a figure that switches something is 0 or 1, and any other takes another value
    expect([others[name], 0, 1].some((value) => textWith(value) !== textWith(bounds[name]))).toBe(true)
  })

  it("Rule 8.1 no figure is typed into a text: every number follows the schedule", () => {
    const typed = all.flatMap((one) => {
      const varied = numbers(one.text(others))
      return numbers(one.text(bounds)).flatMap((n, i) => (varied[i] === n ? [`${one.id}: ${n}`] : []))
    })
    expect(typed).toEqual([])
  })

  it("Rule 5.7 the id of a provision gives the area of its instrument, and no other citation gives an area", () => {
    for (const { area, sections } of instruments)
      for (const { id } of sections) expect(areaOf(id), id).toBe(area)
    for (const citation of ["CISG", "[2026] MC 1", "Ruler v Rule", "PD1"]) expect(areaOf(citation)).toBeNull()
  })
})
