/**
 * What passes between this process and the database is JSON text. PostgreSQL can't hold two things that a JSON string may:
 * U+0000, and a surrogate without its partner. Both travel, and are kept, as U+0001 and the four hexadecimal digits of the
 * code unit (and so does U+0001 itself). The order of texts by their UTF-8 bytes stays what it was.
 */
import type { Json } from "../../core/Json.ts"

// `JSON.stringify` writes the code units in question, and no others, in just these ways; `\\.` steps over other escapes.
const special = /\\(?:u(000[01]|d[89a-f][0-9a-f]{2})|.)/g
const escaped = /\\(?:u0001([0-9a-f]{4})|.)/g

/** JSON text as it is kept. */
export const encode = (value: Json): string => {
  const text = JSON.stringify(value)
  if (!text.includes("\\u")) return text
  return text.replace(special, (token, unit: string | undefined) =>
    unit === undefined ? token : `\\u0001${unit}`,
  )
}

/** The value of JSON text that the database gave. */
export const decode = (text: string): unknown =>
  JSON.parse(
    text.includes("\\u0001")
      ? text.replace(escaped, (token, unit: string | undefined) =>
          unit === undefined ? token : `\\u${unit}`,
        )
      : text,
  )

/** A plain text as it is kept. */
export const encodeText = (text: string): string => JSON.parse(encode(text))
