/** From the bytes of a body to a JSON value that is safe to walk and to store. */
import { Either } from "effect"
import type { FaultCode } from "./Problem.ts"

export const bodyBytesMax = 1_048_576
const depthMax = 32

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

const quote = 0x22
const backslash = 0x5c

/** True where arrays and objects are nested no deeper than the limit. Reads the text once, before anything recursive does. */
export const withinDepth = (text: string, max: number): boolean => {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === backslash) i++
      else if (c === quote) inString = false
    } else if (c === quote) inString = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > max) return false
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return true
}

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

/** The value that a body holds; an empty body is an object without members. */
export const parse = (bytes: Uint8Array): Either.Either<unknown, FaultCode> => {
  if (bytes.length === 0) return Either.right({})
  try {
    const text = decoder.decode(bytes)
    if (!withinDepth(text, depthMax)) return Either.left("too_deep")
    if (!text.includes("\\u")) return Either.right(JSON.parse(text))
    const value: unknown = JSON.parse(text, revive)
    return keysKeepable(value) ? Either.right(value) : Either.left("invalid_json")
  } catch {
    return Either.left("invalid_json")
  }
}
