import { describe, expect, it } from "vitest"
import { documentOf, firstOf, pathsOf, problemsOf, run } from "./testing/Run.ts"

const refused = (pattern: string, bytesMax = 1000): ReadonlyArray<string> =>
  problemsOf(documentOf([{ kind: "pattern", pattern }], bytesMax)).map(({ path, code }) => `${path} ${code}`)
const matches = (pattern: string, text: string): boolean =>
  firstOf(run([{ kind: "pattern", pattern }], text)).outcome === "met"

describe("a pattern", () => {
  it.each([
    "",
    "a".repeat(257),
    "(",
    ")",
    "[a",
    "a**",
    "*",
    "\\",
    "[[:foo:]]",
    "[b-a]",
    "\\8",
    "\\1",
    "(?z)a",
    "(?=a)",
    "(?<=a)b",
    "a{2,1}",
    "\\C",
    "\\Qa\\E",
    "\\E",
    "(?P<n>a)",
    "(?<n>a)",
    "(?P=n)",
    "\\pC",
    "\\p{Lu}",
    "\\p{Greek}",
    "\\P{Nd}",
    "[\\p{Lu}]",
    "[^\\pC]",
    "a{65}",
    "a{2,65}",
    "a{65,}",
    "(ab){2}",
    "^{2}",
    "$" + "{2}",
    "\\b{2}",
    "\\B{2}",
    "\\A{2}",
    "\\z{2}",
    "a*{2}",
    "(?:a){2}",
    "a|{2}",
    "a{2}{2}",
    "{2}",
    "\\é",
    "\\x{110000}",
    "\\p{L",
  ])("is refused: %s", (pattern) => {
    expect(refused(pattern)).toEqual(["/checks/0/pattern criteria_refused"])
  })

  it.each([
    "a".repeat(256),
    "a{64}",
    "a{0}",
    "a{64,}",
    "a{1,64}?",
    ".{2}",
    "[abc]{2}",
    "[^]a]{2}",
    "[[:alpha:]x]{2}",
    "[]]{2}",
    "[\\]]{2}",
    "\\d{2}",
    "\\pL{2}",
    "\\p{L}{2}",
    "\\p{^L}",
    "\\P{Z}{3}",
    "[\\pL\\pN]{2}",
    "\\x41{2}",
    "\\x{1F600}{2}",
    "\\141{2}",
    "\\.{2}",
    "\\\\pC",
    "a{,2}",
    "a{",
    "a{x}",
    "x{02}",
    "(?i)a{2}",
    "(?i-s:a)b{2}",
    "a(?i){2}",
    "(a|b)*",
    "é{2}",
    "\\_",
  ])("is let through: %s", (pattern) => {
    expect(refused(pattern)).toEqual([])
  })

  it("is unaffordable where its steps over bytesMax bytes are more than its fuel, and says so", () => {
    // 8 code points cost 1 for each byte and one more; 9 cost 2
    expect(refused("a".repeat(56), 262_144)).toEqual([])
    expect(refused("a".repeat(57), 262_144)).toEqual(["/checks/0/pattern criteria_unaffordable"])
    expect(refused("a{55}", 262_144)).toEqual(["/checks/0/pattern criteria_unaffordable"])
    expect(refused("a{0,51}", 262_144)).toEqual(["/checks/0/pattern criteria_unaffordable"])
    // 256 code points: 32 × (1 + 62,499) are 2,000,000 steps
    expect(refused("a".repeat(256), 62_499)).toEqual([])
    expect(refused("a".repeat(256), 62_500)).toEqual(["/checks/0/pattern criteria_unaffordable"])
    expect(pathsOf(documentOf([{ kind: "schema", schema: { pattern: "a".repeat(256) } }], 262_144))).toEqual(
      [],
    )
  })

  it.each(
    [
      ["^b$", "a\nb", false],
      ["(?m)^b$", "a\nb", true],
      ["a.b", "a\nb", false],
      ["(?s)a.b", "a\nb", true],
      ["A", "a", false],
      ["(?i)A", "a", true],
      ["(?i)k", "\u212a", true],
      ["^.$", "😀", true],
      ["^\\pL$", "é", true],
      ["^\\w$", "é", false],
      ["\\x{1F600}", "😀", true],
      ["b\\z", "ab", true],
      ["", "", false],
    ].filter(([pattern]) => pattern !== ""),
  )("given %s over %j, then it matches: %s", (pattern, text, expected) => {
    expect(matches(String(pattern), String(text))).toBe(expected)
  })
})
