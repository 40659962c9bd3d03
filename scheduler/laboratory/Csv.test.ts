import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { line, parse, textOf } from "./Csv.ts"

const texts = (text: string) => parse(text).map((row) => row.map((field) => field.text))

describe("comma-separated values", () => {
  const cases: ReadonlyArray<
    readonly [what: string, text: string, ...rows: ReadonlyArray<ReadonlyArray<string>>]
  > = [
    ["plain", "a,b\n1,2\n", ["a", "b"], ["1", "2"]],
    ["with Windows line endings and none at the end", "a,b\r\n1,2", ["a", "b"], ["1", "2"]],
    ["in quotes, as R writes texts", '"a","b"\n"x ""y"", z",2\n', ["a", "b"], ['x "y", z', "2"]],
    ["in quotes over two lines", '"a\nb",c\nd,e\n', ["a\nb", "c"], ["d", "e"]],
    ["empty, also first and last", ",a,\n,,\n", ["", "a", ""], ["", "", ""]],
    ["with carriage returns as line endings", "a\r1\r", ["a"], ["1"]],
    ["with empty lines", "\n\na\n\n", ["a"]],
    ["with a quote that is never closed", '"a,b\nc', ['"a', "b"], ["c"]],
    ["empty", ""],
  ]
  it.each(cases.map(([what, text, ...rows]) => [what, text, rows] as const))("%s", (_, text, rows) => {
    expect(texts(text)).toEqual(rows)
  })

  it("are parsed with the place of each field, also after fields of several lines", () => {
    const places = parse('\n"a\nbc", d\ne,f').map((row) => row.map(({ line, column }) => `${line}:${column}`))
    expect(places).toEqual([
      ["2:1", "3:5"],
      ["4:1", "4:3"],
    ])
  })

  it("are read as they were written", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", "é"), maxLength: 6 })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
    fc.assert(
      fc.property(table, (rows) => {
        expect(texts(rows.map(line).join(""))).toEqual(rows)
      }),
    )
  })

  it("are gathered into pieces without change", () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => ["row", i])
    const pieces = [...textOf(rows)]
    expect(pieces.length).toBeLessThan(20)
    expect(pieces.join("")).toBe(rows.map(line).join(""))
  })
})
