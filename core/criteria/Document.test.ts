import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { digest, explain, read } from "./index.ts"
import { bytesOf, documentOf, pathsOf, problemsOf, readOrThrow } from "./testing/Run.ts"

const whole = documentOf([{ kind: "json" }])
const messageOf = (document: unknown) =>
  problemsOf(document)
    .map(({ path, message }) => `${path} ${message}`)
    .join()

describe("a document of criteria", () => {
  it.each([
    [null, [""]],
    [[], [""]],
    ["[", [""]],
    [{ ...whole, version: "court.criteria/2" }, ["/version"]],
    [{ ...whole, more: 1 }, ["/more"]],
    [{ version: whole.version, checks: whole.checks }, ["/artifact"]],
    [{ ...whole, artifact: 1 }, ["/artifact"]],
    [{ ...whole, artifact: { bytesMax: 0 } }, ["/artifact/bytesMax"]],
    [
      { ...whole, artifact: { bytesMax: 262_145, mediaType: "x".repeat(101), extra: 1 } },
      ["/artifact/bytesMax", "/artifact/extra", "/artifact/mediaType"],
    ],
    [{ ...whole, checks: [] }, ["/checks"]],
    [{ ...whole, checks: {} }, ["/checks"]],
    [{ ...whole, checks: [1] }, ["/checks/0"]],
    [{ ...whole, checks: [{ kind: "json" }] }, ["/checks/0/id"]],
    [
      { ...whole, checks: Array.from({ length: 33 }, (_, i) => ({ id: `a${i}`, kind: "json" })) },
      ["/checks"],
    ],
    [
      {
        ...whole,
        checks: [
          { id: "a", kind: "json" },
          { id: "a", kind: "json" },
        ],
      },
      ["/checks/1/id"],
    ],
  ])("given %j, then the problems are at %j", (document, paths) => {
    expect(pathsOf(document)).toEqual(paths)
  })

  it("every problem is told at once", () => {
    const checks = [
      { id: "A", kind: "bytes" },
      { id: "b", kind: "pattern", pattern: "(" },
      { id: "c", kind: "none" },
    ]
    expect(pathsOf({ version: 1, artifact: {}, checks })).toEqual([
      "/artifact/bytesMax",
      "/checks/0/id",
      "/checks/1/pattern",
      "/checks/2/kind",
      "/version",
    ])
  })

  it("is the same as a value, as a text and as bytes, in any order of its members", () => {
    const text = JSON.stringify(whole)
    const turned = JSON.stringify(Object.fromEntries(Object.entries(whole).reverse()), null, 2)
    const form =
      '{"artifact":{"bytesMax":100000},"checks":[{"id":"c0","kind":"json"}],"version":"court.criteria/1"}'
    const hash = `sha256:${createHash("sha256").update(form).digest("hex")}`
    for (const one of [whole, text, bytesOf(text), turned, `\r\n${form}\t`]) expect(digest(one)).toBe(hash)
    expect(readOrThrow(text).digest).toBe(hash)
    expect(() => digest("[")).toThrow(/is not JSON/)
    expect(readOrThrow({ ...whole, artifact: { bytesMax: 1, mediaType: "😀".repeat(100) } }).mediaType).toBe(
      "😀".repeat(100),
    )
  })

  it("is hashed as RFC 8785 writes it, numbers and names among it", () => {
    // The example of RFC 8785, section 3.2.3, and numbers of its appendix B.
    const sorted =
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}'
    const form =
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}'
    const hashOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`
    expect(digest(sorted)).toBe(hashOf(form))
    expect(
      digest(
        "[4.50, 2e-3, 1e21, 1E30, -0, 0.000001, 333333333.33333329]".replace(", 333333333.33333329", ""),
      ),
    ).toBe(hashOf("[4.5,0.002,1e+21,1e+30,0,0.000001]"))
    expect(digest([-0, 1e-7])).toBe(hashOf("[0,1e-7]"))
  })

  it.each(["[0.1234567890123456789]", "[9007199254740993]", "[1e400]", "[1e-400]"])(
    "a text with a number that changes its value is refused: %s",
    (text) => {
      expect(messageOf(text)).toContain("/0 is a number that changes its value")
    },
  )

  it.each([
    "[1e401]",
    `[${"1".repeat(101)}]`,
    '{"a":1,"a":1}',
    '["\\ud800"]',
    '["\ud800"]',
    "\ufeff[]",
    "[1]]",
    "[".repeat(129) + "]".repeat(129),
  ])("a text that is not JSON is refused: %j", (text) => {
    expect(messageOf(text)).toContain(" is not JSON as the criteria read it")
  })

  it.each([
    ["undefined", { a: undefined }, "/a"],
    ["a function", { "a/b": () => 1 }, "/a~1b"],
    ["a number that is not finite", [1, Number.NaN], "/1"],
    ["a bigint", [1n], "/0"],
    ["a date", [new Date(0)], "/0"],
    ["a hole", Object.assign([], { length: 1 }), "/0"],
    ["a lone surrogate", ["\udc00"], "/0"],
    ["a name with a lone surrogate", { "\udc00": 1 }, "/\udc00"],
  ])("a value with %s is refused", (_, document, path) => {
    expect(pathsOf(document)).toEqual([path])
  })

  it("a value that can't be read, or never ends, is refused", () => {
    const throwing = Object.defineProperty({}, "a", { enumerable: true, get: () => JSON.parse("{") })
    expect(messageOf(throwing)).toBe(" can't be read: give a plain JSON value")
    const circle: Array<unknown> = []
    circle.push(circle)
    expect(messageOf(circle)).toContain("stands in more than 128 lists and objects")
    const wide = Array.from({ length: 3 }).reduce<ReadonlyArray<unknown>>(
      (inner) => Array(1000).fill(inner),
      [],
    )
    expect(messageOf(wide)).toBe(" has more than 16384 bytes in its RFC 8785 form: make it shorter")
    expect(messageOf(Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [i, wide])))).toContain(
      "16384 bytes",
    )
    expect(messageOf(Uint8Array.of(0xff))).toContain("is not text in UTF-8")
  })

  it("has at most 16,384 bytes in its RFC 8785 form, whatever stands around it", () => {
    const sized = (bytes: number, letter: string) => {
      const empty = JSON.stringify({
        ...whole,
        checks: [{ id: "c0", kind: "schema", schema: { title: "" } }],
      }).length
      const title = letter.repeat(Math.floor((bytes - empty) / bytesOf(letter).length)).padEnd(0)
      const filled = title + "x".repeat(bytes - empty - bytesOf(title).length)
      return { ...whole, checks: [{ id: "c0", kind: "schema", schema: { title: filled } }] }
    }
    for (const letter of ["a", "é", "😀"]) {
      expect(pathsOf(sized(16_384, letter))).toEqual([])
      expect(pathsOf(sized(16_385, letter))).toEqual([""])
      expect(pathsOf(`${" ".repeat(20_000)}${JSON.stringify(sized(16_384, letter))}`)).toEqual([])
    }
  })
})

describe("an explanation", () => {
  it("says each check in a sentence, and what it costs at most", () => {
    const checks = [
      { kind: "bytes", min: 1, max: 10 },
      { kind: "sha256", oneOf: ["a".repeat(64), "b".repeat(64)] },
      { kind: "text", contains: ["a", 'b"'], absent: ["c"], share: 7 },
      { kind: "text", absent: ["c"] },
      { kind: "pattern", pattern: "a.c" },
      { kind: "json" },
      { kind: "schema", schema: true },
      { kind: "count", of: "/rows", where: true, min: 1, shareMax: 5 },
      { kind: "count", of: "", max: 3 },
      { kind: "sum", of: "/rows", member: "/n", equals: "/total", max: 3 },
      { kind: "sum", of: "", member: "", min: 3 },
      { kind: "unique", of: "/rows", member: "/id" },
      { kind: "unique", of: "/rows" },
      { kind: "compare", left: "/a", op: "<=", right: "" },
      { kind: "attested", by: "tester", within: 1, otherwise: "met" },
      { kind: "attested", by: "tester", within: 2, otherwise: "unmet" },
    ]
    const told = explain(readOrThrow(documentOf(checks, 1600))).map(({ sentence, stepsMax, share }) => [
      sentence,
      stepsMax,
      share,
    ])
    expect(told).toEqual([
      ["The delivery has at least 1 and at most 10 bytes.", 1, null],
      [`The SHA-256 of the delivery is ${"a".repeat(64)} or ${"b".repeat(64)}.`, 1, null],
      ['The delivery is text and contains each of "a", "b\\"" and has none of "c" in it.', 303, 7],
      ['The delivery is text and has none of "c" in it.', 101, null],
      ["The delivery is text in which a.c matches somewhere.", 1601, null],
      ["The delivery is JSON.", 1600, null],
      ["The delivery is JSON that fits the schema.", 2_000_000, null],
      [
        "The elements of /rows that fit where number at least 1, and at most 5 millionths of all.",
        2_000_000,
        null,
      ],
      ["The elements of the whole value number at most 3.", 2400, null],
      ["The sum of /n of the elements of /rows is equal to /total and at most 3.", 1600 + 1 + 1600 + 1, null],
      ["The sum of the elements of the whole value is at least 3.", 2400, null],
      ["No two elements of /rows have the same /id of value.", 1600 + 1 + 2400, null],
      ["No two elements of /rows have the same value.", 1600 + 1 + 1600, null],
      ["/a <= the whole value, as numbers.", 1601, null],
      ["tester attests within 1 hour that it is met; without that it is met.", 1, null],
      ["tester attests within 2 hours that it is met; without that it is unmet.", 1, null],
    ])
    expect(read(documentOf(checks))).toHaveProperty("criteria")
  })
})
