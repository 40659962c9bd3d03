import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Judge } from "../../core/bench/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Pleading } from "../../core/matters/index.ts"
import { tooLong } from "./Lengths.ts"

const list = (n: number): ReadonlyArray<unknown> => Array<unknown>(n).fill({})

describe("the lists of a body", () => {
  it("are refused beyond the bound of their schema, at any depth and whatever they contain", () => {
    const schema = Schema.Struct({
      plain: Schema.Array(Schema.Number).pipe(Schema.maxItems(2)),
      nested: Schema.optional(
        Schema.Array(
          Schema.Struct({ inner: Schema.Array(Schema.Number).pipe(Schema.minItems(1), Schema.maxItems(1)) }),
        ),
      ),
      maybe: Schema.NullOr(Schema.Array(Schema.Number).pipe(Schema.maxItems(1))),
    })
    const found = tooLong(schema.ast)?.({
      plain: ["a", "b", "c"],
      nested: [{ inner: [1] }, { inner: [1, 2] }],
      maybe: [1, 2],
    })
    expect(found).toEqual([
      { path: "plain", message: "must be an array of at most 2 items" },
      { path: "nested[1].inner", message: "must be an array of at most 1 items" },
      { path: "maybe", message: "must be an array of at most 1 items" },
    ])
    expect(tooLong(schema.ast)?.({ plain: [], maybe: null })).toEqual([])
    expect(tooLong(schema.ast)?.("no object")).toEqual([])
  })

  it.each([
    ["a draft", Judge.Draft.ast, "orders", 2 * bounds.ordersMax],
    ["a pleading", Pleading.Pleading.ast, "orders", bounds.ordersMax],
  ])("of %s are bounded before they are read", (_, ast, name, max) => {
    expect(tooLong(ast)?.({ [name]: list(max) })).toEqual([])
    expect(tooLong(ast)?.({ [name]: list(max + 1) })).toMatchObject([{ path: name }])
  })

  it("are left to their schema if they are within the bound", () => {
    const schema = Schema.Array(Pleading.OrderSought).pipe(Schema.maxItems(1))
    expect(tooLong(schema.ast)?.([{}])).toEqual([])
    expect(Either.isLeft(Schema.decodeUnknownEither(schema)([{}]))).toBe(true)
  })
})
