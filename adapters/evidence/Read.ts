/** Reading what others wrote within bounds: JSON, its members, and base64url. */
import { elementsMax, scan } from "../../core/kernel/Json.ts"
import { Digits, numberIn, parseWithDigits } from "./Digits.ts"

/** The most characters of a piece that is examined. A character may take up to three bytes, so bytes are counted too. */
export const pieceBytesMax = 65_536

const bounds = { depthMax: 32, itemsMax: elementsMax }

export type Members = { readonly [name: string]: unknown }

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits)

/**
 * The value of a JSON text, its numbers with their digits (`Digits.ts`); undefined if it is not JSON, is too deep or too large, or names a member twice: two readers of such a
 * text could see two values.
 */
export const parseJson = (text: string): unknown => {
  if (scan(text, bounds)._tag !== "Within") return undefined
  try {
    return parseWithDigits(text)
  } catch {
    return undefined
  }
}

/** The members of a JSON object; undefined if the text is not one. */
export const parseMembers = (text: string): Members | undefined => {
  const value = parseJson(text)
  return isMembers(value) ? value : undefined
}

export const textOf = (members: Members, name: string): string | undefined => {
  const value = members[name]
  return typeof value === "string" ? value : undefined
}

export const numberOf = (members: Members, name: string): number | undefined => numberIn(members[name])

export const membersOf = (members: Members, name: string): Members | undefined => {
  const value = members[name]
  return isMembers(value) ? value : undefined
}

export const listOf = (members: Members, name: string): ReadonlyArray<unknown> => {
  const value = members[name]
  return Array.isArray(value) ? value : []
}

const base64url = /^[A-Za-z0-9_-]*$/
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The bytes of a base64url text; undefined if it is not one. */
export const bytesOf = (text: string): Buffer | undefined =>
  base64url.test(text) && text.length % 4 !== 1 ? Buffer.from(text, "base64url") : undefined

/** The text of UTF-8 bytes; undefined if they are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of base64url bytes; undefined if they are not UTF-8. */
export const textOfBase64url = (text: string): string | undefined => {
  const bytes = bytesOf(text)
  return bytes === undefined ? undefined : decodeUtf8(bytes)
}

/** The most texts whose results are remembered, for work that takes longer than a signature. With the next text, all are forgotten. */
const textsMax = 1_000

/** Calls `find` once for a text, as long as it is remembered. Texts must be bounded by the caller. */
export const rememberByText = <A>() => {
  const all = new Map<string, A>()
  return (text: string, find: () => A): A => {
    const known = all.get(text)
    if (known !== undefined) return known
    const found = find()
    if (all.size >= textsMax) all.clear()
    all.set(text, found)
    return found
  }
}
