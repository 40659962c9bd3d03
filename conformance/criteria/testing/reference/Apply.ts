import { matches } from "./Automaton.ts"
import { Decimal } from "./Decimal.ts"
import { equal, List, Members, type Value } from "./Json.ts"
import type { Process } from "./Process.ts"
import type { Machine, Part, Root, Schema } from "./Schema.ts"

export const bytesOf = (text: string): number => Buffer.byteLength(text)

const fitsType = (value: Value, name: string): boolean => {
  switch (name) {
    case "null":
      return value === null
    case "boolean":
      return typeof value === "boolean"
    case "string":
      return typeof value === "string"
    case "array":
      return value instanceof List
    case "object":
      return value instanceof Members
    case "integer":
      return value instanceof Decimal && value.whole
    default:
      return value instanceof Decimal
  }
}

export function* search({ price, automaton }: Machine, text: string): Process<boolean> {
  yield price * (1 + bytesOf(text))
  return matches(automaton, text)
}

const within = (word: Part["word"], value: bigint, limit: bigint): boolean => {
  if (word === "minimum") return value >= limit
  if (word === "maximum") return value <= limit
  return word === "exclusiveMinimum" ? value > limit : value < limit
}

export function* apply({ named }: Root, schema: Schema, value: Value): Process<boolean> {
  yield 1 + schema.members
  if (schema.verdict !== undefined) return schema.verdict
  const into = (inner: Schema, part: Value): Process<boolean> => apply({ named, schema: inner }, inner, part)
  let contained = 0
  for (const part of schema.parts) {
    switch (part.word) {
      case "type":
        if (part.listed) yield part.names.length
        if (!part.names.some((name) => fitsType(value, name))) return false
        break
      case "const":
      case "enum": {
        let found = false
        for (const candidate of part.candidates) {
          yield candidate.size
          found = equal(candidate.value, value)
          if (found) break
        }
        if (!found) return false
        break
      }
      case "required":
        if (!(value instanceof Members)) break
        yield part.names.length
        if (!part.names.every((name) => value.of.has(name))) return false
        break
      case "properties":
        if (!(value instanceof Members)) break
        yield part.schemas.length
        for (const [name, inner] of part.schemas) {
          const member = value.of.get(name)
          if (member !== undefined && !(yield into(inner, member))) return false
        }
        break
      case "additionalProperties":
        if (!(value instanceof Members)) break
        yield value.of.size
        for (const name of value.names.filter((each) => !part.known.has(each)))
          if (!(yield into(part.schema, value.of.get(name) ?? null))) return false
        break
      case "items":
        if (!(value instanceof List)) break
        for (const item of value.items) if (!(yield into(part.schema, item))) return false
        break
      case "contains":
        if (!(value instanceof List)) break
        for (const item of value.items) if (yield into(part.schema, item)) contained++
        if (contained === 0 && !part.noneWill) return false
        break
      case "minContains":
        if (value instanceof List && contained < part.count) return false
        break
      case "minItems":
        if (value instanceof List && value.items.length < part.count) return false
        break
      case "maxItems":
        if (value instanceof List && value.items.length > part.count) return false
        break
      case "minLength":
      case "maxLength": {
        if (typeof value !== "string") break
        yield 1 + Math.ceil(bytesOf(value) / 16)
        const surplus = lengthOf(value) - part.count
        if (part.word === "minLength" ? surplus < 0 : surplus > 0) return false
        break
      }
      case "minimum":
      case "maximum":
      case "exclusiveMinimum":
      case "exclusiveMaximum":
        if (value instanceof Decimal && !within(part.word, value.scaled, part.limit)) return false
        break
      case "pattern":
        if (typeof value === "string" && !(yield search(part.machine, value))) return false
        break
      case "allOf":
        for (const inner of part.schemas) if (!(yield into(inner, value))) return false
        break
      case "anyOf": {
        let found = false
        for (const inner of part.schemas) {
          found = yield into(inner, value)
          if (found) break
        }
        if (!found) return false
        break
      }
      case "not":
        if (yield into(part.schema, value)) return false
        break
      case "$ref": {
        const target = named.get(part.name)
        if (target === undefined || !(yield into(target, value))) return false
        break
      }
    }
  }
  return true
}

const lengthOf = (text: string): number => {
  let length = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) length++
  return length
}
