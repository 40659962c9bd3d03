/**
 * Texts as the stores keep them. UTF-8 has no place for a surrogate without its partner, PostgreSQL can't hold U+0000, and tools
 * that read a SQLite file end a text there: both are kept as U+0001 and the four hexadecimal digits of the code unit, and so is
 * U+0001 itself. The order of texts by their UTF-8 bytes stays what it was.
 */
import type { Json } from "../../core/Json.ts"

const escaped = "\u0001"
// With the flag `u` a pair is one character, so that only a lone surrogate is one of these.
const surrogate = /\p{Cs}/u

const isSpecial = (text: string): boolean =>
  text.includes("\0") || text.includes(escaped) || surrogate.test(text)

/** A text as it is kept. */
export const keep = (text: string): string =>
  isSpecial(text)
    ? Array.from(text, (character) =>
        isSpecial(character) ? escaped + character.charCodeAt(0).toString(16).padStart(4, "0") : character,
      ).join("")
    : text

/** The text that was kept. */
export const given = (kept: string): string =>
  kept.includes(escaped)
    ? kept
        .split(escaped)
        .map((part, i) =>
          i === 0 ? part : String.fromCharCode(Number.parseInt(part.slice(0, 4), 16)) + part.slice(4),
        )
        .join("")
    : kept

// `JSON.stringify` writes the code units in question, and no others, in just these ways; `\\.` steps over other escapes.
const specialInJson = /\\(?:u(000[01]|d[89a-f][0-9a-f]{2})|.)/g
const escapedInJson = /\\(?:u0001([0-9a-f]{4})|.)/g

/** The JSON text of a value whose texts are kept so, for a database that reads JSON itself. */
export const keepJson = (value: Json): string => {
  const text = JSON.stringify(value)
  if (!text.includes("\\u")) return text
  return text.replace(specialInJson, (token, unit: string | undefined) =>
    unit === undefined ? token : `\\u0001${unit}`,
  )
}

/** The value of JSON text that the database gave. */
export const givenJson = (text: string): unknown =>
  JSON.parse(
    text.includes("\\u0001")
      ? text.replace(escapedInJson, (token, unit: string | undefined) =>
          unit === undefined ? token : `\\u${unit}`,
        )
      : text,
  )
