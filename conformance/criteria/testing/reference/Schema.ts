import { type Automaton, build } from "./Automaton.ts"
import { Decimal } from "./Decimal.ts"
import { byUnits, List, Members, size, type Value } from "./Json.ts"
import { below, listOf, numeral, type Problems, type Read, text, wholeFrom } from "./Problems.ts"
import { readPattern } from "./Syntax.ts"

export interface Machine {
  /** ceil(p / 8) of §4. */
  readonly price: number
  readonly automaton: Automaton
}
export interface Candidate {
  readonly value: Value
  readonly size: number
}
export type Part =
  | { readonly word: "type"; readonly names: ReadonlyArray<string>; readonly listed: boolean }
  | { readonly word: "const" | "enum"; readonly candidates: ReadonlyArray<Candidate> }
  | { readonly word: "required"; readonly names: ReadonlyArray<string> }
  | { readonly word: "properties"; readonly schemas: ReadonlyArray<readonly [string, Schema]> }
  | { readonly word: "additionalProperties"; readonly known: ReadonlySet<string>; readonly schema: Schema }
  | { readonly word: "items" | "not"; readonly schema: Schema }
  | { readonly word: "contains"; readonly schema: Schema; readonly noneWill: boolean }
  | {
      readonly word: "minContains" | "minItems" | "maxItems" | "minLength" | "maxLength"
      readonly count: number
    }
  | {
      readonly word: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
      readonly limit: bigint
    }
  | { readonly word: "pattern"; readonly machine: Machine }
  | { readonly word: "allOf" | "anyOf"; readonly schemas: ReadonlyArray<Schema> }
  | { readonly word: "$ref"; readonly name: string }

/** A schema as it is applied: its members in their order, without the words that assert nothing, and how many members it has with them. */
export interface Schema {
  readonly path: string
  readonly depth: number
  readonly verdict?: boolean
  readonly members: number
  readonly parts: ReadonlyArray<Part>
}
export interface Root {
  readonly schema: Schema
  readonly named: ReadonlyMap<string, Schema>
}

export const machineOf: Read<Machine> = (value, path, problems) => {
  const pattern = typeof value === "string" ? readPattern(value) : undefined
  if (pattern === undefined) return problems.refuse(path, "It must be a pattern that §3 lets through.")
  return { price: Math.ceil(pattern.weight / 8), automaton: build(pattern.node) }
}

const types = ["null", "boolean", "object", "array", "number", "string", "integer"]
const reference = /^#\/\$defs\/([A-Za-z0-9._-]{1,64})$/
const mostLevels = 32
const any = Number.POSITIVE_INFINITY
const pairs = [
  ["minItems", "maxItems"],
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
] as const

const typeName: Read<string> = (value, path, problems) =>
  typeof value === "string" && types.includes(value) ? value : problems.refuse(path, "It must be a type.")

const distinct =
  (least: number, read: Read<string>): Read<ReadonlyArray<string>> =>
  (value, path, problems) => {
    const names = listOf(least, any, read)(value, path, problems)
    if (names !== undefined && new Set(names).size < names.length) problems.refuse(path, "It repeats itself.")
    return names
  }

/** Reads one schema with all schemas in it. `all` collects them. */
class SchemaReader {
  readonly all: Array<Schema> = []
  readonly named = new Map<string, Schema>()
  private readonly problems: Problems

  constructor(problems: Problems) {
    this.problems = problems
  }

  schema(value: Value, path: string, depth: number): Schema {
    const made = this.made(value, path, depth)
    this.all.push(made)
    return made
  }

  private made(value: Value, path: string, depth: number): Schema {
    if (typeof value === "boolean") return { path, depth, verdict: value, members: 0, parts: [] }
    if (!(value instanceof Members)) {
      this.problems.refuse(path, "It must be a schema.")
      return { path, depth, members: 0, parts: [] }
    }
    for (const [low, high] of pairs) {
      const [least, most] = [value.of.get(low), value.of.get(high)]
      if (least instanceof Decimal && most instanceof Decimal && least.scaled > most.scaled)
        this.problems.refuse(below(path, low), `It is over ${high}.`)
    }
    const parts = value.names.flatMap((word) => this.part(word, value, path, depth) ?? [])
    return { path, depth, members: value.of.size, parts }
  }

