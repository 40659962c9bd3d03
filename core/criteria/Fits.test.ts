import { describe, expect, it } from "vitest"
import { fuelMax } from "./index.ts"
import { bytesOf, firstOf, outcomeOf, run } from "./testing/Run.ts"

/** The outcome of a schema over a value, without the steps that reading it took. */
const fits = (schema: unknown, text: string): string => {
  const { outcome, fuel } = firstOf(run([{ kind: "schema", schema }], text))
  return `${outcome === "met"} ${fuel - bytesOf(text).length}`
}

describe("a schema over a value, with its steps counted by hand", () => {
  it.each([
    // a schema costs 1, and 1 for each of its members
    [true, "1", "true 1"],
    [false, "1", "false 1"],
    [{}, "1", "true 1"],
    [{ title: "a", description: "b", $defs: {} }, "1", "true 4"],
    [{ type: "integer" }, "1.0", "true 2"],
    [{ type: "integer" }, "10e-1", "true 2"],
    [{ type: "integer" }, "1.5", "false 2"],
    [{ type: "number" }, "1.5", "true 2"],
    [{ type: ["string", "null"] }, "null", "true 4"],
    [{ type: ["string", "array"] }, "{}", "false 4"],
    [{ type: "boolean" }, "false", "true 2"],
    // a candidate costs its values, until one holds
    [{ const: { a: [1, 2] } }, '{"a":[1.0,2]}', "true 6"],
    [{ const: [] }, "{}", "false 3"],
    [{ const: { a: 1 } }, '{"b":1}', "false 4"],
    [{ const: { a: 1 } }, '{"a":2}', "false 4"],
    [{ const: { a: 1 } }, '{"a":1,"b":1}', "false 4"],
    [{ const: [1] }, "[2]", "false 4"],
    [{ const: [1] }, "[1,1]", "false 4"],
    [{ const: [null] }, "[null]", "true 4"],
    [{ const: "1" }, "1", "false 3"],
    [{ const: 1 }, "true", "false 3"],
    [{ enum: [1, [2], 3, 4] }, "3", "true 6"],
    [{ enum: [1, 1] }, "2", "false 4"],
    // 1 + ceil(m / 16) for each, of the UTF-8 bytes
    [{ minLength: 2, maxLength: 2 }, '"é😀"', "true 7"],
    [{ minLength: 3 }, '"é😀"', "false 4"],
    [{ maxLength: 1 }, '"\\u0041b"', "false 4"],
    [{ minLength: 3 }, "1", "true 2"],
    // ceil(1 / 8) × (1 + 1)
    [{ pattern: "a" }, '"a"', "true 4"],
    [{ pattern: "a" }, '"\\u0062"', "false 4"],
    [{ pattern: "a" }, "1", "true 2"],
    [{ minimum: 1, maximum: 2 }, "1.0", "true 3"],
    [{ minimum: 1 }, "0.9", "false 2"],
    [{ maximum: 1 }, "1.1", "false 2"],
    [{ exclusiveMinimum: 1 }, "1", "false 2"],
    [{ exclusiveMaximum: 1 }, "1", "false 2"],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, "0.5", "true 3"],
    [{ minimum: 9, exclusiveMinimum: 9 }, '"a"', "true 3"],
    [{ minItems: 1, maxItems: 2 }, "[1]", "true 3"],
    [{ minItems: 2 }, "[1]", "false 2"],
    [{ maxItems: 0 }, "[1]", "false 2"],
    [{ minItems: 2, items: false }, "{}", "true 3"],
    [{ required: ["a", "b"] }, '{"a":1}', "false 4"],
    [{ required: ["a"] }, '{"a":1}', "true 3"],
    [{ required: ["a"] }, "1", "true 2"],
    // items: each element costs its schema, until one fails
    [{ items: { type: "number" } }, '[1,"a",2]', "false 6"],
    [{ items: true }, "[1,2]", "true 4"],
    // Each name costs 1, and a name that the value has costs its schema too.
    [{ properties: { b: false, a: true, c: true } }, '{"a":1,"c":1}', "true 7"],
    [{ properties: { b: true, a: false } }, '{"a":1,"b":1}', "false 5"],
    [{ properties: { a: false } }, "1", "true 2"],
    // each member costs 1, and each that is not among the properties its schema; additionalProperties comes first
    [{ additionalProperties: false, properties: { a: true } }, '{"a":1}', "true 6"],
    [{ additionalProperties: false, properties: { a: true } }, '{"b":1,"a":1}', "false 6"],
    [{ additionalProperties: true }, '{"b":1,"a":1}', "true 6"],
    [{ additionalProperties: false }, "[]", "true 2"],
    [{ allOf: [true, false, true] }, "1", "false 4"],
    [{ allOf: [true, {}] }, "1", "true 4"],
    [{ anyOf: [false, true, true] }, "1", "true 4"],
    [{ anyOf: [false, false] }, "1", "false 4"],
    [{ not: false }, "1", "true 3"],
    [{ not: {} }, "1", "false 3"],
    // contains goes through all
    [{ contains: { const: 1 } }, "[1,2,1]", "true 11"],
    [{ contains: { const: 1 } }, "[2]", "false 5"],
    [{ contains: { const: 1 } }, "[]", "false 2"],
    [{ contains: { const: 1 } }, "1", "true 2"],
    [{ contains: { const: 1 }, minContains: 2 }, "[1,2,1]", "true 12"],
    [{ contains: { const: 1 }, minContains: 2 }, "[1,2]", "false 9"],
    [{ contains: { const: 1 }, minContains: 0 }, "[2]", "true 6"],
    [{ contains: true, minContains: 0 }, "[]", "true 3"],
    [{ $ref: "#/$defs/a", $defs: { a: { type: "null" } }, type: "null" }, "null", "true 6"],
    [{ $ref: "#/$defs/a", $defs: { a: { type: "null" } } }, "1", "false 5"],
    [{ $defs: { a: { items: { $ref: "#/$defs/a" }, maxItems: 1 } }, $ref: "#/$defs/a" }, "[[]]", "true 11"],
  ])("given %j over %s, then it fits: %s", (schema, text, expected) => {
    expect(fits(schema, text)).toBe(expected)
  })

  it("says the place and the keyword that failed", () => {
    const why = (schema: object, text: string) => firstOf(run([{ kind: "schema", schema }], text)).why
    expect(why({ properties: { rows: { items: { required: ["n"] } } } }, '{"rows":[{"n":1},{}]}')).toBe(
      "/rows/1 does not fit the schema, by required.",
    )
    expect(why({ items: { anyOf: [{ type: "null" }, { items: false }] } }, "[[1]]")).toBe(
      "/0 does not fit the schema, by anyOf.",
    )
    expect(why({ additionalProperties: false }, '{"b":1}')).toBe("/b does not fit the schema, by false.")
    expect(why({ not: true }, "1")).toBe("The whole value does not fit the schema, by not.")
  })

  it("given a check that needs more steps than it has, then it is unmet at all of them", () => {
    /** `d12` applies itself 2¹² times: each level beneath the last costs 2, and 2 more for each of its two references. */
    const levels = Array.from({ length: 12 }, (_, i) => {
      const beneath = { $ref: `#/$defs/d${i}` }
      return [`d${i + 1}`, { allOf: [beneath, beneath] }] as const
    })
    const $defs = { d0: true, ...Object.fromEntries(levels) }
    const stepsOf = (level: number): number => (level === 0 ? 1 : 2 + 2 * (2 + stepsOf(level - 1)))
    expect(fits({ $ref: "#/$defs/d12", $defs }, "1")).toBe(`true ${3 + stepsOf(12)}`)
    const often = { items: { $ref: "#/$defs/d12" }, $defs }
    expect(firstOf(run([{ kind: "schema", schema: often }], `[${Array(200).fill(0)}]`))).toEqual({
      id: "c0",
      outcome: "unmet",
      fuel: fuelMax,
      why: "The check needs more than the 2000000 steps that it has.",
    })
  })

  it("a value that is 64 deep takes no more of the engine's stack than another", () => {
    const nest = (levels: number): object =>
      levels === 0 ? { items: { $ref: "#/$defs/a" } } : { allOf: [nest(levels - 1)] }
    const schema = { $ref: "#/$defs/a", $defs: { a: nest(14) } }
    const delivery = `${"[".repeat(64)}${"]".repeat(64)}`
    const onTopOf = (frames: number): string =>
      frames === 0 ? outcomeOf({ kind: "schema", schema }, delivery) : onTopOf(frames - 1)
    // 3 for the root; each of the 64 lists 15 schemas of 2; 63 references of 2.
    expect(onTopOf(4000)).toBe(`met ${128 + 3 + 64 * 30 + 63 * 2}`)
  })
})
