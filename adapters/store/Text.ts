/**
 * Texts as the stores keep them that keep UTF-8. It has no place for a surrogate without its partner, and tools that read a SQLite
 * file end a text at U+0000: both are kept as U+0001 and the four hexadecimal digits of the code unit, and so is U+0001 itself. Bodies need
 * none of this: as JSON they have such characters escaped.
 */

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
