import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonical, differences, type Json, showValue } from "./Json.ts"

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
