import { describe, expect, it } from "vitest"
import { documentOf, pathsOf, problemsOf } from "./testing/Run.ts"

/** The paths of the problems of a schema, from the schema on. */
const wrong = (schema: unknown): ReadonlyArray<string> =>
  pathsOf(documentOf([{ kind: "schema", schema }])).map((path) => path.replace("/checks/0/schema", ""))

describe("a schema that is refused", () => {
  it.each([
    [1, [""]],
    [[], [""]],
    [{ multipleOf: 2 }, ["/multipleOf"]],
    [{ uniqueItems: true, $id: "a" }, ["/$id", "/uniqueItems"]],
    [{ constructor: 1 }, ["/constructor"]],
    [{ type: "text" }, ["/type"]],
    [{ type: [] }, ["/type"]],
    [{ type: ["null", "null"] }, ["/type"]],
    [{ type: [1] }, ["/type"]],
    [{ enum: [] }, ["/enum"]],
    [{ enum: 1 }, ["/enum"]],
    [{ allOf: [] }, ["/allOf"]],
    [{ anyOf: {} }, ["/anyOf"]],
    [{ anyOf: [1, true] }, ["/anyOf/0"]],
    [{ required: "a" }, ["/required"]],
    [{ required: ["a", "a"] }, ["/required"]],
    [{ properties: [] }, ["/properties"]],
    [{ properties: { "a/b": 1 } }, ["/properties/a~1b"]],
    [{ items: [true] }, ["/items"]],
    [{ not: null }, ["/not"]],
    [{ minLength: -1 }, ["/minLength"]],
    [{ contains: true, minContains: "1" }, ["/minContains"]],
    [{ minLength: 1.5 }, ["/minLength"]],
    [{ minimum: "1" }, ["/minimum"]],
    [{ title: 1, description: null }, ["/description", "/title"]],
    [{ pattern: 1 }, ["/pattern"]],
    [{ pattern: "(" }, ["/pattern"]],
    [{ minContains: 1 }, ["/minContains"]],
    [{ minItems: 2, maxItems: 1 }, ["/minItems"]],
    [{ minLength: 2, maxLength: 1 }, ["/minLength"]],
    [{ minimum: 2, maximum: 1 }, ["/minimum"]],
    [{ exclusiveMinimum: 2, exclusiveMaximum: 1 }, ["/exclusiveMinimum"]],
    [{ $ref: "#/$defs/a" }, ["/$ref"]],
    [{ $ref: "#" }, ["/$ref"]],
    [{ $ref: 1 }, ["/$ref"]],
    [{ $defs: [] }, ["/$defs"]],
    [{ $defs: { "a b": true } }, ["/$defs/a b"]],
    [{ $defs: { a: { multipleOf: 1 } } }, ["/$defs/a/multipleOf"]],
    [{ items: { $defs: {} } }, ["/items/$defs"]],
    [{ $defs: { a: { $defs: {} } } }, ["/$defs/a/$defs"]],
  ])("given %j, then the problems are at %j", (schema, paths) => {
    expect(wrong(schema)).toEqual(paths)
  })

  it.each([
    [{ $defs: { a: { $ref: "#/$defs/a" } } }, ["/$defs/a/$ref"]],
    [
      { $defs: { a: { not: { anyOf: [{ $ref: "#/$defs/b" }] } }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      ["/$defs/a/not/anyOf/0/$ref", "/$defs/b/allOf/0/$ref"],
    ],
    // A reference that leads to a circle without standing in it is not the fault.
    [
      { $ref: "#/$defs/a", allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { $ref: "#/$defs/a" } } },
      ["/$defs/a/$ref"],
    ],
  ])("a circle that goes into no value is refused where it stands: %j", (schema, paths) => {
    expect(wrong(schema)).toEqual(paths)
  })

  it("a circle that goes into a value is let through", () => {
    expect(
      wrong({ $ref: "#/$defs/a", $defs: { a: { properties: { next: { $ref: "#/$defs/a" } } } } }),
    ).toEqual([])
  })
})

describe("schemas within each other", () => {
  const nest = (levels: number, inner: unknown = true): unknown =>
    levels === 1 ? inner : { items: nest(levels - 1, inner) }
  const chain = (levels: number): unknown => (levels === 1 ? true : { not: chain(levels - 1) })

  it.each([
    ["32 that go into values", nest(32), 0],
    ["33 that go into values", nest(33), 1],
    ["32 for the same value", chain(32), 0],
    ["33 for the same value", chain(33), 1],
    // The reference stands at 30 and has a height of 3: 30 - 1 + 3.
    [
      "a reference to two more",
      { ...(nest(29, { items: { $ref: "#/$defs/a" } }) as object), $defs: { a: { not: true } } },
      0,
    ],
    [
      "a reference to three more",
      { ...(nest(29, { items: { $ref: "#/$defs/a" } }) as object), $defs: { a: { not: { not: true } } } },
      1,
    ],
  ])("given %s, then the number of problems follows", (_, schema, number) => {
    expect(wrong(schema)).toHaveLength(number)
  })
})

describe("a schema that is let through", () => {
  it.each([
    { enum: [1, 1], required: [], properties: {}, $defs: {} },
    { $defs: { [`${"a".repeat(61)}._-`]: true } },
    { minContains: 0, contains: false },
    { minItems: 2, maxItems: 2, minLength: 1e300, exclusiveMinimum: 1, exclusiveMaximum: 1 },
    { properties: { $ref: true, $defs: true, multipleOf: { const: { $ref: 1 } } } },
    { $ref: "#/$defs/a", $defs: { a: true }, type: "null" },
  ])("%j", (schema) => {
    expect(wrong(schema)).toEqual([])
  })

  it("stands under where as well", () => {
    const check = { kind: "count", of: "", min: 0, where: { $ref: "#/$defs/a", $defs: { a: { foo: 1 } } } }
    expect(problemsOf(documentOf([check]))).toMatchObject([
      { path: "/checks/0/where/$defs/a/foo", code: "criteria_refused" },
    ])
  })
})
