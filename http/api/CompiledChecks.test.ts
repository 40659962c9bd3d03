/** The compiled check of a schema (`core/kernel/Fits.ts`) says of the court's own bodies and records nothing that their schemas do not say. */
import { Arbitrary, FastCheck as fc, ParseResult } from "effect"
import { describe, expect, it } from "vitest"
import { coreKinds } from "../../adapters/sql/testing/CoreKinds.ts"
import { fitsOf } from "../../core/kernel/Fits.ts"
import { operations } from "./Operations.ts"

const strict = { onExcessProperty: "error" } as const

const bodies = operations.flatMap(({ id, shapes, conditions }) =>
  shapes.body === null || conditions.example === null
    ? []
    : [{ id, schema: shapes.body, example: conditions.example }],
)

const replacements: ReadonlyArray<unknown> = [
  null,
  "",
  "x".repeat(70_000),
  "12",
  0,
  -1,
  1.5,
  Number.MAX_VALUE,
  true,
  [],
  [null],
  {},
  { other: 1 },
]

/** Every value that differs from this one in one place: a member or an element is gone, is another value, or is there twice. */
const alterations = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value))
    return [
      ...value.flatMap((element, i) => alterations(element).map((other) => value.with(i, other))),
      [...value, ...value],
      [],
      ...replacements,
    ]
  if (typeof value !== "object" || value === null) return replacements
  const members = Object.entries(value)
  return [
    ...members.flatMap(([name, member]) => [
      Object.fromEntries(members.filter(([other]) => other !== name)),
      ...alterations(member).map((other) => ({ ...value, [name]: other })),
    ]),
    { ...value, other: 1 },
    ...replacements,
  ]
}

describe("the compiled checks of the bodies of operations", () => {
  it("take most examples, so that they are not asked in vain", () => {
    const taken = bodies.filter(({ schema, example }) => fitsOf(schema)(example))
    expect(taken.length).toBeGreaterThan(bodies.length / 2)
  })

  it.each(bodies)("take of $id only what its schema gives back as it stands", ({ schema, example }) => {
    const [fits, decode] = [fitsOf(schema), ParseResult.decodeUnknownEither(schema, strict)]
    // given bodies that differ from the example in two places
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (first, second) => {
        const once = alterations(example)
        const twice = alterations(once[first % once.length])
        const body = twice[second % twice.length]
        // then whatever the check takes, the schema decodes to the same value
        if (!fits(body)) return
        expect(decode(body)).toEqual(ParseResult.decodeUnknownEither(schema)(body))
        expect(decode(body)).toMatchObject({ _tag: "Right", right: body })
      }),
      { numRuns: 300, seed: 20_261_125 },
    )
  })
})

const kinds = await coreKinds()

describe("the compiled checks of records", () => {
  it("take the records of every kind", () => {
    const left = kinds.filter(({ schema }) =>
      fc.sample(Arbitrary.make(schema), { numRuns: 3, seed: 7 }).some((record) => !fitsOf(schema)(record)),
    )
    expect(left.map(({ name }) => name)).toEqual([])
  })

  it.each(kinds)("take of $name only what its schema gives back as it stands", ({ schema }) => {
    const [fits, decode] = [fitsOf(schema), ParseResult.decodeUnknownEither(schema)]
    fc.assert(
      fc.property(Arbitrary.make(schema), fc.nat(), (record, place) => {
        // given records that differ from a fitting one in one place
        const others = alterations(record)
        const other = others[place % others.length]
        if (fits(other)) expect(decode(other)).toMatchObject({ _tag: "Right", right: other })
      }),
      { numRuns: 50, seed: 20_261_125 },
    )
  })
})
