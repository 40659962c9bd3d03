/** The keywords of a schema: a table of what each may state, and of what it means. */
import { compare, type Decimal, decimalOf, isWhole } from "./Decimal.ts"
import type { Fuel } from "./Fuel.ts"
import { areEqual, countValues, isDecimal, isList, isObject, type Type, typeOf, type Value } from "./Json.ts"
import type { Applicator, Assertion, Keyword, Part, Schema } from "./Keyword.ts"
import { type Decoder, type Problems, readForm, readNumber } from "./Members.ts"
import { readPattern, stepsOf } from "./Pattern.ts"
import { escapeToken } from "./Pointer.ts"
import { countBytes, countPoints } from "./Text.ts"

/** What a keyword may ask of the reader of the schema that it stands in. */
export interface Surroundings {
  readonly problems: Problems
  /** The schema in which the keyword stands. */
  readonly members: ReadonlyMap<string, Value>
  readonly isRoot: boolean
  /** Reads a schema within. With `isSame` it is applied to the same value. */
  readonly schema: (value: Value, path: string, isSame?: boolean) => Schema
  readonly reference: (value: Value, path: string) => (() => Schema) | undefined
  readonly definitions: (value: Value, path: string) => void
}

/** Reads what a keyword states. Undefined for one that asserts nothing, and where there is a problem. */
type Row = (value: Value, path: string, around: Surroundings) => Omit<Keyword, "name"> | undefined

const asserting = (of: Type | null, holds: Assertion["holds"]): Omit<Assertion, "name"> => ({
  does: "assert",
  of,
  holds,
})
const applying = (
  does: Applicator["does"],
  of: Type | null,
  parts: Applicator["parts"],
  more: Partial<Pick<Applicator, "cost" | "holdsWithout">> = {},
): Omit<Applicator, "name"> => ({ does, of, cost: () => 0, parts, ...more })

const decoded =
  <T>(decoder: Decoder<T>, make: (read: T) => Omit<Keyword, "name"> | undefined): Row =>
  (value, path, { problems }) => {
    const read = decoder(value, path, problems)
    return read === undefined ? undefined : make(read)
  }

const readSize: Decoder<Decimal> = (value, path, problems) =>
  isDecimal(value) && isWhole(value) && value.mantissa >= 0n
    ? value
    : problems.refuse(path, "must be a whole number, 0 or more")

/** A list of texts, none twice. */
const readNames: Decoder<ReadonlyArray<string>> = (value, path, problems) => {
  const names = isList(value) ? value.filter((one) => typeof one === "string") : []
  const isWhole = isList(value) && names.length === value.length && new Set(names).size === names.length
  return isWhole ? names : problems.refuse(path, "must be a list of texts, each of them once")
}

const typeNames: ReadonlySet<Value> = new Set([
  "null",
  "boolean",
  "object",
  "array",
  "number",
  "string",
  "integer",
])
const readTypes: Decoder<ReadonlyArray<string>> = (value, path, problems) => {
  const words = `must be one of ${[...typeNames].join(", ")}, or a list of at least one of them`
  const names = typeof value === "string" ? [value] : readNames(value, path, problems)
  if (names === undefined) return undefined
  return names.length > 0 && names.every((name) => typeNames.has(name)) ? names : problems.refuse(path, words)
}
const isOfType = (value: Value, types: ReadonlyArray<string>): boolean =>
  types.includes(typeOf(value)) || (isDecimal(value) && isWhole(value) && types.includes("integer"))

const sizeOfText = (isWithin: (found: number) => boolean): Omit<Assertion, "name"> =>
  asserting("string", (value, fuel) => {
    if (typeof value !== "string") return true
    fuel.spend(1 + Math.ceil(countBytes(value) / 16))
    return isWithin(countPoints(value))
  })
const orderOf = (size: number, limit: Decimal): number => compare(decimalOf(BigInt(size)), limit)
const bounding = (isWithin: (order: number) => boolean): Row =>
  decoded(readNumber, (limit) =>
    asserting("number", (value) => !isDecimal(value) || isWithin(compare(value, limit))),
  )
const sizing = (of: "string" | "array", isWithin: (order: number) => boolean): Row =>
  decoded(readSize, (limit) =>
    of === "string"
      ? sizeOfText((found) => isWithin(orderOf(found, limit)))
      : asserting("array", (value) => !isList(value) || isWithin(orderOf(value.length, limit))),
  )
const isLeast = (order: number): boolean => order >= 0
const isMost = (order: number): boolean => order <= 0

/** A candidate pays for its values before it is compared. */
const matching = (candidates: ReadonlyArray<Value>): Omit<Assertion, "name"> => {
  const sized = candidates.map((candidate) => ({ candidate, values: countValues(candidate) }))
  return asserting(null, (value: Value, fuel: Fuel) =>
    sized.some(({ candidate, values }) => {
      fuel.spend(values)
      return areEqual(candidate, value)
    }),
  )
}

