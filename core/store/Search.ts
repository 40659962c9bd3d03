/**
 * Words for full-text search. Only this file cuts texts and queries into words; a store keeps words and compares them, without a
 * language or a query syntax of its own. So every store finds the same.
 */
import { limits } from "./Store.ts"

/** The characters of a word that count. Longer words with the same beginning are treated as equal. */
const wordCharsMax = 64

// Scripts without spaces between words. Each character is a word, and a phrase joins them again.
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]`
const word = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, "gu")

/** The words of a text in order: letters and digits in lower case, without accents and compatibility forms. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  (
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .match(word) ?? []
  ).map((found) => (found.length <= wordCharsMax ? found : [...found].slice(0, wordCharsMax).join("")))

/** The words of a text as an index entry holds them, with one space between two words. */
export const normal = (text: string): string => wordsOf(text).join(" ")

/** A part of a query: `"…"` with straight or curly quotes, or a word. A quote without its counterpart is ignored. */
const piece = /["\u201c\u201d]([^"\u201c\u201d]*)["\u201c\u201d]|[^\s"\u201c\u201d]+/gu

/**
 * The phrases of a query, all of which a text must hold. A phrase is a single word, the words in quotes, or the parts of a hyphenated
 * word. The result is empty if the query has no word. No other character has a meaning.
 */
export const phrasesOf = (query: string): ReadonlyArray<string> => {
  const found = [...query.matchAll(piece)].map(([all, quoted]) => normal(quoted ?? all))
  return [...new Set(found.filter((phrase) => phrase !== ""))].slice(0, limits.searchPhrases)
}

/** Whether words, as `normal` makes them, hold every phrase. The search of every store gives this result. */
export const holdsAll = (words: string, phrases: ReadonlyArray<string>): boolean =>
  phrases.every((phrase) => ` ${words} `.includes(` ${phrase} `))
