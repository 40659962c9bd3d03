import { describe, expect, it } from "vitest"
import { checkGiven, flag, instant, list, nullOr, oneOf, record, text, UnfitValues, whole } from "./Given.ts"

const forms = {
  name: text,
  cents: whole,
  at: instant,
  isOpen: flag,
  parts: list,
  close: nullOr(record),
  kind: oneOf(["pay", "perform"]),
}
const fitting = { name: "a", cents: 0, at: 1, isOpen: false, parts: [], close: null, kind: "pay" }

/** The paths that a maker complains of. */
const problems = (given: object, needed: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  try {
    checkGiven("thing", given, forms, needed)
    return []
  } catch (error) {
    if (!(error instanceof UnfitValues)) throw error
    return error.errors.map(({ path }) => path)
  }
}

describe("what a maker is given", () => {
  it("Rule 2.6 values that fit their members pass, and a member that isn't needed may be left out", () => {
    expect(problems(fitting, ["name"])).toEqual([])
    expect(problems({ close: { at: 1 } })).toEqual([])
  })

  it.each<[string, unknown]>([
    ["name", ""],
    ["name", 1],
    ["cents", -1],
    ["cents", 0.5],
    ["cents", "1"],
    ["cents", 2 ** 53],
    ["at", Date.UTC(10_000, 0)],
    ["at", -1],
    ["isOpen", 1],
    ["parts", {}],
    ["close", []],
    ["close", "closed"],
    ["close", undefined],
    ["kind", "declare"],
  ])("Rule 2.6 %s can't be %j", (path, value) => {
    expect(problems({ ...fitting, [path]: value })).toEqual([path])
  })

  it("Rule 2.6 one error names every problem: what is missing, what does not fit, and what is not a member", () => {
    // given a member that every object inherits, too
    const given = { cents: -1, colour: "red", toString: "a" }
    // then
    expect(problems(given, ["name"])).toEqual(["name", "cents", "colour", "toString"])
    expect(() => checkGiven("thing", given, forms, ["name"])).toThrow(
      "thing: name is missing; cents must be a whole number, 0 or more; colour is not a member; toString is not a member",
    )
  })
})