  private part(word: string, whole: Members, path: string, depth: number): Part | undefined {
    const value = whole.of.get(word) ?? null
    const at = below(path, word)
    const inner = (schema: Value, where: string) => this.schema(schema, where, depth + 1)
    const read = <A>(reader: Read<A>) => reader(value, at, this.problems)
    const candidate = (each: Value): Candidate => ({ value: each, size: size(each) })
    switch (word) {
      case "title":
      case "description":
        read(text)
        return undefined
      case "$defs":
        if (depth !== 1) return this.problems.refuse(at, "It stands at the root alone.")
        for (const [name, schema] of this.map(value, at)) {
          if (!reference.test(`#/$defs/${name}`)) this.problems.refuse(below(at, name), "It is not a name.")
          this.named.set(name, inner(schema, below(at, name)))
        }
        return undefined
      case "$ref": {
        const name = typeof value === "string" ? reference.exec(value)?.[1] : undefined
        return name === undefined ? this.problems.refuse(at, "It names no definition.") : { word, name }
      }
      case "type": {
        const names = value instanceof List ? read(distinct(1, typeName)) : [read(typeName) ?? ""]
        return { word, names: names ?? [], listed: value instanceof List }
      }
      case "const":
        return { word, candidates: [candidate(value)] }
      case "enum":
        return { word, candidates: (read(listOf<Value>(1, any, (each) => each)) ?? []).map(candidate) }
      case "required":
        return { word, names: read(distinct(0, text)) ?? [] }
      case "properties":
        return {
          word,
          schemas: [...this.map(value, at)]
            .sort(([left], [right]) => byUnits(left, right))
            .map(([name, schema]) => [name, inner(schema, below(at, name))]),
        }
      case "additionalProperties": {
        const own = whole.of.get("properties")
        const known = new Set(own instanceof Members ? own.of.keys() : [])
        return { word, known, schema: inner(value, at) }
      }
      case "items":
      case "not":
        return { word, schema: inner(value, at) }
      case "contains": {
        const least = whole.of.get("minContains")
        return { word, schema: inner(value, at), noneWill: least instanceof Decimal && least.scaled === 0n }
      }
      case "minContains":
        if (!whole.of.has("contains")) return this.problems.refuse(at, "It needs contains.")
        return { word, count: read(wholeFrom(0, any)) ?? 0 }
      case "minItems":
      case "maxItems":
      case "minLength":
      case "maxLength":
        return { word, count: read(wholeFrom(0, any)) ?? 0 }
      case "minimum":
      case "maximum":
      case "exclusiveMinimum":
      case "exclusiveMaximum":
        return { word, limit: read(numeral)?.scaled ?? 0n }
      case "pattern": {
        const machine = read(machineOf)
        return machine === undefined ? undefined : { word, machine }
      }
      case "allOf":
      case "anyOf":
        if (!(value instanceof List) || value.items.length === 0)
          return this.problems.refuse(at, "It must be a list of schemas.")
        return { word, schemas: value.items.map((each, index) => inner(each, below(at, index))) }
      default:
        return this.problems.refuse(at, "It is not a keyword here.")
    }
  }

  private map(value: Value, path: string): ReadonlyMap<string, Value> {
    if (value instanceof Members) return value.of
    this.problems.refuse(path, "It must be an object.")
    return new Map()
  }
}

/** The schemas that a schema applies to the value that it is applied to itself. */
const sameValue = (schema: Schema, named: ReadonlyMap<string, Schema>): ReadonlyArray<Schema> =>
  schema.parts.flatMap((part) => {
    if (part.word === "allOf" || part.word === "anyOf") return part.schemas
    if (part.word === "not") return [part.schema]
    return part.word === "$ref" ? (named.get(part.name) ?? []) : []
  })

/** Refuses circles, and more levels than §3 allows. */
const refuseDepths = (reader: SchemaReader, problems: Problems): void => {
  const levels = new Map<Schema, number>()
  const open = new Set<Schema>()
  const levelOf = (schema: Schema): number => {
    const known = levels.get(schema)
    if (known !== undefined) return known
    if (open.has(schema)) {
      problems.refuse(schema.path, "It comes back to itself on the same value.")
      return 1
    }
    open.add(schema)
    const level = 1 + Math.max(0, ...sameValue(schema, reader.named).map(levelOf))
    open.delete(schema)
    levels.set(schema, level)
    return level
  }
  for (const schema of reader.all)
    if (schema.depth - 1 + levelOf(schema) > mostLevels)
      problems.refuse(schema.path, "More than 32 schemas are within each other.")
}

export const readSchema: Read<Root> = (value, path, problems) => {
  const reader = new SchemaReader(problems)
  const schema = reader.schema(value, path, 1)
  for (const each of reader.all)
    for (const part of each.parts)
      if (part.word === "$ref" && !reader.named.has(part.name))
        problems.refuse(below(each.path, "$ref"), "It names nothing.")
  refuseDepths(reader, problems)
  return { schema, named: reader.named }
}
