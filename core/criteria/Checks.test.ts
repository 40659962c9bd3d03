import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { bytesOf, documentOf, firstOf, outcomeOf, pathsOf, run } from "./testing/Run.ts"

const list = (text: string) => ({ rows: JSON.parse(text) })
const rows = (items: ReadonlyArray<unknown>) => JSON.stringify(list(JSON.stringify(items)))

describe("checks of bytes and texts, with their steps counted by hand", () => {
  const sha = createHash("sha256").update("abc").digest("hex")

  it.each([
    // [check, delivery, outcome and steps]
    [{ kind: "bytes", min: 3, max: 3 }, "abc", "met 1"],
    [{ kind: "bytes", min: 3.5 }, "abc", "unmet 1"],
    [{ kind: "bytes", max: 2 }, "abc", "unmet 1"],
    [{ kind: "sha256", oneOf: ["0".repeat(64), sha] }, "abc", "met 1"],
    [{ kind: "sha256", oneOf: [sha] }, "abcd", "unmet 1"],
    // 3 bytes: 1 + ceil(3 / 16) for each text, found or not
    [{ kind: "text", contains: ["b", "c"], absent: ["d"] }, "abc", "met 6"],
    [{ kind: "text", contains: ["d", "a"] }, "abc", "unmet 4"],
    [{ kind: "text", absent: ["bc"] }, "abc", "unmet 2"],
    [{ kind: "text", contains: ["É"] }, "é", "unmet 2"],
    [{ kind: "text", contains: ["e\u0301"] }, "\u00e9", "unmet 2"],
    [{ kind: "text", contains: ["abac"] }, "ababac", "met 2"],
    [{ kind: "text", contains: ["aab"] }, "aaab", "met 2"],
    // 3 code points, so ceil(3 / 8) for each of the 3 bytes and one more
    [{ kind: "pattern", pattern: "b.$" }, "abc", "met 4"],
    [{ kind: "pattern", pattern: "^b" }, "abc", "unmet 4"],
    // 8 code points and a greatest count of 9: ceil(17 / 8) = 3
    [{ kind: "pattern", pattern: "[ab]{2,9}" }, "aé", "unmet 12"],
    [{ kind: "json" }, "[1]", "met 3"],
    [{ kind: "json" }, "[1", "unmet 2"],
    [{ kind: "json" }, "", "unmet 0"],
  ])("given %j over %s, then it is %s", (check, delivery, expected) => {
    expect(outcomeOf(check, delivery)).toBe(expected)
  })

  it.each([
    ["not UTF-8", Uint8Array.of(0x61, 0xff)],
    ["an encoded surrogate", Uint8Array.of(0xed, 0xa0, 0x80)],
    ["a byte order mark first", Uint8Array.of(0xef, 0xbb, 0xbf, 0x31)],
  ])(
    "given bytes that are %s, then text checks cost nothing and reading JSON costs the bytes",
    (_, bytes) => {
      const n = bytes.length
      expect(outcomeOf({ kind: "text", absent: ["x"] }, bytes)).toBe("unmet 0")
      expect(outcomeOf({ kind: "pattern", pattern: "." }, bytes)).toBe("unmet 0")
      for (const check of [
        { kind: "json" },
        { kind: "schema", schema: true },
        { kind: "compare", left: "", op: "=", right: "" },
      ])
        expect(outcomeOf(check, bytes)).toBe(`unmet ${n}`)
      expect(outcomeOf({ kind: "bytes", min: 1 }, bytes)).toBe("met 1")
    },
  )

  it("U+FEFF elsewhere is a character", () => {
    expect(outcomeOf({ kind: "text", contains: ["\ufeff"] }, bytesOf("a\ufeff"))).toBe("met 2")
  })
})

