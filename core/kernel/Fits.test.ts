import { Arbitrary, Either, FastCheck as fc, ParseResult, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { decoderOf, fitsOf } from "./Fits.ts"

const strict = { onExcessProperty: "error" } as const

/** Whether the schema gives a value back as it stands; no excess member is dropped. */
const staysBy = (schema: Schema.Schema.AnyNoContext, value: unknown): boolean => {
  const decoded = ParseResult.decodeUnknownEither(schema, strict)(value)
  return decoded._tag === "Right" && JSON.stringify(sorted(decoded.right)) === JSON.stringify(sorted(value))
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}

const Inner = Schema.Struct({ a: Schema.String, n: Schema.optional(Schema.Int) })
const Everything = Schema.Struct({
  text: Schema.String.pipe(Schema.maxLength(3)),
  kind: Schema.Literal("x", "y"),
  maybe: Schema.NullOr(Schema.Number),
  flag: Schema.optionalWith(Schema.Boolean, { exact: true }),
  inner: Schema.NullOr(Inner),
  list: Schema.Array(Inner).pipe(Schema.maxItems(2)),
  at: Schema.optional(Schema.NumberFromString),
  form: Schema.Union(Schema.Struct({ tag: Schema.Literal("n"), n: Schema.Number }), Inner, Schema.Null),
  counts: Schema.Record({ key: Schema.String, value: Schema.Number }),
  some: Schema.NonEmptyArray(Schema.String),
  pair: Schema.Tuple(Schema.String, Schema.Number),
})

const given = {
  text: "abc",
  kind: "x",
  maybe: null,
  inner: null,
  list: [{ a: "" }],
  form: { tag: "n", n: 1 },
  counts: { a: 1 },
  some: ["a"],
  pair: ["a", 1],
}

describe("a compiled check of a schema", () => {
  it("says that a value fits as it stands", () => {
    expect(fitsOf(Everything)(given)).toBe(true)
    expect(fitsOf(Everything)({ ...given, flag: false, inner: { a: "b", n: 1 } })).toBe(true)
    expect(fitsOf(Everything)({ ...given, form: null, counts: {}, some: ["a", "b"] })).toBe(true)
    expect(fitsOf(Everything)({ ...given, form: { a: "", n: 1 } })).toBe(true)
  })

  it.each<[string, unknown]>([
    ["no object", null],
    ["a list", []],
    ["a member that the schema does not name", { ...given, other: 1 }],
    ["a symbol for a member", { ...given, [Symbol("other")]: 1 }],
    ["a member too few", { ...given, list: undefined }],
    ["a member that is inherited", Object.create(given)],
    ["a text that is too long", { ...given, text: "abcd" }],
    ["a text of another type", { ...given, text: 1 }],
    ["a list of another form", { ...given, list: {} }],
    ["an element that does not fit", { ...given, list: [1] }],
    ["a hole in a list", { ...given, list: new Array(1) }],
    ["a member that the schema transforms", { ...given, at: "12" }],
    ["an object that fits none of its forms", { ...given, form: { tag: "n", n: "1" } }],
    ["an object with the literal of no form", { ...given, form: { tag: "m", n: 1 } }],
    ["an object that could have several forms", { ...given, form: { tag: "n", n: 1, a: "" } }],
    ["a member of a record that does not fit", { ...given, counts: { a: "1" } }],
    ["a symbol in a record", { ...given, counts: { [Symbol("a")]: 1 } }],
    ["a member of a record that a copy loses", { ...given, counts: JSON.parse('{"__proto__": 1}') }],
    ["a record that is a list", { ...given, counts: [] }],
    ["a list without its first element", { ...given, some: [] }],
    ["a tuple with an element too many", { ...given, pair: ["a", 1, 2] }],
  ])("leaves %s to the schema", (_what, value) => {
    expect(fitsOf(Everything)(value)).toBe(false)
  })

  const orInner = (form: Schema.Schema.AnyNoContext) => Schema.Union(form, Inner)
  const [numbers, texts] = [Schema.Array(Schema.NumberFromString), Schema.Array(Schema.String)]
  const named = { key: Schema.String, value: Schema.String }
  it.each<[string, Schema.Schema.AnyNoContext, unknown]>([
    ["a refined form of several", orInner(Inner.pipe(Schema.filter(() => true))), { a: "" }],
    [
      "a form whose member may be undefined",
      orInner(Schema.Struct({ u: Schema.UndefinedOr(Schema.String) })),
      { a: "" },
    ],
    ["a form whose member any value fits", orInner(Schema.Struct({ u: Schema.Unknown })), { a: "" }],
    ["forms without members", orInner(Schema.Record({ key: Schema.String, value: Inner })), { a: "" }],
    ["lists to choose from", Schema.Union(numbers, texts), ["1"]],
    ["refined lists to choose from", Schema.Union(numbers.pipe(Schema.minItems(1)), texts), ["1"]],
    [
      "a record with names of one pattern",
      Schema.Record({ ...named, key: Schema.TemplateLiteral("a", Schema.String) }),
      { ab: "" },
    ],
    ["a record with a member of its own", Schema.Struct({ a: Schema.String }, named), { a: "" }],
    ["a list with an end", Schema.Tuple([], Schema.String, Schema.Number), ["", 1]],
    ["a tuple with an optional element", Schema.Tuple(Schema.optionalElement(Schema.String)), [""]],
    ["a refined transformation", Schema.NumberFromString.pipe(Schema.int()), "1"],
    ["an object without members", Schema.Struct({}), {}],
  ])("leaves %s to the schema", (_what, schema, value) => {
    expect(fitsOf(schema)(value)).toBe(false)
  })

  it("never says so of a value that the schema would refuse or change", () => {
    const anything = fc.record(
      {
        text: fc.oneof(fc.string({ maxLength: 4 }), fc.integer()),
        kind: fc.constantFrom("x", "y", "z"),
        maybe: fc.oneof(fc.constant(null), fc.double(), fc.string()),
        flag: fc.oneof(fc.boolean(), fc.constant(undefined)),
        inner: fc.oneof(fc.constant(null), fc.record({ a: fc.string(), n: fc.double() })),
        list: fc.array(fc.record({ a: fc.string(), other: fc.anything() }, { requiredKeys: ["a"] })),
        at: fc.constantFrom("1", "x", undefined),
        form: fc.record(
          { tag: fc.constantFrom("n", "m"), n: fc.oneof(fc.integer(), fc.string()), a: fc.string() },
          { requiredKeys: [] },
        ),
        counts: fc.dictionary(fc.string(), fc.oneof({ weight: 9, arbitrary: fc.integer() }, fc.string())),
        some: fc.array(fc.string()),
        pair: fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
      },
      { requiredKeys: ["text", "kind", "maybe", "inner", "form", "counts", "some", "pair"] },
    )
    fc.assert(
      fc.property(fc.oneof(anything, fc.anything()), (value) => {
        if (fitsOf(Everything)(value)) expect(staysBy(Everything, value)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(Arbitrary.make(Schema.typeSchema(Everything.omit("at"))), (value) => {
        fc.pre(!Object.hasOwn(value.counts, "__proto__"))
        expect(fitsOf(Everything)(value)).toBe(true)
      }),
    )
  })
})

describe("a decoder that takes what fits as it stands", () => {
  const decode = decoderOf(Everything)

  it("gives a value that fits as it stands", () => {
    expect(decode(given)).toBe(given)
  })

  it("drops, transforms and refuses what the schema does", () => {
    const slow = Schema.decodeUnknownEither(Everything)
    const fast = Either.try(() => decode({ ...given, other: 1, at: "12" }))
    expect(fast).toEqual(slow({ ...given, at: "12" }))
    expect(fast).toEqual(Either.right({ ...given, at: 12 }))
    expect(() => decode({ ...given, text: "abcd" })).toThrow(ParseResult.ParseError)
  })
})
