import type { Random } from "../../../Random.ts"
import type { Fields, Json } from "../vectors/Make.ts"
import { numberOf, scalarOf, wordOf } from "./Artifacts.ts"
import { patternOf } from "./Patterns.ts"

const types = ["null", "boolean", "object", "array", "number", "string", "integer"] as const
const names = ["n0", "n1", "n2"] as const

const typeOf = (value: Json): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return typeof value
}
const isObject = (value: Json): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Make = (random: Random, value: Json, depth: number) => Fields
const near = (random: Random, length: number): number => Math.max(0, length + random.int(3) - 1)

const general: ReadonlyArray<Make> = [
  (random, value) => ({ type: random.chance(85) ? typeOf(value) : random.pick(types) }),
  (random, value) => ({
    type: [...new Set([random.pick(types), random.chance(75) ? typeOf(value) : random.pick(types)])],
  }),
  (random, value) => ({ const: random.chance(70) ? value : scalarOf(random) }),
  (random, value) => ({
    enum: [scalarOf(random), scalarOf(random), random.chance(60) ? value : scalarOf(random)],
  }),
  (random, value, depth) => ({
    allOf: [schemaOf(random, value, depth - 1), schemaOf(random, value, depth - 1)],
  }),
  (random, value, depth) => ({
    anyOf: [schemaOf(random, scalarOf(random), depth - 1), schemaOf(random, value, depth - 1)],
  }),
  (random, _, depth) => ({ not: schemaOf(random, scalarOf(random), depth - 1) }),
  (random) => ({ title: wordOf(random) }),
]
const ofNumbers: ReadonlyArray<Make> = [
  (random, value) => ({ minimum: random.chance(60) ? value : numberOf(random) }),
  (random, value) => ({ maximum: random.chance(60) ? value : numberOf(random) }),
  (random) => ({ exclusiveMinimum: numberOf(random) - 1 }),
  (random) => ({ exclusiveMaximum: numberOf(random) + 1 }),
]
const ofTexts: ReadonlyArray<Make> = [
  (random, value) => ({ minLength: near(random, [...String(value)].length - 1) }),
  (random, value) => ({ maxLength: near(random, [...String(value)].length) }),
  (random) => ({ pattern: patternOf(random) }),
]
const itemsOf = (value: Json): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])
const oneOf = (random: Random, value: Json): Json => itemsOf(value)[random.int(itemsOf(value).length)] ?? null
const ofLists: ReadonlyArray<Make> = [
  (random, value, depth) => ({ items: schemaOf(random, oneOf(random, value), depth - 1) }),
  (random, value, depth) => ({ contains: schemaOf(random, oneOf(random, value), depth - 1) }),
  (random, value, depth) => ({
    contains: schemaOf(random, oneOf(random, value), depth - 1),
    minContains: random.int(3),
  }),
  (random, value) => ({ minItems: near(random, itemsOf(value).length - 1) }),
  (random, value) => ({ maxItems: near(random, itemsOf(value).length) }),
]
const propertiesOf = (random: Random, value: Json, depth: number): Fields =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(() => random.chance(50))
          .map(([name, member]) => [name, schemaOf(random, member, depth - 1)]),
      )
    : {}
const ofObjects: ReadonlyArray<Make> = [
  (random, value) => ({
    required: isObject(value) ? [...Object.keys(value).slice(0, 2), ...(random.chance(15) ? ["z"] : [])] : [],
  }),
  (random, value, depth) => ({ properties: propertiesOf(random, value, depth) }),
  (random, value, depth) => ({
    properties: propertiesOf(random, value, depth),
    additionalProperties: random.chance(20)
      ? false
      : random.chance(50)
        ? true
        : { type: [...types].slice(random.int(4)) },
  }),
  (random, value, depth) => ({
    properties: propertiesOf(random, value, depth),
    required: isObject(value) ? Object.keys(value).slice(-1) : [],
  }),
]
const byType: Readonly<Record<string, ReadonlyArray<Make>>> = {
  number: ofNumbers,
  string: ofTexts,
  array: ofLists,
  object: ofObjects,
}

export const schemaOf = (random: Random, value: Json, depth: number): Json => {
  if (depth <= 0 || random.chance(5)) return random.chance(15) ? false : random.chance(50) ? {} : true
  const own = byType[typeOf(value)] ?? general
  const makers = Array.from({ length: 1 + random.int(3) }, () => {
    const from = random.chance(70) ? own : general
    return from[random.int(from.length)]
  })
  const schema: Fields = Object.assign({}, ...makers.map((make) => make?.(random, value, depth) ?? {}))
  return random.chance(10) ? { ...schema, $ref: `#/$defs/${random.pick(names)}` } : schema
}

const ordered = [
  ["minItems", "maxItems"],
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
] as const
/** Most schemas whose limits contradict each other lose one of them, since they would be refused. */
const mended = (random: Random, schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map((each) => mended(random, each))
  if (!isObject(schema)) return schema
  const lost = ordered
    .filter(([low, high]) => Number(schema[low]) > Number(schema[high]))
    .map(([low]): string => low)
  const members = Object.entries(schema).filter(([name]) => random.chance(2) || !lost.includes(name))
  return Object.fromEntries(members.map(([name, member]) => [name, mended(random, member)]))
}

/** A schema with the definitions that it names. The second comes back to itself through the elements of lists and through members. */
export const rootOf = (random: Random, value: Json): Json => {
  const schema = mended(random, schemaOf(random, value, 4))
  if (!isObject(schema) || !JSON.stringify(schema).includes("#/$defs/")) return schema
  const again = { $ref: "#/$defs/n1" }
  return {
    ...schema,
    $defs: {
      n0: { type: [...types].slice(random.int(3)) },
      n1: { items: again, additionalProperties: again, not: { const: scalarOf(random) } },
      n2: random.chance(5) ? { $ref: "#/$defs/n2" } : { anyOf: [{ $ref: "#/$defs/n0" }, random.chance(80)] },
    },
  }
}
