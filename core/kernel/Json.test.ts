import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { byteLength, sha256Hex } from "./Hash.ts"
import { canonical, type Json } from "./Json.ts"

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
