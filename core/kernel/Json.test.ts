/** Canonical JSON, the differences of two values, and the scan of a text before it is parsed. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { byteLength, sha256Hex } from "./Hash.ts"
import { canonical, differences, type Json, scan, showValue } from "./Json.ts"

describe("canonical JSON", () => {
  it("Rule 5.4 keys are in code-unit order at every depth, whatever their order was", () => {
    expect(canonical({ b: [{ z: 1, a: null }], a: "é", "€": 1, "\r": 2, "😀": 3 })).toBe(
      '{"\\r":2,"a":"é","b":[{"a":null,"z":1}],"€":1,"😀":3}',
    )
  })

  it("Rule 5.4 the text reads back as the same value and is its own canonical form", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // The library types the members of an object as optional, but every member that it draws is there.
        const text = canonical(value as Json)
        expect(canonical(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it("Rule 5.4 an absent member is left out", () => {
    const value: { readonly [key: string]: Json } = JSON.parse('{"a":1}')
    expect(canonical(Object.assign({}, value, { b: undefined }))).toBe('{"a":1}')
  })

  it("Rule 5.4 hashes and lengths are those of the UTF-8 bytes", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expect(byteLength("a€😀")).toBe(8)
  })
})

// The library types the members of an object as optional, but every member that it draws is there.
const json = fc.jsonValue() as fc.Arbitrary<Json>

describe("differences", () => {
  it("PD17 §1 names the innermost place at which two values differ, and both values", () => {
    const ours = { id: "x", window: { opensAt: 1, closesAt: 2 }, list: [1, { a: null }] }
    const theirs = { id: "x", window: { opensAt: 1, closesAt: 3 }, list: [1, { a: 0 }, 5] }
    expect(differences(ours, theirs)).toEqual([
      { path: "window.closesAt", ours: 2, theirs: 3 },
      { path: "list.1.a", ours: null, theirs: 0 },
      { path: "list.2", ours: undefined, theirs: 5 },
    ])
  })

  it("a list is not an object with numbers for names, and null is not an absent member", () => {
    expect(differences([], {})).toHaveLength(1)
    expect(differences({ a: null }, {})).toEqual([{ path: "a", ours: null, theirs: undefined }])
    expect([showValue(undefined), showValue({ b: 1, a: "x" })]).toEqual(["nothing", '{"a":"x","b":1}'])
  })

  it("equal values have no difference, and unequal ones have at least one", () => {
    fc.assert(
      fc.property(json, json, (ours, theirs) => {
        expect(differences(ours, ours)).toEqual([])
        expect(differences(ours, theirs).length > 0).toBe(canonical(ours) !== canonical(theirs))
      }),
    )
  })
})

const bounds = { depthMax: 4, itemsMax: 8 }

describe("the scan of a JSON text", () => {
  it("brackets in strings don't count as levels", () => {
    const bounds = { depthMax: 1, itemsMax: 1 }
    expect(scan(JSON.stringify({ a: '[[[["{{{,,,:\\' }), bounds)).toEqual({ _tag: "Within", items: 1 })
  })

  it("says where an object names a member twice, also if one of the names has escapes", () => {
    expect(scan('{"b":[{"a":1,"\\u0061":2}]}', bounds)).toEqual({ _tag: "Repeated", at: ["b", 0, "a"] })
    expect(scan('{"a":1,"\\x":2,"\\x":3}', bounds)).toEqual({ _tag: "Repeated", at: ['"\\x"'] })
  })

  it("stops at the first level and at the first part that is too many", () => {
    expect(scan("[".repeat(400_000), bounds)._tag).toBe("TooDeep")
    expect(scan("[1,2,3,4,5,6,7,8,9]", bounds)._tag).toBe("TooMany")
  })

  const size = (value: unknown): number =>
    typeof value !== "object" || value === null
      ? 0
      : Object.values(value).reduce<number>((sum, member) => sum + 1 + size(member), 0)

  it("counts the members of a value, whatever the white space in the text", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(3), (value, spaces) => {
        const found = scan(JSON.stringify(value, null, spaces), { depthMax: 99, itemsMax: 10_000 })
        expect(found).toEqual({ _tag: "Within", items: size(value) })
      }),
    )
  })

  it("no text, JSON or not, makes the scan fail", () => {
    const piece = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "a", "1", " ", '"a"', '"\\u00')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("")
        const found = scan(text, { depthMax: 4, itemsMax: 8 })
        expect(["Within", "TooDeep", "TooMany", "Repeated"]).toContain(found._tag)
      }),
    )
  })
})