describe("checks of JSON, with their steps counted by hand", () => {
  it.each([
    // 14 bytes, 1 token, 3 elements
    [{ kind: "count", of: "/rows", min: 3, max: 3 }, '{"rows":[1,2]}'.replace("2", "2,3"), "met 20"],
    [{ kind: "count", of: "/rows", min: 3 }, '{"rows":[1,2]}', "unmet 17"],
    [{ kind: "count", of: "/rows", max: 1 }, '{"rows":[1,2]}', "unmet 17"],
    [{ kind: "count", of: "/none", min: 0 }, '{"rows":[1,2]}', "unmet 15"],
    [{ kind: "count", of: "/rows/0", min: 0 }, '{"rows":[1,2]}', "unmet 16"],
    // each element: 1, and 1 + 1 for a schema with one member
    [{ kind: "count", of: "", where: { minimum: 2 }, min: 1, max: 1 }, "[1,2]", "met 11"],
    // one of three is 333,333 millionths
    [
      { kind: "count", of: "", where: { const: 1 }, shareMin: 333_333, shareMax: 333_333 },
      "[1,2,3]",
      "met 19",
    ],
    [{ kind: "count", of: "", where: { const: 1 }, shareMin: 333_333.5 }, "[1,2,3]", "unmet 19"],
    [{ kind: "count", of: "", where: { const: 1 }, shareMax: 333_332 }, "[1,2,3]", "unmet 19"],
    [{ kind: "count", of: "", shareMax: 0 }, "[]", "met 2"],
    [{ kind: "sum", of: "", min: 0.3, max: 0.3 }, "[0.1,0.2]", "met 11"],
    [{ kind: "sum", of: "", min: 0 }, "[]", "met 2"],
    [{ kind: "sum", of: "", min: 1 }, "[]", "unmet 2"],
    [{ kind: "sum", of: "", max: -1 }, "[1e400,-1e400,-1]", "met 20"],
    // beyond what a double holds
    [{ kind: "sum", of: "", min: -1, max: -1 }, "[12345678901234567,-12345678901234568]", "met 40"],
    [{ kind: "unique", of: "" }, "[-1,1,-1.0]", "unmet 17"],
    // it ends at the first element without a number: 2 of the 3 are reached
    [{ kind: "sum", of: "", member: "/a", max: 9 }, '[{"a":1},{},{"a":1}]', "unmet 24"],
    // 2 elements with a token each, and then equals with a token
    [{ kind: "sum", of: "/r", member: "/a", equals: "/t" }, '{"r":[{"a":1},{"a":2}],"t":3.0}', "met 37"],
    [{ kind: "sum", of: "/r", equals: "/t" }, '{"r":[1],"t":2}', "unmet 18"],
    [{ kind: "sum", of: "/r", equals: "/t" }, '{"r":[1],"t":"1"}', "unmet 20"],
    // each element: 1, and the values in it
    [{ kind: "unique", of: "" }, '[[1],[2],{"a":[]}]', "met 27"],
    [{ kind: "unique", of: "" }, "[1,1.0,1]", "unmet 13"],
    [{ kind: "unique", of: "" }, '[{"a":1,"b":2},{"b":2.0,"a":1}]', "unmet 39"],
    [{ kind: "unique", of: "", member: "/k" }, '[{"k":1},{"k":"1"}]', "met 25"],
    [{ kind: "unique", of: "", member: "/k" }, '[{"k":1},{}]', "unmet 17"],
    [{ kind: "unique", of: "/0" }, "[1]", "unmet 4"],
    [{ kind: "compare", left: "/0", op: "<", right: "/1" }, "[1,2]", "met 7"],
    [{ kind: "compare", left: "/0", op: "<", right: "/1" }, "[2,2.0]", "unmet 9"],
    [{ kind: "compare", left: "/0", op: "<=", right: "/1" }, "[2,2.0]", "met 9"],
    [{ kind: "compare", left: "/0", op: "<=", right: "/1" }, "[3,2]", "unmet 7"],
    [{ kind: "compare", left: "/0", op: "=", right: "/1" }, "[2,2.0]", "met 9"],
    [{ kind: "compare", left: "/0", op: "=", right: "/1" }, "[2,3]", "unmet 7"],
    // The right is not followed if the left is not a number.
    [{ kind: "compare", left: "/0", op: "=", right: "/1" }, '["2",2]', "unmet 8"],
    [{ kind: "compare", left: "/0", op: "=", right: "/1/2" }, "[2]", "unmet 6"],
    [{ kind: "compare", left: "/00", op: "=", right: "/0" }, "[2]", "unmet 4"],
    [{ kind: "compare", left: "/a~1b/~0~01", op: "=", right: "/a~1b/~0~01" }, '{"a/b":{"~~1":2}}', "met 21"],
  ])("given %j over %s, then it is %s", (check, delivery, expected) => {
    expect(outcomeOf(check, delivery)).toBe(expected)
  })

  it("says where the sum and the elements fail", () => {
    const why = (check: object, delivery: string) => firstOf(run([check], delivery)).why
    expect(why({ kind: "sum", of: "/rows", member: "/n", max: 1 }, rows([{ n: 1 }, { n: "x" }]))).toBe(
      "/rows/1/n is no number.",
    )
    expect(why({ kind: "unique", of: "/rows" }, rows([1, 1]))).toBe("/rows/1 equals one before it.")
    expect(why({ kind: "count", of: "/other", min: 1 }, rows([]))).toBe("/other is no list.")
    expect(why({ kind: "sum", of: "/rows", max: 1 }, rows([2]))).toBe(
      "The sum of the elements of /rows is over max.",
    )
    expect(why({ kind: "json" }, "[1,]")).toBe(
      "The delivery is not JSON: a value is expected, at character 3.",
    )
  })
})