const listOf =
  (does: "each" | "some"): Row =>
  (value, path, { problems, schema }) => {
    if (!isList(value) || value.length === 0)
      return problems.refuse(path, "must be a list of at least one schema")
    const schemas = value.map((one, i) => schema(one, `${path}/${i}`, true))
    const parts = function* (of: Value): Iterable<Part> {
      for (const one of schemas) yield { schema: one, value: of }
    }
    return applying(does, null, parts)
  }

const one =
  (make: (schema: Schema, around: Surroundings) => Omit<Applicator, "name">, isSame = false): Row =>
  (value, path, around) =>
    make(around.schema(value, path, isSame), around)

/** One by one, since a keyword may stop at the first. */
const partsOfList = (schema: Schema) =>
  function* (value: Value): Iterable<Part> {
    if (isList(value)) for (const [token, item] of value.entries()) yield { schema, value: item, token }
  }

const properties: Row = (value, path, { problems, schema }) => {
  if (!isObject(value)) return problems.refuse(path, "must be an object of schemas")
  const named = [...value].map(
    ([name, stated]) => [name, schema(stated, `${path}/${escapeToken(name)}`)] as const,
  )
  const parts = function* (of: Value): Iterable<Part> {
    for (const [token, schema] of named) {
      const member = isObject(of) ? of.get(token) : undefined
      if (member !== undefined) yield { schema, value: member, token }
    }
  }
  return applying("each", "object", parts, { cost: () => named.length })
}

const additionalProperties: Row = one((schema, { members }) => {
  const beside = members.get("properties")
  const parts = function* (of: Value): Iterable<Part> {
    if (!isObject(of)) return
    for (const [token, value] of of)
      if (!isObject(beside) || !beside.has(token)) yield { schema, value, token }
  }
  return applying("each", "object", parts, { cost: (value) => (isObject(value) ? value.size : 0) })
})

const pattern: Row = (value, path, { problems }) => {
  const read = typeof value === "string" ? readPattern(value) : "must be a text"
  if (typeof read === "string") return problems.refuse(path, read)
  return asserting("string", (text, fuel) => {
    if (typeof text !== "string") return true
    fuel.spend(stepsOf(read, countBytes(text)))
    return read.matches(text)
  })
}

const words: Row = decoded(readForm(/(?:)/, "a text"), () => undefined)

/** The keywords and no others. */
export const keywords: Readonly<Record<string, Row>> = {
  $defs: (value, path, { problems, isRoot, definitions }) =>
    isRoot
      ? void definitions(value, path)
      : problems.refuse(path, "may stand at the root of the schema alone: move it there"),
  $ref: (value, path, { reference }) => {
    const target = reference(value, path)
    return target && applying("each", null, (of) => [{ schema: target(), value: of }])
  },
  additionalProperties,
  allOf: listOf("each"),
  anyOf: listOf("some"),
  const: (value) => matching([value]),
  contains: one((schema, { members }) => {
    const least = members.get("minContains")
    const holdsWithout = isDecimal(least) && least.mantissa === 0n
    return applying("count", "array", partsOfList(schema), { holdsWithout })
  }),
  description: words,
  enum: (value, path, { problems }) =>
    isList(value) && value.length > 0
      ? matching(value)
      : problems.refuse(path, "must be a list of at least one value"),
  exclusiveMaximum: bounding((order) => order < 0),
  exclusiveMinimum: bounding((order) => order > 0),
  items: one((schema) => applying("each", "array", partsOfList(schema))),
  maxItems: sizing("array", isMost),
  maxLength: sizing("string", isMost),
  maximum: bounding(isMost),
  minContains: (value, path, { problems, members }) => {
    const least = readSize(value, path, problems)
    if (!members.has("contains")) return problems.refuse(path, "needs contains beside it")
    return least && { does: "counted", of: "array", isEnough: (count: number) => orderOf(count, least) >= 0 }
  },
  minItems: sizing("array", isLeast),
  minLength: sizing("string", isLeast),
  minimum: bounding(isLeast),
  not: one((schema) => applying("no", null, (of) => [{ schema, value: of }]), true),
  pattern,
  properties,
  required: decoded(readNames, (names) =>
    asserting("object", (value, fuel) => {
      fuel.spend(names.length)
      return !isObject(value) || names.every((name) => value.has(name))
    }),
  ),
  title: words,
  type: (value, path, { problems }) => {
    const types = readTypes(value, path, problems)
    if (types === undefined) return undefined
    const cost = isList(value) ? types.length : 0
    return asserting(null, (of, fuel) => {
      fuel.spend(cost)
      return isOfType(of, types)
    })
  },
}
