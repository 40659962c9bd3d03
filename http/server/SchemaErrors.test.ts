import { Either, ParseResult, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Uuid } from "../../core/kernel/Id.ts"
import { ClockMove } from "../api/System.ts"
import { schemaErrors } from "./SchemaErrors.ts"

const Item = Schema.Struct({ text: Schema.NonEmptyString }).annotations({ identifier: "Item" })
const Body = Schema.Struct({
  item: Item,
  items: Schema.Array(Item).pipe(Schema.minItems(1)),
  many: Schema.Array(Schema.Number).pipe(Schema.minItems(2)),
  name: Schema.String.pipe(Schema.minLength(5), Schema.maxLength(9)),
  letter: Schema.NullOr(Schema.String.pipe(Schema.maxLength(1))),
  cents: Schema.Int,
  sure: Schema.Boolean,
  id: Uuid,
}).annotations({ identifier: "Body" })

/** The words about each place of a value that does not fit. */
const said = <A, I>(schema: Schema.Schema<A, I>, value: unknown): Readonly<Record<string, string>> => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  const issue = Either.getOrThrow(Either.flip(decode(value)))
  const errors = schemaErrors(new ParseResult.ParseError({ issue }), "")
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
}

describe("Errors: what does not fit in a request", () => {
  it("a value of a wrong kind is told the kind in words of JSON, whatever name the schema has", () => {
    expect(said(Body, [])).toEqual({ "": "must be an object" })
    expect(
      said(Body, { item: "x", items: {}, many: 1, name: 7, letter: 7, cents: "7", sure: "yes", id: 7 }),
    ).toEqual({
      item: "must be an object",
      items: "must be an array",
      many: "must be an array",
      name: "must be a string",
      letter: "must be a string or null",
      cents: "must be a number",
      sure: "must be true or false",
      id: "must be a string",
    })
  })

  it.each([
    ["may be absent", Schema.optional(Item)],
    ["may be null", Schema.NullOr(Item)],
    ["may be either", Schema.optional(Schema.NullOr(Item))],
  ])("an unknown member of an object that %s is told with its path", (_, member) => {
    const body = Schema.Struct({ profile: member })
    expect(said(body, { profile: { text: "x", more: 1 } })).toEqual({
      "profile.more": "is not a property of this object",
    })
    expect(said(body, { profile: { txt: "x" } })).toEqual({
      "profile.txt": "is not a property of this object",
      "profile.text": "is required",
    })
  })

  it("a value outside a bound is told the bound", () => {
    const item = { text: "" }
    const value = {
      item,
      items: [],
      many: [1],
      name: "four",
      letter: "ab",
      cents: 1.5,
      sure: true,
      id: "abc",
    }
    expect(said(Body, value)).toEqual({
      "item.text": "must be a string that is not empty",
      items: "must be an array of at least 1 item",
      many: "must be an array of at least 2 items",
      name: "must be a string of at least 5 characters",
      letter: "must be a string of at most 1 character or null",
      cents: "must be an integer",
      id: "must be an id as the court gives them, a UUID of version 7 in lower case",
    })
  })

  it("of an object with several forms, only the form is spoken of whose members were sent", () => {
    expect(said(ClockMove, { advanceMs: -1 })).toEqual({
      advanceMs: expect.stringMatching(/^must be a number between 0 and \d+$/),
    })
    // given members of no form, each form is spoken of
    expect(Object.keys(said(ClockMove, { hours: 1 }))).toEqual(["hours", "advanceHours", "advanceMs", "to"])
  })
})
