/**
 * Schemas as a model reads them: without what their names say already, and without the words that another tool gives. The court checks
 * what is left out here all the same.
 */
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { keyField } from "../api/Operations.ts"
import { readingArguments } from "./Manner.ts"
import type { Shape } from "./Operations.ts"

type Node = { readonly [key: string]: unknown }
type Members = { readonly [key: string]: Json }
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

/** Arguments that every tool takes alike. The server's instructions explain them once. */
export const shared: ReadonlyMap<string, Shape> = new Map([
  ["limit", { type: "integer" }],
  ["cursor", { type: "string" }],
  ["after", { type: "string" }],
  [keyField, { type: "string" }],
  ["dryRun", { type: "boolean" }],
  ...Object.entries(readingArguments),
])

/** A model need not read that no order may have more hours, and no sum more cents than the largest dealing. */
const longMaximum = bounds.orderHoursMax

/** The meaning of arguments in every tool that takes them. The server's instructions say it once. */
export const conventions: ReadonlyMap<string, string> = new Map([
  ["network", "A familiar name, such as base, or a CAIP-2 id."],
  ["chain", "A familiar name, such as base, or a CAIP-2 id."],
  ["asset", "A familiar name, such as USDC, or a CAIP-19 id."],
])

/** No text is so short that a model would have to be told. */
const shortCharsMin = 5

/** A name, a label or a statement is seldom as long: a model need not read that it may not be longer. */
const shortCharsMax = 4_000

/** A list of what a party states is seldom as long. */
const shortItemsMax = 100

/** The greatest length in characters of words that say no more than the name of their argument. */
export const plainWordsMax = 35

