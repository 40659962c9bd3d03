import { describe, expect, it } from "vitest"
import { outcomeOf } from "./testing/Run.ts"

const isJson = (text: string): boolean => outcomeOf({ kind: "json" }, text).startsWith("met")

describe("JSON as the criteria read it", () => {
  it.each([
    "null",
    " true\n",
    "\tfalse\r",
    "0",
    "-0",
    "-0.0e-400",
    "1E+5",
    '""',
    '"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"',
    '"\u007f"',
    "[]",
    "{}",
    '{"":{"__proto__":1}}',
    `[${"1".repeat(100)}]`,
    `[0.${"0".repeat(99)}]`,
    `[${"1".repeat(100)}e400]`,
    "[1e-400]",
    "[0e0400]",
    "[0e-00000000000000400]",
    `${"[".repeat(64)}${"]".repeat(64)}`,
  ])("is read: %s", (text) => {
    expect(isJson(text)).toBe(true)
  })

  it.each([
    "",
    " ",
    "nul",
    "True",
    "01",
    "-",
    "+1",
    ".5",
    "1.",
    "1e",
    "1e+",
    "0x1",
    "NaN",
    "'a'",
    '"',
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"\t"',
    '"a\u0000"',
    '"\\ud83d"',
    '"\\ude00\\ud83d"',
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "]",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    '{"a" 1}',
    "{a:1}",
    "{1:1}",
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    "1 2",
    "[]]",
    "// a\n1",
    "\ufeff1",
    "\u00a01",
    `[${"1".repeat(101)}]`,
    `[0.${"0".repeat(100)}]`,
    "[1e401]",
    "[0e401]",
    "[0e-401]",
    "[0e99999999999999999999]",
    `${"[".repeat(65)}${"]".repeat(65)}`,
    `${'{"a":'.repeat(65)}1${"}".repeat(65)}`,
  ])("is not read: %s", (text) => {
    expect(isJson(text)).toBe(false)
  })

  it.each([
    ["0.1", "0.10", "="],
    ["1", "1.0", "="],
    ["100", "1e2", "="],
    ["-0", "0", "="],
    ["0.0e5", "0", "="],
    ["1e400", "10e399", "="],
    ["-1", "1", "<"],
    ["-2", "-1", "<"],
    ["-1", "0", "<"],
    ["0", "1e-400", "<"],
    ["9007199254740992", "9007199254740993", "<"],
    ["0.1", "0.1000000000000000055511151231257827", "<"],
    ["1.5", "20", "<"],
    ["-20", "-1.5", "<"],
    ["9e-400", "1e400", "<"],
    ["12", "12.5", "<"],
  ])("numbers are exact decimals: %s and %s are %s", (left, right, op) => {
    const compare = (relation: string, a: string, b: string) =>
      outcomeOf({ kind: "compare", left: "/0", op: relation, right: "/1" }, `[${a},${b}]`).split(" ")[0]
    expect(compare(op, left, right)).toBe("met")
    expect(compare(op, right, left)).toBe(op === "=" ? "met" : "unmet")
    expect(compare("<=", left, right)).toBe("met")
    expect(compare(op === "=" ? "<" : "=", left, right)).toBe("unmet")
  })

  it("sums are exact, however far apart their parts are", () => {
    const sum = (total: string, ...parts: ReadonlyArray<string>) =>
      outcomeOf(
        { kind: "sum", of: "/parts", equals: "/total" },
        `{"parts":[${parts}],"total":${total}}`,
      ).split(" ")[0]
    expect(sum("0.3", "0.1", "0.2")).toBe("met")
    expect(sum("1e-400", "1e400", "1e-400", "-1e400")).toBe("met")
    expect(sum("0", "1e400", "1e-400", "-1e400")).toBe("unmet")
    expect(sum("100", ...Array(1000).fill("0.1"))).toBe("met")
    expect(sum("-1.5", "-1", "-0.5")).toBe("met")
  })
})
