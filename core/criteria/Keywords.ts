/** The keywords of a schema: a table of what each may state, and of what it means. */
import { compare, type Decimal, doubleOf, isEqual, isWhole, zero } from "./Decimal.ts"
import type { Fuel } from "./Fuel.ts"
import {
  areEqual,
  countValues,
  isDecimal,
  isList,
  isObject,
  itemsOf,
  membersOf,
  type Type,
  typeOf,
  type Value,
} from "./Json.ts"
import type { Applicator, Assertion, Keyword, Parts, Schema } from "./Keyword.ts"
import { type Decoder, type Problems, readForm, readNumber } from "./Members.ts"
import { readPattern, stepsOf } from "./Pattern.ts"
import { escapeToken } from "./Pointer.ts"
import { countBytes, countPoints } from "./Text.ts"

/** The means that the reader of a schema offers to the keywords in it. */
export interface Surroundings {
  readonly problems: Problems
  readonly members: ReadonlyMap<string, Value>
  readonly isRoot: boolean
  /** Reads a schema within. With `isSame` it is applied to the same value. */
  readonly schema: (value: Value, path: string, isSame?: boolean) => Schema
  /** A list that has the schema of a reference once all definitions are read. */
  readonly reference: (value: Value, path: string) => ReadonlyArray<Schema> | undefined
  readonly definitions: (value: Value, path: string) => void
}

/** Reads the value of a keyword. Undefined for a keyword that asserts nothing, and if there is a problem. */
type Row = (value: Value, path: string, around: Surroundings) => Omit<Keyword, "name"> | undefined

const asserting = (of: Type | null, holds: Assertion["holds"]): Omit<Assertion, "name"> => ({
  does: "assert",
  of,
  holds,
})
const applying = (
  does: Applicator["does"],
  of: Type | null,
  parts: Parts,
  more: Partial<Pick<Applicator, "cost" | "holdsWithout">> = {},
): Omit<Applicator, "name"> => ({ does, of, cost: () => 0, parts, ...more })

const decodeWith =
  <T>(decoder: Decoder<T>, make: (read: T) => Omit<Keyword, "name"> | undefined): Row =>
  (value, path, { problems }) => {
    const read = decoder(value, path, problems)
    return read === undefined ? undefined : make(read)
  }

const readSize: Decoder<Decimal> = (value, path, problems) =>
  isDecimal(value) && isWhole(value) && !value.isNegative
    ? value
    : problems.refuse(path, "must be a whole number, 0 or more")

const readNames: Decoder<ReadonlyArray<string>> = (value, path, problems) => {
  const names = itemsOf(value).filter((one) => typeof one === "string")
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
    const text = String(value)
    fuel.spend(1 + Math.ceil(countBytes(text) / 16))
    return isWithin(countPoints(text))
  })
const bounding = (isWithin: (order: number) => boolean): Row =>
  decodeWith(readNumber, (limit) =>
    asserting("number", (value) => !isDecimal(value) || isWithin(compare(value, limit))),
  )
const sizing = (of: "string" | "array", isWithin: (order: number) => boolean): Row =>
  decodeWith(readSize, (read) => {
    // The double of a limit is on the same side of every size that there can be.
    const limit = doubleOf(read)
    return of === "string"
      ? sizeOfText((found) => isWithin(found - limit))
      : asserting("array", (value) => !isList(value) || isWithin(value.length - limit))
  })
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
    return applying(does, null, { to: "itself", schemas })
  }

const one =
  (make: (schema: Schema, around: Surroundings) => Omit<Applicator, "name">, isSame = false): Row =>
  (value, path, around) =>
    make(around.schema(value, path, isSame), around)

const properties: Row = (value, path, { problems, schema }) => {
  if (!isObject(value)) return problems.refuse(path, "must be an object of schemas")
  const schemas = [...value].map(
    ([name, stated]) => [name, schema(stated, `${path}/${escapeToken(name)}`)] as const,
  )
  return applying("each", "object", { to: "members", schemas }, { cost: () => schemas.length })
}

const additionalProperties: Row = one((schema, { members }) => {
  const beside = membersOf(members.get("properties"))
  return applying(
    "each",
    "object",
    { to: "others", beside, schema },
    { cost: (value) => membersOf(value).size },
  )
})

const pattern: Row = (value, path, { problems }) => {
  const read = typeof value === "string" ? readPattern(value) : "must be a text"
  if (typeof read === "string") return problems.refuse(path, read)
  return asserting("string", (value, fuel) => {
    const text = String(value)
    fuel.spend(stepsOf(read, countBytes(text)))
    return read.matches(text)
  })
}

const words: Row = decodeWith(readForm(/(?:)/, "a text"), () => undefined)

export const keywords: Readonly<Record<string, Row>> = {
  $defs: (value, path, { problems, isRoot, definitions }) =>
    isRoot
      ? void definitions(value, path)
      : problems.refuse(path, "may stand at the root of the schema alone: move it there"),
  $ref: (value, path, { reference }) => {
    const schemas = reference(value, path)
    return schemas && applying("each", null, { to: "itself", schemas })
  },
  additionalProperties,
  allOf: listOf("each"),
  anyOf: listOf("some"),
  const: (value) => matching([value]),
  contains: one((schema, { members }) => {
    const least = members.get("minContains")
    const holdsWithout = isDecimal(least) && isEqual(least, zero)
    return applying("count", "array", { to: "items", schema }, { holdsWithout })
  }),
  description: words,
  enum: (value, path, { problems }) =>
    isList(value) && value.length > 0
      ? matching(value)
      : problems.refuse(path, "must be a list of at least one value"),
  exclusiveMaximum: bounding((order) => order < 0),
  exclusiveMinimum: bounding((order) => order > 0),
  items: one((schema) => applying("each", "array", { to: "items", schema })),
  maxItems: sizing("array", isMost),
  maxLength: sizing("string", isMost),
  maximum: bounding(isMost),
  minContains: (value, path, { problems, members }) => {
    const least = readSize(value, path, problems)
    if (!members.has("contains")) return problems.refuse(path, "needs contains beside it")
    if (least === undefined) return undefined
    const limit = doubleOf(least)
    return { does: "counted", of: "array", isEnough: (count: number) => count >= limit }
  },
  minItems: sizing("array", isLeast),
  minLength: sizing("string", isLeast),
  minimum: bounding(isLeast),
  not: one((schema) => applying("no", null, { to: "itself", schemas: [schema] }), true),
  pattern,
  properties,
  required: decodeWith(readNames, (names) =>
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
