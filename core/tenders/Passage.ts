import { rule } from "../Rule.ts"
import { wordsOf } from "../store/Search.ts"
import { limits } from "../store/Store.ts"

const quotes = /[\u2018\u2019\u201a\u201b\u2032\u00b4`]/gu
const doubleQuotes = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/gu
const dashes = /[\u2010-\u2015\u2212\u2e3a\u2e3b]/gu
/** `…`, three full stops or more (spaced or not), alone or in brackets: words left out. */
const gap = /\[\s*(?:\u2026|\.(?:\s?\.){2,})\s*\]|\u2026|\.(?:\s?\.){2,}/gu

/** Folds what editions differ in: compatibility forms, quotes, dashes and white space. Case is kept. */
export const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(quotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, "-")
    .replace(/[\s\u200b-\u200d\u2060\ufeff\u00ad]+/gu, " ")
    .trim()

/** The pieces of a passage between its gaps, in order, folded. */
export const pieces = rule(
  ["Rule 4.10"],
  (passage: string): ReadonlyArray<string> =>
    passage
      // Gaps come first: NFKC would turn `…` into three stops, which is the same gap.
      .split(gap)
      .map(fold)
      .filter((piece) => piece !== ""),
)

/**
 * Phrases that any text holds in which the passage stands, for the search that comes before the comparison. A piece may begin and
 * end within a word, so its first and last words are left out; a passage of nothing but such words is taken to have whole ones.
 */
export const phrasesWithin = rule(["Rule 4.10"], (passage: string): ReadonlyArray<string> => {
  const words = pieces(passage).map(wordsOf)
  const inner = words.map((piece) => piece.slice(1, -1))
  const certain = inner.some((piece) => piece.length > 0) ? inner : words
  return certain
    .flatMap((piece) => (piece.length === 0 ? [] : [piece.join(" ")]))
    .slice(0, limits.searchPhrases)
})

/** A source made ready to be searched: folded, with its own ellipses written one way. */
export const searchable = (source: string): string => fold(source)

/** True where every piece stands in the source, in order and without overlap. A passage of gaps alone is in no source. */
export const standsIn = rule(["Rule 4.10"], (passage: string, source: string): boolean => {
  const wanted = pieces(passage)
  const text = searchable(source)
  let from = 0
  for (const piece of wanted) {
    const found = text.indexOf(piece, from)
    if (found < 0) return false
    from = found + piece.length
  }
  return wanted.length > 0
})
