import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isJson, isUtf8, parse } from "./Body.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (body: Uint8Array) =>
  Either.match(parse(body), { onLeft: ({ code }) => code, onRight: ({ value }) => ({ value }) })
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

describe("a body", () => {
  it("counts as JSON by its media type, also with parameters or a suffix", () => {
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
    expect(read(new Uint8Array())).toEqual({ value: {} })
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
  ])("%j is not readable JSON", (text) => expect(read(bytes(text))).toBe("invalid_json"))

  it("bytes that are not UTF-8 are refused", () => {
    expect(read(new Uint8Array([0x22, 0xff, 0x22]))).toBe("invalid_json")
  })

  it.each([
    ['{"a":1,}', "is not JSON at line 1, column 8"],
    ["{\"a\":1,\n'b':2}", "is not JSON at line 2, column 1"],
    ['{"a":1} x', "is not JSON at line 1, column 9"],
    ['{"a":', "ends before its JSON does"],
    ['{"a":"\\u0000"}', "has an escape of U+0000, or of half a surrogate pair, which can't be kept"],
    ['{"\\ud800":1}', "has an escape of U+0000, or of half a surrogate pair, which can't be kept"],
  ])("Errors: the refusal of %j says where or why it is not readable", (text, message) => {
    const refused = Either.getOrThrow(Either.flip(parse(bytes(text))))
    expect(refused.errors).toEqual([{ path: "", message }])
  })

  it("Errors: the refusal of a body says nothing that stands in it", () => {
    const refused = Either.getOrThrow(Either.flip(parse(bytes('{"a":canary}'))))
    expect(JSON.stringify(refused)).not.toContain("canary")
    const notText = Either.getOrThrow(Either.flip(parse(new Uint8Array([0x22, 0xff, 0x22]))))
    expect(notText.errors).toEqual([{ path: "", message: "is not UTF-8" }])
  })

  it("nests at most 32 levels; hundreds of thousands of levels are refused without a recursion", () => {
    expect(Either.isRight(parse(bytes(nested(32))))).toBe(true)
    expect(read(bytes(nested(33)))).toBe("too_deep")
    expect(read(bytes(nested(400_000)))).toBe("too_deep")
  })

  it("every JSON value without lone surrogates or U+0000 is read unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text))
        expect(read(bytes(text))).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  it("a charset that is not UTF-8 is refused by the media type", () => {
    for (const type of [
      "application/json",
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
      "application/json; charset=utf8",
    ])
      expect(isUtf8(type)).toBe(true)
    for (const type of ["application/json; charset=iso-8859-1", "application/json; x=y; Charset=UTF-16"])
      expect(isUtf8(type)).toBe(false)
  })

  it.each([
    ['{"a":1,"a":1}', "a"],
    ['{"a":1,"b":2,"\\u0061":3}', "a"],
    ['{"a":{"b":[0,{"c":1},{"c":1,"d":[],"c":2}]}}', "a.b[2].c"],
    ['[{"a":{}},{"":1,"":2}]', "[1]."],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ])("%s names a member twice, and the error gives its path", (text, path) => {
    const refused = parse(bytes(text))
    expect(Either.isLeft(refused) && refused.left).toMatchObject({
      code: "duplicate_member",
      errors: [{ path }],
    })
  })

  it("has at most 5,000 members and elements, however they are nested", () => {
    const list = (n: number) => JSON.stringify(Array<number>(n).fill(1))
    const object = (n: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [i, 1])))
    expect(read(bytes(list(5_000)))).toHaveProperty("value")
    expect(read(bytes(object(5_000)))).toHaveProperty("value")
    expect(read(bytes(list(5_001)))).toBe("too_many_elements")
    expect(read(bytes(object(5_001)))).toBe("too_many_elements")
    expect(read(bytes(`{"a":${list(2_499)},"b":${list(2_499)}}`))).toHaveProperty("value")
    expect(read(bytes(`{"a":${list(2_499)},"b":${list(2_500)}}`))).toBe("too_many_elements")
  })
})
