/**
 * The encoding of texts in stores. UTF-8 can't encode a lone surrogate, PostgreSQL can't hold U+0000, and tools for SQLite files end a
 * text at it. Each of these, and U+0001 itself, is stored as U+0001 followed by the four hexadecimal digits of the code unit. The order
 * of texts by their UTF-8 bytes stays the same.
 */
import type { Json } from "../../core/kernel/Json.ts"

const escaped = "\u0001"
// With the flag `u` a pair is one character, so only a lone surrogate matches.
const surrogate = /\p{Cs}/u

const isSpecial = (text: string): boolean =>
  text.includes("\0") || text.includes(escaped) || surrogate.test(text)

export const keep = (text: string): string =>
  isSpecial(text)
    ? Array.from(text, (character) =>
        isSpecial(character) ? escaped + character.charCodeAt(0).toString(16).padStart(4, "0") : character,
      ).join("")
    : text

export const restoreText = (kept: string): string =>
  kept.includes(escaped)
    ? kept
        .split(escaped)
        .map((part, i) =>
          i === 0 ? part : String.fromCharCode(Number.parseInt(part.slice(0, 4), 16)) + part.slice(4),
        )
        .join("")
    : kept

// `JSON.stringify` writes exactly these code units in this way. The second alternative skips other escapes.
const specialInJson = /\\(?:u(000[01]|d[89a-f][0-9a-f]{2})|.)/g
const escapedInJson = /\\(?:u0001([0-9a-f]{4})|.)/g

/** The JSON text of a value, with its texts encoded, for a database that parses JSON itself. */
export const keepJson = (value: Json): string => {
  const text = JSON.stringify(value)
  if (!text.includes("\\u")) return text
  return text.replace(specialInJson, (token, unit: string | undefined) =>
    unit === undefined ? token : `\\u0001${unit}`,
  )
}

/** The value of a JSON text from the database, with its texts decoded. */
export const readJson = (text: string): unknown =>
  JSON.parse(
    text.includes("\\u0001")
      ? text.replace(escapedInJson, (token, unit: string | undefined) =>
          unit === undefined ? token : `\\u${unit}`,
        )
      : text,
  )
