/** From the bytes of a body to a JSON value that is safe to walk and to store: one pass over the text first, then the parser. */
import { Either } from "effect"
import type { Problem } from "../api/Operation.ts"
import { type FaultCode, Faulted, pathText } from "./Problem.ts"

export interface Bounds {
  /** Levels of arrays and objects. */
  readonly depthMax: number
  /** Members of objects and elements of arrays, in all. */
  readonly itemsMax: number
}

export type Found =
  | { readonly _tag: "Within"; readonly items: number }
  | { readonly _tag: "TooDeep" }
  | { readonly _tag: "TooMany" }
  | { readonly _tag: "Repeated"; readonly path: string }

/** An object or array that is being read. */
interface Level {
  /** The members named so far; null in an array. */
  readonly names: Set<string> | null
  /** Where in it the scan is. */
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

/** The place of the quotation mark that ends the string beginning at `from`. */
const endOfString = (text: string, from: number): number => {
  let i = from + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === quote) break
    if (c === backslash) i++
  }
  return i
}

/** A member's name as it reads: `"\u0061"` and `"a"` are one name. */
const nameOf = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

/** Moves on to the next member or element of a level; false where the member has been named before. */
const isNew = (level: Level, text: string, from: number, end: number): boolean => {
  if (level.names === null) {
    level.at = Number(level.at) + 1
    return true
  }
  level.at = nameOf(text.slice(from, end + 1))
  const before = level.names.size
  return level.names.add(level.at).size > before
}

const pathCharsMax = 200
const placeOf = (levels: ReadonlyArray<Level>): string =>
  pathText(levels.map(({ at }) => at)).slice(0, pathCharsMax)

/**
 * One pass over the text of a body before anything recursive reads it: how deep it nests, how much is in it, and whether an
 * object names a member twice. It stops at the first of these, so what a hostile body costs is the length of its text at most.
 * Whether the text is JSON at all is for `JSON.parse` to say.
 */
export const scan = (text: string, { depthMax, itemsMax }: Bounds): Found => {
  const levels: Array<Level> = []
  let level: Level | null = null
  let items = 0
  // After `{`, `[` or `,` the next token begins a member or an element.
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
        if (!isNew(level, text, i, end)) return { _tag: "Repeated", path: placeOf(levels) }
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

/** Bytes of a body at most. */
export const bodyBytesMax = 1_048_576
const bounds: Bounds = { depthMax: 32, itemsMax: 5_000 }

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

// Only an escape can put a lone surrogate or U+0000 into a JSON string, and no store can be asked to keep either.
const unkeepable = /\p{Surrogate}|\0/u
const revive = (_key: string, value: unknown): unknown => {
  if (typeof value === "string" && unkeepable.test(value)) throw new SyntaxError()
  return value
}
const keysKeepable = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([key, member]) => !unkeepable.test(key) && keysKeepable(member))
}

/** `application/json`, with parameters or without, and any `+json`. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined &&
  /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json[ \t]*(?:;|$)/i.test(contentType.trim())

/** Whether a media type leaves the charset open or names UTF-8. */
export const isUtf8 = (contentType: string): boolean => {
  const charset = /;[ \t]*charset=[ \t]*"?([^\s";]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

/** A body that was read. */
export interface Parsed {
  readonly value: unknown
  /** How many members and elements it has, in all. */
  readonly items: number
}

const empty: Parsed = { value: {}, items: 0 }

const fault = (code: FaultCode, errors?: Problem["errors"]): Either.Either<never, Faulted> =>
  Either.left(new Faulted(errors === undefined ? { code } : { code, errors }))

const read = (text: string): unknown => {
  if (!text.includes("\\u")) return JSON.parse(text)
  const value: unknown = JSON.parse(text, revive)
  if (keysKeepable(value)) return value
  throw new SyntaxError()
}

/** The value that a body holds; an empty body is an object without members. */
export const parse = (bytes: Uint8Array): Either.Either<Parsed, Faulted> => {
  if (bytes.length === 0) return Either.right(empty)
  try {
    const text = decoder.decode(bytes)
    const found = scan(text, bounds)
    switch (found._tag) {
      case "Within":
        return Either.right({ value: read(text), items: found.items })
      case "TooDeep":
        return fault("too_deep")
      case "TooMany":
        return fault("too_many_elements")
      case "Repeated":
        return fault("duplicate_member", [{ path: found.path, message: "is named twice in this object" }])
    }
  } catch {
    // The parser's own words would quote the body.
    return fault("invalid_json")
  }
}