describe("what a check may state", () => {
  it.each([
    [{ kind: "bytes" }, ["/checks/0"]],
    [{ kind: "bytes", min: 2, max: 1 }, ["/checks/0/min"]],
    [{ kind: "bytes", min: "1" }, ["/checks/0/min"]],
    [{ kind: "bytes", min: 1, share: 0 }, ["/checks/0/share"]],
    [{ kind: "bytes", min: 1, share: 1.5 }, ["/checks/0/share"]],
    [{ kind: "bytes", min: 1, share: 1_000_001 }, ["/checks/0/share"]],
    [{ kind: "bytes", min: 1, id: "A" }, ["/checks/0/id"]],
    [{ kind: "bytes", min: 1, id: "a".repeat(41) }, ["/checks/0/id"]],
    [{ kind: "sha256", oneOf: [] }, ["/checks/0/oneOf"]],
    [{ kind: "sha256", oneOf: ["A".repeat(64)] }, ["/checks/0/oneOf/0"]],
    [{ kind: "sha256" }, ["/checks/0/oneOf"]],
    [{ kind: "text" }, ["/checks/0"]],
    [{ kind: "text", contains: [] }, ["/checks/0/contains"]],
    [
      { kind: "text", contains: ["", "x".repeat(501), 3] },
      ["/checks/0/contains/0", "/checks/0/contains/1", "/checks/0/contains/2"],
    ],
    [{ kind: "json", extra: 1, "a/b": 2 }, ["/checks/0/a~1b", "/checks/0/extra"]],
    [{ kind: "count", of: "rows", min: 1 }, ["/checks/0/of"]],
    [{ kind: "count", of: "/a~2", min: 1 }, ["/checks/0/of"]],
    [{ kind: "count", of: "" }, ["/checks/0"]],
    [{ kind: "count", of: "", shareMin: 2, shareMax: 1 }, ["/checks/0/shareMin"]],
    [{ kind: "sum", of: "" }, ["/checks/0"]],
    [{ kind: "compare", left: "", op: ">", right: "" }, ["/checks/0/op"]],
    [{ kind: "attested", by: "ab", within: 1, otherwise: "met" }, ["/checks/0/by"]],
    [{ kind: "attested", by: "-ab", within: 1, otherwise: "met" }, ["/checks/0/by"]],
    [
      { kind: "attested", by: "judge", within: 337, otherwise: "unknown" },
      ["/checks/0/by", "/checks/0/otherwise", "/checks/0/within"],
    ],
    [{ kind: "pattern", pattern: 1 }, ["/checks/0/pattern"]],
    [{ kind: "bytes", min: 1, share: "1" }, ["/checks/0/share"]],
    [{ kind: "other" }, ["/checks/0/kind"]],
    [{ kind: 1 }, ["/checks/0/kind"]],
    [{ kind: "count", of: 1, min: 1 }, ["/checks/0/of"]],
  ])("given %j, then the problems are at %j", (check, paths) => {
    expect(pathsOf(documentOf([check]))).toEqual(paths)
  })

  it.each([
    { kind: "text", contains: ["x".repeat(500)], absent: Array(16).fill("😀".repeat(500)) },
    { kind: "bytes", min: -1.5, max: 1e300, share: 1_000_000 },
    { kind: "attested", by: "a-b", within: 336, otherwise: "met" },
  ])("what stands at its limit is let through: %j", (check) => {
    expect(pathsOf(documentOf([check]))).toEqual(pathsOf(documentOf([check])).filter((path) => path === ""))
  })
})
