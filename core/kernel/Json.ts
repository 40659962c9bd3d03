/**
 * JSON: its values and canonical text, schemas for members of bodies and for enumerated texts, how two values differ, and one
 * pass over a text before the parser sees it.
 */
import { Predicate, Schema } from "effect"

/** A JSON value: what records, events, tasks and replies are made of. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

export const JsonValue: Schema.Schema<Json> = Schema.Union(
  Schema.Null,
  Schema.Boolean,
  Schema.JsonNumber,
  Schema.String,
  Schema.Array(Schema.suspend(() => JsonValue)),
  Schema.Record({ key: Schema.String, value: Schema.suspend(() => JsonValue) }),
)

/**
 * JSON text with the keys of every object in code-unit order, as RFC 8785 asks.
 * Numbers and strings are written as ECMAScript writes them, which RFC 8785 adopts.
 */
export const canonical = (value: Json): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  // `isArray` does not narrow a readonly array, so TypeScript does not see that only an object is left.
  const members = value as { readonly [key: string]: Json | undefined }
  // The log writes each event of the court so: one text that grows takes less time than lists of pairs.
  let text = ""
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    if (member === undefined) continue
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${text}}`
}

/** One of the known texts, or another text, which a later version of the court has added. Editors complete the known ones. */
type Open<Known extends string> = Known | (string & Record<never, never>)

/** An enumerated text in an answer. The schema accepts other texts too, since a later version of the court may add one. */
export const oneOf = <const Values extends ReadonlyArray<string>>(
  ...values: Values
): Schema.Schema<Open<Values[number]>> =>
  Schema.String.annotations({ jsonSchema: { type: "string", enum: values } })

/** An enumerated text of a record (only the `known` ones), which answers encode as `oneOf`: one schema serves both. */
export const word = <Values extends readonly [string, ...string[]]>(
  known: Schema.Literal<Values>,
): Schema.Schema<Values[number], Open<Values[number]>> =>
  Schema.transform(oneOf(...known.literals), known, {
    strict: false,
    decode: (text: string) => text,
    encode: (text: string) => text,
  })

/** A schema whose form in answers has a name of its own in the description of the interface, wherever it stands. */
export const nameSchema = <A, I>(identifier: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  Schema.compose(Schema.encodedBoundSchema(schema).annotations({ identifier }), schema)

/** The most members and elements that a body may have. */
export const elementsMax = 5_000

export const listOf = <A, I, R>(item: Schema.Schema<A, I, R>, max: number) =>
  Schema.Array(item).pipe(Schema.maxItems(max))

/** A member of a request body that must be present. The interface and its tools show the description. */
export const member = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.propertySignature(schema).annotations({ description })

export const optional = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.optional(schema).annotations({ description })

/** A member of a request body that may be absent, and is never `undefined` if it is present. */
export const exactly = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.optionalWith(schema, { exact: true }).annotations({ description })

/**
 * A place at which two values differ. `path` joins member names and list positions by dots; it is empty for the whole. A side without such
 * a member has undefined.
 */
interface Difference {
  readonly path: string
  readonly ours: Json | undefined
  readonly theirs: Json | undefined
}

const membersOf = (value: Json | undefined): { readonly [key: string]: Json } | null => {
  if (Array.isArray(value)) return Object.fromEntries(value.map((item: Json, i) => [String(i), item]))
  // Every member of a JSON object is JSON; the predicate knows only that it is an object.
  return Predicate.isReadonlyRecord(value) ? (value as { readonly [key: string]: Json }) : null
}

const same = (ours: Json | undefined, theirs: Json | undefined): boolean =>
  ours === undefined || theirs === undefined ? ours === theirs : canonical(ours) === canonical(theirs)

/** The innermost places at which two values differ; empty if they are equal. The order of members does not count. */
export const differences = (
  ours: Json | undefined,
  theirs: Json | undefined,
  path = "",
): ReadonlyArray<Difference> => {
  if (same(ours, theirs)) return []
  const [left, right] = [membersOf(ours), membersOf(theirs)]
  if (left === null || right === null || Array.isArray(ours) !== Array.isArray(theirs))
    return [{ path, ours, theirs }]
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return keys.flatMap((key) => differences(left[key], right[key], path === "" ? key : `${path}.${key}`))
}

/** A value in a line for a person: canonical JSON, or `nothing` for an absent value. */
export const showValue = (value: Json | undefined): string =>
  value === undefined ? "nothing" : canonical(value)

export interface Bounds {
  readonly depthMax: number
  /** Members of objects and elements of arrays, in all. */
  readonly itemsMax: number
}

type Found =
  | { readonly _tag: "Within"; readonly items: number }
  | { readonly _tag: "TooDeep" }
  | { readonly _tag: "TooMany" }
  | { readonly _tag: "Repeated"; readonly at: ReadonlyArray<string | number> }

interface Level {
  /** The names of its members so far; null for an array. */
  readonly names: Set<string> | null
  at: string | number
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const space = 0x20

/** The position of the quotation mark that ends the string which begins at `from`. */
const endOfString = (text: string, from: number): number => {
  let i = from + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === quote) break
    if (c === backslash) i++
  }
  return i
}

/** A member's name without its escapes: `"\u0061"` and `"a"` are one name. */
const nameOf = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

/** Moves to the next member or element of a level; false if the object already has a member of this name. */
const isNew = (level: Level, text: string, from: number, end: number): boolean => {
  if (level.names === null) {
    level.at = Number(level.at) + 1
    return true
  }
  level.at = nameOf(text.slice(from, end + 1))
  const before = level.names.size
  return level.names.add(level.at).size > before
}

/**
 * Reads a JSON text once, without recursion: how deep it nests, how many parts it has, and whether an object names a member
 * twice. It stops at the first fault, so a hostile text costs at most one pass. It doesn't check whether the text is
 * JSON: `JSON.parse` does.
 */
export const scan = (text: string, { depthMax, itemsMax }: Bounds): Found => {
  const levels: Array<Level> = []
  let level: Level | null = null
  let items = 0
  // Whether the next token begins a member or an element: it does after `{`, `[` or `,`.
  let begins = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const opens = c === openBracket || c === openBrace
    if (c <= space || (!begins && !opens && c > comma && c < openBracket)) continue
    if (c === comma) begins = true
    else if (c === closeBracket || c === closeBrace) {
      levels.pop()
      level = levels.at(-1) ?? null
      begins = false
    } else {
      const end = c === quote ? endOfString(text, i) : i
      if (begins && level !== null) {
        if (++items > itemsMax) return { _tag: "TooMany" }
        if (!isNew(level, text, i, end)) return { _tag: "Repeated", at: levels.map(({ at }) => at) }
      }
      begins = opens
      if (opens) {
        if (levels.length === depthMax) return { _tag: "TooDeep" }
        level = c === openBrace ? { names: new Set(), at: "" } : { names: null, at: -1 }
        levels.push(level)
      }
      i = end
    }
  }
  return { _tag: "Within", items }
}

/** The annotation of a request that needs one of several members: their names. JSON Schema has no plain word for it, so a client reads it here. */
export const needsOneOf = Symbol.for("agent-court/needsOneOf")
