/**
 * Words for full-text search. Texts and queries are cut into words here and nowhere else, so that every store finds the same:
 * a store keeps and compares words and never reads a language or a query syntax of its own.
 */
import { limits } from "./Store.ts"

/** Characters of a word that count: the rest of a longer one tells nothing apart. */
const wordCharsMax = 64

// Scripts that write no spaces between words: each character is a word, and a phrase puts them together again.
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]`
const word = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, "gu")

/** The words of a text in order: letters and digits, in lower case, without accents and compatibility forms. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  (
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .match(word) ?? []
  ).map((found) => (found.length <= wordCharsMax ? found : [...found].slice(0, wordCharsMax).join("")))

/** The words of a text as an index entry carries them: one space between two. */
export const normal = (text: string): string => wordsOf(text).join(" ")

/** `"…"`, with straight or curly quotes; what a quote opens and nothing closes is plain words. */
const piece = /["\u201c\u201d]([^"\u201c\u201d]*)["\u201c\u201d]|[^\s"\u201c\u201d]+/gu

/**
 * What a query asks for: phrases, each of which a text must hold. A word alone is a phrase of one; words in quotes, and the parts
 * of a hyphenated word, stand side by side. Empty where the query has no word. No character has any other meaning.
 */
export const phrasesOf = (query: string): ReadonlyArray<string> => {
  const found = [...query.matchAll(piece)].map(([all, quoted]) => normal(quoted ?? all))
  return [...new Set(found.filter((phrase) => phrase !== ""))].slice(0, limits.searchPhrases)
}

/** True where words (as `normal` makes them) hold every phrase: what each store's search comes to. */
export const holdsAll = (words: string, phrases: ReadonlyArray<string>): boolean =>
  phrases.every((phrase) => ` ${words} `.includes(` ${phrase} `))
