import { Arbitrary, Effect, Either, FastCheck as fc, ParseResult, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { encoderOf } from "./Encodes.ts"
import { DateTime, Stamp } from "./Time.ts"

const Inner = Schema.Struct({ a: Schema.String, n: Schema.optionalWith(Schema.Int, { exact: true }) })
const Everything = Schema.Struct({
  text: Schema.String.pipe(Schema.maxLength(3)),
  kind: Schema.Literal("x", "y"),
  maybe: Schema.NullOr(Schema.Number),
  flag: Schema.optionalWith(Schema.Boolean, { exact: true }),
  list: Schema.Array(Inner).pipe(Schema.maxItems(2)),
  at: Schema.NullOr(DateTime),
  form: Schema.Union(
    Schema.Struct({ tag: Schema.Literal("n"), at: Stamp }),
    Schema.Union(Schema.Struct({ tag: Schema.Literal("m"), m: Schema.Number }), Schema.Null),
    Schema.Struct({ b: Schema.Boolean }).pipe(Schema.filter(({ b }) => b)),
  ),
  some: Schema.NonEmptyArray(Schema.NumberFromString),
  pair: Schema.Tuple(Schema.String, Stamp),
})
type Everything = typeof Everything.Type

const at = Date.UTC(2026, 10, 20, 9)
const given: Everything = {
  text: "abc",
  kind: "x",
  maybe: null,
  list: [{ a: "" }, { a: "b", n: 1 }],
  at,
  form: { tag: "n", at },
  some: [1, 2],
  pair: ["", at],
}

const outcomeOf = (encode: (value: unknown) => unknown, value: unknown) =>
  Either.try({ try: () => encode(value), catch: String })

const bySchema = Schema.encodeUnknownSync(Everything)
const compiled = encoderOf(Everything)

describe("a compiled encoding of a schema", () => {
  it("encodes a value as the schema does, with its members in the same order", () => {
    const text = JSON.stringify(compiled(given))
    expect(text).toBe(JSON.stringify(bySchema(given)))
    expect(text).toContain('"at":"2026-11-20T09:00:00.000Z"')
  })

  it("leaves out members that the schema does not name", () => {
    const more = { ...given, other: 1, list: [{ a: "", secret: 1 }], form: { tag: "m", m: 1, at } }
    expect(compiled(more)).toEqual({
      ...(compiled(given) as object),
      list: [{ a: "" }],
      form: { tag: "m", m: 1 },
    })
  })

  it.each<[string, unknown]>([
    ["no object", null],
    ["a list", []],
    ["a member too few", { ...given, list: undefined }],
    ["a member that is inherited", Object.create(given)],
    ["a text that is too long", { ...given, text: "abcd" }],
    ["no list", { ...given, list: {} }],
    ["an element that does not fit", { ...given, list: [1] }],
    ["a hole in a list", { ...given, some: new Array(1) }],
    ["a list without its first element", { ...given, some: [] }],
    ["a tuple with an element too many", { ...given, pair: ["", at, at] }],
    ["an instant that is none", { ...given, at: 0.5 }],
    ["an instant whose text is none", { ...given, at: -1 }],
    ["an object of no form", { ...given, form: { tag: "o" } }],
    ["an object of a form that does not fit", { ...given, form: { tag: "m", m: "1" } }],
    ["an object that could have several forms", { ...given, form: { tag: "m", m: 1, b: true } }],
    ["a value of no form", { ...given, form: 1 }],
    ["a refined form that does not fit", { ...given, form: { b: false } }],
  ])("gives or throws what the schema does for %s", (_what, value) => {
    expect(outcomeOf(compiled, value)).toEqual(outcomeOf(bySchema, value))
  })

  it.each<[string, Schema.Schema.AnyNoContext, unknown]>([
    ["a record", Schema.Record({ key: Schema.String, value: Stamp }), { a: at }],
    ["an object without members", Schema.Struct({}), { a: 1 }],
    ["a value of any type", Schema.NullOr(Schema.Unknown), { a: 1 }],
    ["a list with an end", Schema.Tuple([], Stamp, Schema.Number), [at, 1]],
    ["a tuple with an optional element", Schema.Tuple(Schema.optionalElement(Stamp)), [at]],
    [
      "a transformation of members",
      Schema.Struct({ a: Schema.String.pipe(Schema.optional, Schema.fromKey("b")) }),
      { a: "" },
    ],
    ["an object that a list of characters takes", Schema.Union(Inner, Schema.split(",")), ["a", "b"]],
    [
      "an encoding that can fail",
      Schema.transformOrFail(Schema.String, Schema.Number, {
        decode: (text) => ParseResult.succeed(text.length),
        encode: (n, _options, ast) =>
          n > 0 ? ParseResult.succeed("a".repeat(n)) : ParseResult.fail(new ParseResult.Type(ast, n)),
      }),
      0,
    ],
    [
      "an encoding that is an effect",
      Schema.transformOrFail(Schema.String, Schema.Number, {
        decode: (text) => Effect.succeed(text.length),
        encode: (n) => Effect.succeed("a".repeat(n)),
      }),
      2,
    ],
  ])("gives or throws what the schema does for %s", (_what, schema, value) => {
    expect(outcomeOf(encoderOf(schema), value)).toEqual(outcomeOf(Schema.encodeUnknownSync(schema), value))
  })

  it("agrees with the schema on every value", () => {
    fc.assert(
      fc.property(Arbitrary.make(Schema.typeSchema(Everything)), (value) => {
        expect(outcomeOf(compiled, value)).toEqual(outcomeOf(bySchema, value))
      }),
    )
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(outcomeOf(compiled, value)).toEqual(outcomeOf(bySchema, value))
      }),
    )
  })
})