/** Whether the name says as much. The record of an id, the units cents and hours, and the meaning of a value are said always. */
const saysNoMore = (words: string): boolean =>
  words.length <= plainWordsMax && !/^The id of|`|\bcents\b|\bhours\b/.test(words)

/** Whether a keyword says what a model expects in any case. */
const isExpected = (keyword: string, value: unknown): boolean =>
  (keyword === "minLength" && Number(value) <= shortCharsMin) ||
  (keyword === "minItems" && value === 1) ||
  (keyword === "maxLength" && Number(value) <= shortCharsMax) ||
  (keyword === "maxItems" && Number(value) <= shortItemsMax) ||
  (keyword === "minimum" && Number(value) <= 2) ||
  (keyword === "maximum" && Number(value) >= longMaximum) ||
  (keyword === "exclusiveMinimum" && value === 0) ||
  keyword === "pattern" ||
  (keyword === "format" && (value === "uuid" || value === "email" || value === "uri")) ||
  (keyword === "required" && Array.isArray(value) && value.length === 0) ||
  (keyword === "additionalProperties" && value === false) ||
  (keyword === "description" && saysNoMore(String(value))) ||
  keyword === "examples"

/** The alternatives of a schema without repetition, and without `null` if leaving the member out says the same. */
const alternatives = ({ anyOf, description }: Node): ReadonlyArray<unknown> => {
  const branches = (anyOf as ReadonlyArray<Node>).map(shortenSchema)
  const left = branches.filter(
    (branch) => (branch as Node).type !== "null" || /null/.test(String(description)),
  )
  return [...new Map(left.map((branch) => [JSON.stringify(branch), branch])).values()]
}

const shortenSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shortenSchema)
  if (!isNode(value)) return value
  if (Array.isArray(value.anyOf)) {
    const [only, ...more] = alternatives(value)
    const { anyOf: _, ...beside } = value
    return more.length === 0
      ? shortenSchema({ ...(only as Node), ...beside })
      : { ...beside, anyOf: [only, ...more] }
  }
  const left = Object.entries(value).filter(([keyword, said]) => !isExpected(keyword, said))
  return Object.fromEntries(
    left.map(([keyword, said]) => [
      keyword,
      keyword === "properties" && isNode(said) ? mapValues(said, shortenSchema) : shortenSchema(said),
    ]),
  )
}

const mapValues = (members: Node, change: (value: unknown, name: string) => unknown): Node =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]))

const without = (value: unknown, omitted: ReadonlyArray<string>): unknown => {
  if (Array.isArray(value)) return value.map((element) => without(element, omitted))
  if (!isNode(value)) return value
  const kept = Object.entries(value).filter(([name]) => !omitted.includes(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, omitted)]))
}

/** An argument of a tool without words that the instructions say. */
const withoutConventions = (shape: Node, name: string): Node => {
  const { description, ...rest } = shape
  return description !== undefined && conventions.get(name) === description ? rest : shape
}

const hasMembers = ({ properties, items }: Node): boolean =>
  isNode(properties) || (isNode(items) && isNode(items.properties))

const once = (value: unknown, seen: Set<string>): unknown => {
  if (Array.isArray(value)) return value.map((element) => once(element, seen))
  if (!isNode(value)) return value
  const members = (all: Node): Node =>
    mapValues(all, (member, name) => {
      if (!isNode(member) || !hasMembers(member)) return once(member, seen)
      const text = `${name} ${canonical(member as Members)}`
      if (seen.has(text))
        return member.type === "array" ? { type: "array", items: { type: "object" } } : { type: "object" }
      seen.add(text)
      return once(member, seen)
    })
  return mapValues(value, (said, keyword) =>
    keyword === "properties" && isNode(said) ? members(said) : once(said, seen),
  )
}

/** A schema in which objects that an earlier member of the same name has already shown are not shown again. */
export const showOnce = (shape: Shape): Shape => once(shape, new Set()) as Shape

/** The schema of an input in brief, without the members that a tool omits. */
export const shorten = (input: Shape, omitted: ReadonlyArray<string>): Shape => {
  const { properties, ...rest } = without(shortenSchema(input), omitted) as { readonly properties: Node }
  return {
    ...rest,
    properties: mapValues(
      properties,
      (shape, name) => shared.get(name) ?? withoutConventions(likeInput(shape as Shape, properties), name),
    ),
  } as Shape
}

/** The items of a list that have only members which the input itself has: these are not explained again. */
const likeInput = (shape: Shape, members: Node): Shape => {
  const item = shape.items as Shape | undefined
  const own = Object.entries(item?.properties ?? {})
  const known = own.every(
    ([name, member]) => canonical(member as Members) === canonical((members[name] ?? null) as Json),
  )
  return own.length > 0 && known ? { ...shape, items: { type: "object" } } : shape
}

const placeless = ({ description: _, ...shape }: Node): string => canonical(shape as Members)

const objectsIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (!isNode(value)) return []
  const own = isNode(value.properties)
    ? [placeless(value), ...Object.values(value.properties).map((member) => canonical(member as Members))]
    : []
  return [...own, ...Object.values(value).flatMap(objectsIn)]
}

/** The objects and the members that a tool explains, by which another tool knows what it need not explain again. */
export const explanationsIn = (input: Shape): ReadonlySet<string> => new Set(objectsIn(input))

/** A schema that is explained already, without its words and the members of its objects. */
const nameOnly = (value: unknown): unknown => {
  if (Array.isArray(value))
    return [...new Map(value.map((one) => [JSON.stringify(nameOnly(one)), nameOnly(one)])).values()]
  if (!isNode(value)) return value
  const { description: _, properties, required: __, ...rest } = value
  return mapValues(rest, nameOnly)
}

/** A schema in which nothing is explained that another tool has explained. */
export const refer = (shape: Shape, explained: ReadonlySet<string>): Shape => {
  const shortenReferences = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shortenReferences)
    if (!isNode(value)) return value
    const known = explained.has(canonical(value as Members))
    return known || (isNode(value.properties) && explained.has(placeless(value)))
      ? nameOnly(value)
      : mapValues(value, shortenReferences)
  }
  return shortenReferences(shape) as Shape
}
