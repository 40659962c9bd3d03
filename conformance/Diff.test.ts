/** Differences as lines: short enough to be read, and never without the place that differs. */
import { describe, expect, it } from "vitest"
import { diff, difference, jsonOf } from "./Diff.ts"

const json = (value: unknown) => JSON.stringify(value)
const upTo = (length: number) => Array.from({ length }, (_, i) => `element ${i}`)
const lines = (expected: unknown, actual: unknown) => diff(json(expected), json(actual)).split("\n")

describe("the difference of two values", () => {
  it("stands on one line if both are short", () => {
    expect(difference(json("first"), json(null))).toBe('expected "first", got null')
  })

  it("has a line for each element that is missing or too many, with its neighbours, and counts the others", () => {
    // given a list without one element, and with another one
    const actual = upTo(40).toSpliced(20, 1).toSpliced(30, 0, "more")
    // when it is compared, then both places are shown, and nothing between them is called different
    const shown = lines(upTo(40), actual)
    expect(shown.filter((line) => /^[-+] {3}/.test(line))).toEqual(['-   "element 20",', '+   "more",'])
    expect(shown).toContain('    "element 19",')
    expect(shown.filter((line) => line.includes("…"))).toEqual([
      "  … 19 equal lines",
      "  … 6 equal lines",
      "  … 8 more lines",
    ])
  })

  it("shows the part of a long text that differs", () => {
    const long = "x".repeat(50_000)
    const shown = lines([`${long}a${long}`], [`${long}b${long}`])
    expect(shown.join("\n").length).toBeLessThan(1_000)
    expect(shown.find((line) => line.startsWith("- …"))).toMatch(/xax.*… \(100005 characters\)$/)
    expect(shown.find((line) => line.startsWith("+ …"))).toMatch(/xbx.*… \(100005 characters\)$/)
  })

  it("stays short if thousands of lines differ", () => {
    const shown = lines(upTo(3_000), upTo(3_000).reverse())
    expect(shown.length).toBeLessThan(70)
    expect(shown.at(-1)).toMatch(/… \d+ more lines/)
  })

  it("names what is no JSON, and does not fail on it", () => {
    const circle: Array<unknown> = []
    circle.push(circle)
    expect(jsonOf(Object)).toBe('"[function Object]"')
    expect(jsonOf({ sum: 5n })).toBe('{"sum":"[bigint 5]"}')
    expect(jsonOf(circle)).toMatch(/^"\[no JSON: /)
    expect(jsonOf(undefined)).toBe("null")
  })
})
