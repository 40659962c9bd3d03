/** Shapes of bodies and answers in a short notation: each member with its type, and beside it what its schema says in words. */
import { groupThousands } from "../../core/kernel/Money.ts"
import type { Code } from "./Blocks.ts"

/** A schema of the description. Its members are those of JSON Schema 2020-12. */
interface Schema {
  readonly [keyword: string]: unknown
}

const prefix = "#/components/schemas/"
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null
const schemasAt = (value: unknown): ReadonlyArray<Schema> =>
  Array.isArray(value) ? value.filter(isSchema) : []

/** The platform's words for a bound, which the note says by itself. */
const byPlatform = /\(s\)|^an? (?:integer|positive number|non-negative number|non empty string)/

/** The words for the least and the greatest of something; empty if neither is stated. */
const range = (least: unknown, greatest: unknown, unit: string): ReadonlyArray<string> => {
  const after = unit === "" ? "" : ` ${unit}`
  const writeBound = (bound: unknown): string =>
    typeof bound === "number" ? groupThousands(bound) : String(bound)
  if (greatest === undefined) return least === undefined ? [] : [`at least ${writeBound(least)}${after}`]
  return [
    least === undefined
      ? `at most ${writeBound(greatest)}${after}`
      : `${writeBound(least)} to ${writeBound(greatest)}${after}`,
  ]
}

/** The note of a schema, in words: its description, and in brackets its bounds, its format and its default. */
const noteOf = (schema: Schema): string => {
  const parts = [schema, ...schemasAt(schema.allOf)]
  const all: Schema = Object.assign({}, ...parts.toReversed())
  const { format, default: usual } = all
  const said = parts
    .map(({ description }) => description)
    .find((words) => typeof words === "string" && !byPlatform.test(words))
  const bounds = [
    ...range(all.minLength, all.maxLength, "characters"),
    ...range(all.minItems, all.maxItems, "items"),
    ...range(all.minimum ?? all.exclusiveMinimum, all.maximum, ""),
    ...(typeof format === "string" ? [format] : []),
    ...(usual === undefined ? [] : [`${JSON.stringify(usual)} by default`]),
  ].join(", ")
  return [...(said === undefined ? [] : [String(said)]), ...(bounds === "" ? [] : [`(${bounds})`])]
    .join(" ")
    .replaceAll(/\s+/g, " ")
}

const joinCodes = (all: ReadonlyArray<Code>, between: string): Code =>
  all.flatMap((one, i) => (i === 0 ? one : [between, ...one]))

/** A line for a member under its label, with the note above it. */
const member = (label: string, schema: Schema, indent: string): Code => {
  const note = noteOf(schema)
  return [
    ...(note === "" ? [] : [`${indent}// ${note}\n`]),
    `${indent}${label}: `,
    ...typeOf(schema, indent),
    "\n",
  ]
}

const nameOf = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name))

const objectOf = ({ properties, required, additionalProperties }: Schema, indent: string): Code => {
  const needed = new Set(Array.isArray(required) ? required : [])
  const inner = `${indent}  `
  const members = Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, one]) =>
    isSchema(one) ? member(`${nameOf(name)}${needed.has(name) ? "" : "?"}`, one, inner) : [],
  )
  const others = isSchema(additionalProperties) ? member("[name]", additionalProperties, inner) : []
  return members.length + others.length === 0 ? ["{}"] : ["{\n", ...members, ...others, `${indent}}`]
}

/** The type of a schema, whose lines after the first begin with `indent`. */
const typeOf = (schema: Schema, indent: string): Code => {
  const { $ref, enum: values, anyOf, oneOf, allOf, type, items } = schema
  if (typeof $ref === "string") return [{ shape: $ref.slice(prefix.length) }]
  if (Array.isArray(values)) return [values.map((value) => JSON.stringify(value)).join(" | ")]
  const either = [...schemasAt(anyOf), ...schemasAt(oneOf)]
  if (either.length > 0)
    return joinCodes(
      either.map((one) => typeOf(one, indent)),
      " | ",
    )
  if (type === "array") return isSchema(items) ? ["[", ...typeOf(items, indent), "]"] : ["[]"]
  if (type === "object") return objectOf(schema, indent)
  if (typeof type === "string") return [type]
  const [first] = schemasAt(allOf)
  return first === undefined ? ["anything"] : typeOf(first, indent)
}

export const shapeOf = (schema: unknown): Code => {
  if (!isSchema(schema)) return ["anything"]
  const note = noteOf(schema)
  return [...(note === "" ? [] : [`// ${note}\n`]), ...typeOf(schema, "")]
}
