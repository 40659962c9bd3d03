import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { scan } from "./Json.ts"

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
