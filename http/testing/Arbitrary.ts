/** Random requests made from the description: most fit it, some nearly fit, and a few do not. */
import fc from "fast-check"
import { describe, type Operation } from "../api/OpenApi.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
type Members = { readonly [key: string]: Json }

const document = describe({ baseUrl: "http://court.test", sandbox: true, formats: true })

export interface Target {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}
export const targets: ReadonlyArray<Target> = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: Json | undefined, ...keys: ReadonlyArray<string>): Json | undefined =>
  keys.reduce<Json | undefined>((from, key) => (isMembers(from) ? from[key] : undefined), value)

const resolve = (schema: Json): Json => {
  const ref = at(schema, "$ref")
  return typeof ref === "string" ? (at(document, ...ref.replace("#/", "").split("/")) ?? null) : schema
}

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "seller",
    "buyer",
    "pay",
    "2026-11-20T09:00:00.000Z",
    "ab".repeat(32),
    "",
    "𝒳\u2028",
    "__proto__",
  ),
)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: texts },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2_000_000_000 }) },
)

/** A value that fits a schema, or now and then a value that does not. */
const nearly = (schema: Json, depth = 0): fc.Arbitrary<unknown> => {
  const node = resolve(schema)
  if (!isMembers(node) || depth > 6) return anything
  const sometimes = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anything })
  if (Array.isArray(node.anyOf)) return fc.oneof(...node.anyOf.map((member) => nearly(member, depth + 1)))
  if (Array.isArray(node.enum)) return sometimes(fc.constantFrom(...node.enum))
  if (node.type === "object") {
    const properties = isMembers(node.properties) ? Object.entries(node.properties) : []
    const required = Array.isArray(node.required) ? node.required : []
    const members = Object.fromEntries(properties.map(([key, value]) => [key, nearly(value, depth + 1)]))
    const requiredKeys = required.filter((key): key is string => typeof key === "string")
    return sometimes(fc.record(members, { requiredKeys }))
  }
  if (node.type === "array")
    return sometimes(fc.array(nearly(node.items ?? null, depth + 1), { maxLength: 3 }))
  if (node.type === "integer" || node.type === "number") return sometimes(fc.integer({ min: 0, max: 1000 }))
  return node.type === "boolean" ? sometimes(fc.boolean()) : texts
}

const placesOf = (value: Json, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== "object" || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]))]

const replaced = (value: Json, [key, ...rest]: ReadonlyArray<string>, by: unknown): unknown => {
  if (key === undefined || typeof value !== "object" || value === null) return by
  const put = (member: Json, name: string) => (name === key ? replaced(member, rest, by) : member)
  return Array.isArray(value)
    ? value.map((member, i) => put(member, String(i)))
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member, name)]))
}

/** A body that fits, with at most one place changed. */
const changed = (example: Json): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constant(example),
    fc
      .tuple(fc.constantFrom(...placesOf(example)), anything)
      .map(([path, by]) => replaced(example, path, by)),
  )

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [nested(levels - 1)] })

/** Values that are costly for a service: long, wide, deep, or many. */
const large: fc.Arbitrary<unknown> = fc.oneof(
  fc.nat(900_000).map((n) => "x".repeat(n)),
  fc.nat(200_000).map((n) => "é\u{1f600}".repeat(n)),
  fc.nat(400_000).map((n) => Array<number>(n).fill(1)),
  fc.nat(2_500).map((n) => Array<object>(n).fill({ a: [1] })),
  fc.nat(6_000).map((n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`member-${i}`, i]))),
  fc.nat(20).map(nested),
)

/** A body that fits with one place made large, or a large value instead of a body. */
const grown = (example: Json): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...placesOf(example)), large).map(([path, by]) => replaced(example, path, by))

const bodyOf = ({ operation }: Target): fc.Arbitrary<unknown> => {
  const content = at(operation, "requestBody", "content", "application/json")
  const shaped = nearly(at(content, "schema") ?? {})
  const example = at(content, "example")
  return fc.oneof(
    { weight: 12, arbitrary: shaped },
    { weight: example === undefined ? 0 : 12, arbitrary: changed(example ?? null) },
    { weight: 3, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: grown(example ?? null) },
  )
}

const names = fc.constantFrom(
  "seller",
  "nobody",
  "PD11",
  "[2026] MC 1",
  "018f0000-0000-7000-8000-000000000000",
  "%2e%2e",
  "ü",
)

export interface Generated {
  readonly who: number
  /** Which of the names in earlier answers is put into the path, if it has a parameter. */
  readonly known: number
  readonly name: string
  readonly query: string
  readonly body: unknown
}

export const requestTo = (target: Target): fc.Arbitrary<Generated> =>
  fc.record({
    who: fc.nat(1000),
    known: fc.nat(1_000_000),
    name: fc.oneof(
      { weight: 2, arbitrary: names },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
    ),
    query: fc.oneof(
      fc.constant(""),
      fc.webQueryParameters().map((text) => `?${text}`),
    ),
    body: bodyOf(target),
  })
