/** From the bytes of a body to a JSON value that is safe to walk and to store. */
import { Either } from "effect"
import type { Problem } from "../api/Problem.ts"
import { Faulted } from "./Faulted.ts"
import type { FaultCode } from "./Problem.ts"
import { type Bounds, scan } from "./Scan.ts"

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
