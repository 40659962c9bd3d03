import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isJson, parse, withinDepth } from "./Body.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

describe("a body", () => {
  it("is JSON by its media type, with parameters or a suffix", () => {
    for (const type of [
      "application/json",
      "Application/JSON; charset=utf-8",
      "application/merge-patch+json",
    ])
      expect(isJson(type)).toBe(true)
    for (const type of [undefined, "", "text/json", "application/jsonp", "application/x-www-form-urlencoded"])
      expect(isJson(type)).toBe(false)
  })

  it("an empty body is an object without members", () => {
    expect(parse(new Uint8Array())).toEqual(Either.right({}))
  })

  it.each([
    "{",
    "undefined",
    '{"a":1,}',
    "\uFEFF",
    "NaN",
    '"\\u0000"',
    '"\\ud800"',
    '{"\\u0000":1}',
    '{"\\udc00":1}',
  ])("%j is not readable JSON", (text) => expect(parse(bytes(text))).toEqual(Either.left("invalid_json")))

  it("bytes that are no UTF-8 are not read as something else", () => {
    expect(parse(new Uint8Array([0x22, 0xff, 0x22]))).toEqual(Either.left("invalid_json"))
  })

  it("nests 32 levels and no deeper; a million are refused without a walk", () => {
    expect(Either.isRight(parse(bytes(nested(32))))).toBe(true)
    expect(parse(bytes(nested(33)))).toEqual(Either.left("too_deep"))
    expect(parse(bytes(nested(400_000)))).toEqual(Either.left("too_deep"))
  })

  it("brackets in strings are no levels", () => {
    expect(withinDepth(JSON.stringify({ a: '[[[["{{{\\' }), 1)).toBe(true)
  })

  it("every JSON value without lone surrogates or U+0000 comes out as it went in", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text))
        expect(parse(bytes(text))).toEqual(Either.right(JSON.parse(text)))
      }),
    )
  })
})
